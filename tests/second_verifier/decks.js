// Shared decks, without the rules of the game. PROTOCOL 10 and 19.13.
import { H, isArray, isBin } from "./bytes.js";
import { Finding, NOBODY } from "./record.js";
import { G, NEUTRAL, combine, equalityClaim, equalityHolds, fromUniform, hashedScalar, mod, L, pointOn, scalarOf, validPoint,
  validScalar } from "./points.js";
import { interpolate, partKey } from "./rounds.js";
import { eachArray, isOpening } from "./slots.js";

const DECK = 2 ** 40, STEP = 1024, MOST_CARDS = 130, DECKS = 8, MOST_TRIES = 50_000;

const generators = [];
/** g_i, PROTOCOL 10.7. */
export function generator(i) {
  return (generators[i] ??= fromUniform(H("tether.passgen", [i])).prepare());
}
const total = (points) => points.reduce((a, b) => a.add(b), NEUTRAL);
const cut = (bytes, size) => Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(size * i, size * i + size));
export const cardBytes = (cards) => Buffer.concat(cards.flatMap(({ a, b }) => [a.bytes, b.bytes]));

/** The parts of a pass of N cards with all its points and scalars valid, or null. */
export function readPass(answer) {
  const N = (answer.length - 160) / 192;
  if (!Number.isInteger(N) || N < 2 || N > MOST_CARDS) return null;
  const out = answer.subarray(0, 64 * N), c = answer.subarray(64 * N, 96 * N), chain = answer.subarray(96 * N, 128 * N);
  const scalars = cut(answer.subarray(128 * N), 32).map(validScalar), points = [out, c, chain].map((part) => cut(part, 32).map(validPoint));
  if (scalars.includes(null) || points.some((part) => part.includes(null))) return { N, broken: true };
  const cards = Array.from({ length: N }, (_, i) => ({ a: points[0][2 * i], b: points[0][2 * i + 1] }));
  const [h, s1, s2, s3, s4] = scalars, hats = scalars.slice(5, 5 + N), primes = scalars.slice(5 + N);
  return { N, bytes: { out, c, chain }, cards, c: points[1], chain: points[2], h, s1, s2, s3, s4, hats, primes };
}

/** Whether a pass that was read is one of the cards `before` it, PROTOCOL 10.9. */
export function passHolds({ N, bytes, cards, c, chain, h, s1, s2, s3, s4, hats, primes }, before, { match, t, seat, deck, K }) {
  const U = H("tether.pass", [match, t, seat, deck, K.bytes, cardBytes(before), bytes.out, bytes.c]);
  const u = cards.map((_, i) => scalarOf(U, "tether.passu", [i])), each = (make) => cards.map((_, i) => make(i));
  const all = u.reduce((product, x) => mod(product * x, L), 1n);
  const sums = total(c).minus(total(each((i) => generator(i + 1)))), ends = combine([[1n, chain[N - 1]], [-all, generator(0)]]);
  if (sums.isNeutral || ends.isNeutral) return false;
  const T = [
    combine([[s1, G], [-h, sums]]),
    combine([[s2, G], [-h, ends]]),
    combine([[s3, G], ...each((i) => [primes[i], generator(i + 1)]), ...each((i) => [-h * u[i], c[i]])]),
    combine([...each((i) => [primes[i], cards[i].a]), [-s4, G], ...each((i) => [-h * u[i], before[i].a])]),
    combine([...each((i) => [primes[i], cards[i].b]), [-s4, K], ...each((i) => [-h * u[i], before[i].b])]),
    ...each((i) => combine([[hats[i], G], [primes[i], i ? chain[i - 1] : generator(0)], [-h, chain[i]]])),
  ];
  return hashedScalar("tether.passh", [U, bytes.chain, Buffer.concat(T.map((point) => point.bytes))]) === h;
}

export class SharedDecks {
  constructor(table) {
    Object.assign(this, { table, own: [], passes: [], slots: new Map(), shares: new Map(), opened: new Set(), tries: MOST_TRIES });
  }

  /** Entry 0's fourth element, PROTOCOL 10.2. */
  keys(seat, [D, Y, proof]) {
    const { match } = this.table, X = fromUniform(H("tether.deckbase", [match, seat]));
    this.own[seat] = D.map(pointOn);
    if (!equalityHolds([match, 0, seat, "deckkey"], this.own[seat][0].prepare(), X, Y, proof)) {
      throw new Finding(seat, "form", null, "the proof of the deck keys is false");
    }
  }

