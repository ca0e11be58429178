// Shared decks, without the rules of the game. PROTOCOL 10 and 19.13.
import { H, isArray, isBin } from "./bytes.js";
import { Finding } from "./record.js";
import { G, NEUTRAL, combine, equalityClaim, equalityHolds, fromUniform, hashedScalar, mod, L, pointOn, scalarOf, validPoint,
  validScalar } from "./points.js";
import { interpolate, partKey } from "./rounds.js";
import { eachArray, isOpening } from "./slots.js";
const DECK = 2 ** 40, STEP = 1024, MOST_CARDS = 130;
const MOST_TRIES = 50_000; // of a match: beyond that nobody is accused of what was not found
const generators = [];
/** g_i, PROTOCOL 10.7. */
export function generator(i) {
  return (generators[i] ??= fromUniform(H("tether.passgen", [i])));
}
const total = (points) => points.reduce((a, b) => a.add(b), NEUTRAL);
const cut = (bytes, size) => Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(size * i, size * i + size));
export const cardBytes = (cards) => Buffer.concat(cards.flatMap(({ a, b }) => [a.bytes, b.bytes]));

/** The parts of a pass of N cards with all its points and scalars valid, or null. */
export function readPass(answer) {
  const N = (answer.length - 160) / 192;
  if (!Number.isInteger(N) || N < 1 || N > MOST_CARDS) return null;
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
    Object.assign(this, { tries: MOST_TRIES, decks: 2 * table.n, dealt: new Set(), points: new Set() });
    Object.assign(this, { table, own: [], passes: [], slots: new Map(), shares: new Map(), opened: new Set() });
  }
  /** Entry 0's fourth element, PROTOCOL 10.2. */
  keys(seat, [D, Y, proof]) {
    const { match } = this.table, X = fromUniform(H("tether.deckbase", [match, seat]));
    this.own[seat] = D.map(pointOn);
    if (!equalityHolds([match, 0, seat, "deckkey"], this.own[seat][0], X, Y, proof)) {
      throw new Finding(seat, "form", null, "the proof of the deck keys is false");
    }
  }
  /** K, PROTOCOL 10.3, once all keys are there. */
  join() {
    this.K = NEUTRAL;
    for (const D of this.own.slice(1)) {
      this.K = this.K.add(D[0]);
      if (this.K.isNeutral) throw new Finding(0, "share", null, "the deck keys add up to nothing");
    }
  }
  /** Takes the decisions of a step by seat; accuses by `game.accuse`. */
  step(t, decisions, game) {
    const answers = [...decisions].filter(([, x]) => isArray(x, 1) && isBin(x[0])).map(([seat, [bin]]) => ({ seat, bin, t, game }));
    const found = []; // numbers of slots of which shares were given in this step
    const shares = answers.filter(({ bin }) => bin.length && bin.length % 96 === 0), copies = answers.filter(({ bin }) => bin.length === 128);
    let fresh = 0;
    for (const answer of answers.filter((one) => !shares.includes(one) && !copies.includes(one))) {
      const pass = readPass(answer.bin), last = this.passes.at(-1), isOpen = last?.length < this.table.majority && last.t === t - 1;
      if (pass && !pass.broken) this.#pass({ ...pass, ...answer }, fresh);
      else if (pass || isOpen) game.accuse(answer.seat, "pass", t, "a pass of another length, scalar or point");
      else if (shares.length) game.accuse(answer.seat, "share", t, "shares of another length");
      fresh += pass ? pass.N : 0;
    }
    copies.forEach((answer) => this.#copy(answer, fresh++));
    shares.forEach((answer) => this.#shares(answer, found));
    for (const [seat, decision] of decisions) {
      eachArray(decision, (array) => { if (isOpening(array, 96)) this.#open({ seat, t, game }, array); });
    }
  }
  /** Lays cards into slots of a step, from the i-th on; numbers stand without their deck, which no answer names. */
  #lay(t, i, cards) {
    cards.forEach((card, k) => {
      const number = t * STEP + i + k;
      this.slots.set(number, [...(this.slots.get(number) ?? []), card]);
    });
  }
  /** A pass of what another one left, or the first of its list, of which `in` is the rules'. */
  #pass(pass, fresh) {
    const { match, n, majority } = this.table, { t, seat, N, game } = pass, context = { match, t, seat, K: this.K };
    const lists = this.passes.filter((other) => other.N === N && other.t < t && other.t >= t - 3 * n && other.seat !== seat).reverse();
    const before = lists.find((other) => {
      const decks = other.deck === undefined ? this.#inDecks(0).map((slot) => slot / DECK) : [other.deck];
      pass.deck = decks.find((deck) => passHolds(pass, other.cards, { ...context, deck }));
      return pass.deck !== undefined;
    });
    const [last] = lists, isOpen = last?.t === t - 1 && last.length < majority;
    if (this.#repeats(pass.cards)) return game.accuse(seat, "pass", t, "a pass that repeats a point");
    if (!before && isOpen && (n === 2 || last.length > 1)) return game.accuse(seat, "pass", t, "no pass of the list that the one before left");
    Object.assign(pass, { first: before?.first ?? t, length: 1 + (before?.length ?? 0) });
    let begins = pass.first; // what others gave of this list, after its last right pass or in the steps before its first one, is false
    const isFalse = (other) => other.length === 1 && other.first === other.t && other !== before && (other.t > before.t || other.t === begins - 1);
    for (const other of before ? lists.filter((one) => one.t !== before.first) : []) {
      if (!isFalse(other)) continue;
      begins = Math.min(begins, other.t);
      game.accuse(other.seat, "pass", other.t, "no pass of its list", other.t);
    }
    if (before) before.deck = pass.deck;
    this.passes.push(pass);
    this.#lay(t, 0, pass.cards);
    return fresh && this.#lay(t, fresh, pass.cards);
  }
  /** Whether a point a of these cards was dealt before, or is there twice (PROTOCOL 10.14). */
  #repeats(cards) {
    const points = cards.map(({ a }) => a.bytes.toString("hex"));
    return new Set(points).size < points.length || points.some((point) => this.points.has(point));
  }
  /** All [number, card]: likely ones first, then those that were never dealt. */
  *#candidates(likely) {
    const others = [...this.slots.keys()].filter((number) => !likely.includes(number)), isDealt = (number) => this.dealt.has(number);
    for (const number of likely) for (const card of this.slots.get(number) ?? []) yield [number, card];
    for (const number of [...others.filter((x) => !isDealt(x)), ...others.filter(isDealt)]) {
      for (const card of this.slots.get(number)) if (this.tries-- > 0) yield [number, card];
    }
  }
  /** The numbers that a slot may have, in one of 2n + 1 decks, in a deck beyond them that was seen, or in the next one. */
  #inDecks(number) { return [...Array(this.decks + 1).keys()].map((deck) => deck * DECK + number); }
  /** Shares, and parts of those of others, each for a slot that it does not name (PROTOCOL 10.11). */
  #shares({ seat, bin, t, game }, found) {
    const { match, n } = this.table, owners = [seat, ...[...Array(n).keys()].map((i) => i + 1).filter((y) => y !== seat)];
    const keys = owners.map((y) => (y === seat ? this.own[y][0] : partKey(this.own[y], seat)));
    const find = (claim, likely) => {
      for (const [number, card] of claim ? this.#candidates(likely) : []) {
        for (const slot of this.#inDecks(number)) {
          const i = owners.findIndex((y, k) => claim([match, t, seat, "deckshare", slot, y], keys[k], card.a));
          if (i >= 0) return { number, slot, y: owners[i], card };
        }
      }
      return null;
    };
    let last = -1;
    for (const [Y, ...proof] of cut(bin, 96).map((share) => cut(share, 32))) {
      const hit = find(equalityClaim(Y, proof), [last, last + 1, ...found]);
      if (!hit) { if (this.tries > 0) game.accuse(seat, "share", t, "a share of no slot"); continue; }
      const { number, slot, y, card } = hit, dealt = this.shares.get(slot) ?? { card, whole: new Map(), parts: new Map() };
      if (!found.includes((last = number))) found.push(number);
      this.dealt.add(number);
      if (!card.a.equals(G)) this.points.add(card.a.bytes.toString("hex"));
      this.decks = Math.max(this.decks, Math.floor(slot / DECK) + 1);
      this.shares.set(slot, dealt);
      if (y === seat) dealt.whole.set(y, pointOn(Y));
      else dealt.parts.set(y, new Map([...(dealt.parts.get(y) ?? []), [seat, pointOn(Y)]]));
    }
  }
  /** rest of a slot that was dealt to a seat (PROTOCOL 10.12), or null where not all shares are known. */
  #rest(slot, seat) {
    const { n, majority } = this.table, dealt = this.shares.get(slot);
    let rest = dealt?.card.b ?? null;
    for (let y = 1; y <= n && rest; y++) {
      const parts = [...(dealt.parts.get(y) ?? [])].sort(([a], [b]) => a - b).slice(0, majority);
      const share = dealt.whole.get(y) ?? (parts.length === majority ? interpolate(parts) : null);
      if (y !== seat) rest = share && rest.minus(share);
    }
    return rest;
  }
  /** An opening [slot, face, share || h || z], PROTOCOL 10.13. */
  #open({ seat, t, game }, [number, face, bytes]) {
    const { match } = this.table, slot = Number(number), [Y, ...proof] = cut(bytes, 32), claim = equalityClaim(Y, proof);
    const refused = (why) => game.accuse(seat, "slot", t, `slot ${slot}: ${why}`), ctx = [match, t, seat, "deckshare", slot, seat];
    if (this.opened.has(slot)) return refused("opened twice");
    const isShown = ({ a }) => claim(ctx, this.own[seat][0], a);
    if (!claim || !(this.slots.get(slot % DECK) ?? []).some(isShown)) return refused("the share has a false proof");
    const rest = this.#rest(slot, seat), C = fromUniform(H("tether.face", [match, Math.floor(slot / DECK), face]));
    return rest && !rest.minus(pointOn(Y)).equals(C) ? refused("another face lies there") : this.opened.add(slot);
  }
  /** A copy a2 || b2 || h || z, PROTOCOL 10.14. */
  #copy({ seat, bin, t, game }, fresh) {
    const { match } = this.table, [first, second, ...proof] = cut(bin, 32), a2 = validPoint(first), b2 = validPoint(second);
    const fits = ([number, { a, b }]) => {
      const claim = equalityClaim(b2.minus(b).bytes, proof), A = a2.minus(a);
      return claim && this.#inDecks(number).some((slot) => claim([match, t, seat, "deckcopy", slot], A, this.K));
    };
    const dealt = [...this.shares.keys()].map((slot) => slot % DECK);
    if (a2 && b2) {
      if (this.#repeats([{ a: a2 }])) return game.accuse(seat, "copy", t, "a copy that repeats a point");
      for (const candidate of this.#candidates(dealt)) if (fits(candidate)) return this.#lay(t, fresh, [{ a: a2, b: b2 }]);
    }
    return this.tries > 0 && game.accuse(seat, "copy", t, "a copy of no slot");
  }
}