  /** K, PROTOCOL 10.3, once all keys are there. */
  join() {
    this.K = NEUTRAL;
    for (const D of this.own.slice(1)) {
      this.K = this.K.add(D[0]);
      if (this.K.isNeutral) throw new Finding(0, NOBODY, null, "the deck keys add up to nothing");
    }
    this.K.prepare();
  }

  step(t, decisions, game) {
    const answers = [...decisions].filter(([, x]) => isArray(x, 1) && isBin(x[0])).map(([seat, [bin]]) => [seat, bin]);
    let fresh = 0;
    for (const [seat, bin] of answers) {
      const pass = readPass(bin);
      if (!pass) continue;
      if (pass.broken) game.accuse(seat, "pass", t, "a scalar or a point of a pass is not valid");
      else this.#pass({ ...pass, t, seat, game }, fresh);
      fresh += pass.N;
    }
    for (const [seat, bin] of answers) if (bin.length === 128) this.#copy(t, seat, bin, fresh++, game);
    const givers = answers.filter(([, bin]) => bin.length && bin.length % 96 === 0), found = [];
    for (const [seat, bin] of givers) this.#shares(t, seat, cut(bin, 96), found, game);
    for (const [seat, decision] of decisions) {
      eachArray(decision, (array) => { if (isOpening(array, 96)) this.#open(t, seat, array, game); });
    }
  }

  #lay(number, card) {
    if (!this.slots.has(number)) this.slots.set(number, []);
    this.slots.get(number).push(card);
  }

  /** A pass of what another one left, or the first of its list, of which `in` is the rules'. */
  #pass(pass, fresh) {
    const { match, n, majority } = this.table, { t, seat, N, game } = pass, context = { match, t, seat, K: this.K };
    const lists = this.passes.filter((other) => other.N === N && other.t < t && other.t >= t - n && other.seat < seat).reverse();
    const before = lists.find((other) => {
      const decks = other.deck === undefined ? [...Array(DECKS).keys()] : [other.deck];
      pass.deck = decks.find((deck) => passHolds(pass, other.cards, { ...context, deck }));
      return pass.deck !== undefined;
    });
    const passedOver = (other) => other.game.accuse(other.seat, "pass", other.t, "a pass that the later ones pass over");
    if (before) {
      before.deck = pass.deck;
      Object.assign(pass, { root: before.root, length: before.length + 1 });
      lists.filter((other) => other.t > before.t).forEach(passedOver);
    } else {
      Object.assign(pass, { root: pass, length: 1, known: this.#isFirst(pass, context) });
      if (lists[0]?.t === t - 1 && (n === 2 || lists[0].length > 1 || lists[0].known)) {
        game.accuse(seat, "pass", t, "no pass of the list that the one before left");
        return;
      }
    }
    const { root } = pass;
    if (pass.length === majority || root.known) { // the list began with the root
      this.passes.filter((other) => other.N === N && other.root === other && other.t === root.t - 1 && other.seat < root.seat).forEach(passedOver);
    }
    this.passes.push(pass);
    pass.cards.forEach((card, i) => {
      this.#lay(t * STEP + i, card);
      if (fresh) this.#lay(t * STEP + fresh + i, card);
    });
  }

  /** Whether a pass is one of a whole deck, all open, with equally many copies of each face: so most decks begin. */
  #isFirst(pass, context) {
    if (this.passes.some((other) => other.N === pass.N && (other.length > 1 || other.known))) return false;
    for (let copies = 1; copies <= pass.N; copies++) {
      if (pass.N % copies) continue;
      const faces = [...Array(pass.N / copies).keys()].map((f) => fromUniform(H("tether.face", [context.match, 0, f])));
      const cards = [...Array(pass.N).keys()].map((i) => ({ a: G, b: faces[Math.floor(i / copies)].add(this.K) }));
      if (passHolds(pass, cards, { ...context, deck: 0 })) return true;
    }
    return false;
  }

  /** All [number without deck, card], likely ones first. */
  *#candidates(found, next) {
    const seen = new Set();
    for (const number of [...(next === undefined ? [] : [next]), ...found]) {
      seen.add(number);
      for (const card of this.slots.get(number) ?? []) yield [number, card];
    }
    for (const number of [...this.slots.keys()].sort((a, b) => b - a)) {
      if (seen.has(number)) continue;
      for (const card of this.slots.get(number)) if (this.tries-- > 0) yield [number, card];
    }
  }

  #shares(t, seat, answer, found, game) {
    const { match, n } = this.table, others = Array.from({ length: n }, (_, i) => i + 1).filter((y) => y !== seat);
    let next, missing = 0;
    for (const bytes of answer) {
      const Y = bytes.subarray(0, 32), proof = cut(bytes.subarray(32), 32), hits = () => {
        for (const y of [seat, ...others]) {
          const claim = equalityClaim(y === seat ? this.own[seat][0] : partKey(this.own[y], seat), Y, proof);
          if (!claim) continue;
          for (const [number, card] of this.#candidates(found, next)) {
            const holds = claim(card.a);
            for (let deck = 0; deck < DECKS; deck++) {
              const slot = deck * DECK + number;
              if (holds([match, t, seat, "deckshare", slot, y])) return { number, slot, y, card };
            }
          }
        }
        return null;
      };
      const hit = hits();
      if (!hit) {
        missing += 1;
        continue;
      }
      next = hit.number + 1;
      if (!found.includes(hit.number)) found.push(hit.number);
      this.#keep(hit, seat, pointOn(Y));
    }
    if (missing) game.accuse(seat, "share", t, `${missing} of ${answer.length} shares are of no slot`);
  }

  #keep({ slot, y, card }, giver, point) {
    if (!this.shares.has(slot)) this.shares.set(slot, { card, whole: new Map(), parts: new Map() });
    const { whole, parts } = this.shares.get(slot);
    if (y === giver) whole.set(y, point);
    else parts.set(y, [...(parts.get(y) ?? []).filter(([x]) => x !== giver), [giver, point]]);
  }

  /** rest of a slot that was dealt to a seat (PROTOCOL 10.12), or null where not all shares are known. */
  #rest(slot, seat) {
    const { n, majority } = this.table, dealt = this.shares.get(slot);
    if (!dealt) return null;
    let rest = dealt.card.b;
    for (let y = 1; y <= n; y++) {
      if (y === seat) continue;
      const parts = (dealt.parts.get(y) ?? []).sort(([a], [b]) => a - b);
      const share = dealt.whole.get(y) ?? (parts.length >= majority ? interpolate(parts.slice(0, majority)) : null);
      if (!share) return null;
      rest = rest.minus(share);
    }
    return rest;
  }

  /** An opening [slot, face, share || h || z], PROTOCOL 10.13. */
  #open(t, seat, [number, face, bytes], game) {
    const { match } = this.table, slot = Number(number), Y = bytes.subarray(0, 32), proof = cut(bytes.subarray(32), 32);
    const refused = (why) => game.accuse(seat, "slot", t, `slot ${slot}: ${why}`);
    if (this.opened.has(slot)) return refused("opened twice");
    const claim = equalityClaim(this.own[seat][0], Y, proof), cards = this.slots.get(slot % DECK) ?? [];
    if (!claim || !cards.some((card) => claim(card.a)([match, t, seat, "deckshare", slot, seat]))) return refused("the share has a false proof");
    const rest = this.#rest(slot, seat), deck = Math.floor(slot / DECK);
    const C = fromUniform(H("tether.face", [match, deck, face]));
    if (rest && !rest.minus(pointOn(Y)).equals(C)) return refused("another face lies there");
    this.opened.add(slot);
    return undefined;
  }

  /** A copy a2 || b2 || h || z, PROTOCOL 10.14. */
  #copy(t, seat, bin, fresh, game) {
    const { match } = this.table, a2 = validPoint(bin.subarray(0, 32)), b2 = validPoint(bin.subarray(32, 64));
    const proof = cut(bin.subarray(64), 32);
    const fits = ([number, { a, b }]) => {
      const claim = equalityClaim(a2.minus(a), b2.minus(b).bytes, proof), holds = claim && claim(this.K);
      return holds && Array.from({ length: DECKS }, (_, deck) => deck * DECK + number).some((slot) => holds([match, t, seat, "deckcopy", slot]));
    };
    if (!a2 || !b2 || ![...this.#candidates([...this.shares.keys()].map((slot) => slot % DECK))].some(fits)) {
      return game.accuse(seat, "copy", t, "a copy of no slot");
    }
    return this.#lay(t * STEP + fresh, { a: a2, b: b2 });
  }
}
