// The book of a step, rounds and counted sets. PROTOCOL 14, pure functions over well-formed entries.
import { enc, hex, same } from "./bytes.js";
import { combine, equalityHolds, inverseScalar, mod, L, validPoint } from "./points.js";

/** All commits, seals, votes, cuts and reveals of one step, of all versions of feeds. Ids are hex strings. */
export class Book {
  constructor() {
    Object.assign(this, { commits: new Map(), named: new Map(), seals: new Map(), votes: new Map(), cuts: [], reveals: new Map() });
    Object.assign(this, { under: new Map(), sealings: new Map() }); // seals by seat and commit; what is named, by whom under which commit
  }

  /** Adds an entry; `reading` is where its version stands behind it. */
  add({ id, seat, kind, body }, reading) {
    const key = hex(id), commit = reading.commit && hex(reading.commit.id);
    if (kind === 1) {
      this.commits.set(key, { id: key, seat, c: body[1], D: body[2], back: body[3] });
      this.named.set(`${seat}:${key.slice(0, 32)}`, key);
    } else if (kind === 2) {
      const seal = { id: key, seat, commit, names: body[1], E: body[2] }, names = hex(enc(body[1]));
      this.seals.set(key, seal);
      this.under.set(`${seat}:${commit}`, this.under.get(`${seat}:${commit}`) ?? seal);
      if (!this.sealings.has(names)) this.sealings.set(names, { names: body[1], by: new Set() });
      this.sealings.get(names).by.add(`${seat}:${commit}`);
    }
    if (kind === 5) {
      const behind = reading.behind && reading.behind.map(hex);
      this.votes.set(key, { id: key, seat, r: body[1], W: body[2], held: body[3].map(hex), last: body[4], commit, behind });
    } else if (kind === 6) this.cuts.push({ seat, r: body[1], votes: body[2].map(hex) });
    else {
      const place = `${seat}:${body[1]}`;
      if (!this.reveals.has(place)) this.reveals.set(place, []);
      this.reveals.get(place).push({ seat, Q: body[2], shares: body[4] });
    }
  }

  /** The reveal of a seat for a round: of several the first. */
  reveal(seat, round) {
    return this.reveals.get(`${seat}:${round}`)?.[0];
  }

  sealUnder(seat, commit) {
    return this.under.get(`${seat}:${commit}`) ?? null; // of several any: E is fixed by the commit
  }
}

const ascending = (map) => new Map([...map].sort(([a], [b]) => a - b));
const equal = (a, b) => a.size === b.size && [...a].every(([seat, commit]) => b.get(seat) === commit);

/** Counted sets of a step: Maps from seat, ascending, to the id of its commit. */
export class Rounds {
  constructor(book, D, present, isHere) {
    Object.assign(this, { book, D, present, isHere, known: new Map() });
  }

  #isRight(commit) {
    return Boolean(commit && this.D && commit.D.equals(this.D));
  }

  /** C_0, PROTOCOL 14.4, or null. */
  first() {
    if (this.zero !== undefined) return this.zero;
    this.zero = null;
    for (const { names, by } of this.book.sealings.values()) {
      const counted = new Map();
      for (const seat of this.present) {
        const name = names[seat - 1], id = name && this.book.named.get(`${seat}:${hex(name)}`);
        if (id && by.has(`${seat}:${id}`) && this.#isRight(this.book.commits.get(id))) counted.set(seat, id);
      }
      if (counted.size === this.present.length) return (this.zero = counted);
    }
    return null;
  }

  /** The votes of these ids if they are one vote (t, round, W) of each seat of W, in order; else null. */
  #ballot(ids, round) {
    const votes = ids.map((id) => this.book.votes.get(id));
    if (!votes.length || !votes.every((vote) => vote && vote.r === round && same(vote.W, votes[0].W))) return null;
    return same(votes.map((vote) => vote.seat), votes[0].W) ? votes : null;
  }

  /** The counted set of the votes with these ids, or null as long as there is none. */
  later(ids, round) {
    const key = `${round}:${ids.join()}`;
    if (!this.known.has(key)) this.known.set(key, this.#count(this.#ballot(ids, round)));
    return this.known.get(key);
  }

  #count(votes) {
    if (!votes || !votes[0].W.every((seat) => this.isHere(seat))) return null;
    const listed = votes.flatMap((vote) => vote.held.map((id) => this.book.seals.get(id)));
    if (!listed.every(Boolean)) return null;
    const lasts = votes.filter((vote) => vote.last !== null).map((vote) => vote.last);
    return lasts.length ? this.#bound(votes, Math.max(...lasts)) : this.#free(votes, listed);
  }

  /** Some of the seats have revealed before: what they revealed with stands. */
  #bound(votes, last) {
    const sets = votes.filter((vote) => vote.last === last).map((vote) => {
      if (!this.book.reveal(vote.seat, last)) return null;
      return last === 0 ? this.first() : vote.behind && this.later(vote.behind, last);
    });
    if (!sets.every((set) => set && equal(set, sets[0]))) return null;
    return [...sets[0]].every(([seat, commit]) => this.book.sealUnder(seat, commit)) ? sets[0] : null;
  }

  #free(votes, listed) {
    const W = votes[0].W, counted = new Map();
    for (const vote of votes) {
      if (!this.#isRight(this.book.commits.get(vote.commit))) return null;
      counted.set(vote.seat, vote.commit);
    }
    for (const seat of this.present.filter((x) => !W.includes(x))) {
      const commits = new Set(listed.filter((seal) => seal.seat === seat).map((seal) => seal.commit));
      const right = [...commits].filter((id) => this.#isRight(this.book.commits.get(id)));
      if (right.length !== 1) continue;
      const contradicts = (seal) => W.includes(seal.seat) && seal.names[seat - 1] && hex(seal.names[seat - 1]) !== right[0].slice(0, 32);
      if (!listed.some(contradicts)) counted.set(seat, right[0]);
    }
    return ascending(counted);
  }

  /** All that could resolve the step, round 0 first, then ascending: {round, W, counted}, with reveals of all of W (PROTOCOL 14.5). */
  *resolving() {
    const zero = this.first();
    if (zero) yield* this.#revealed({ round: 0, W: this.present, counted: zero });
    const inForce = new Map();
    for (const cut of this.book.cuts) {
      const key = `${cut.r}:${cut.votes.join()}`;
      if (!inForce.has(key)) inForce.set(key, { ...cut, seats: new Set() });
      inForce.get(key).seats.add(cut.seat);
    }
    for (const { r, votes, seats } of [...inForce.values()].sort((a, b) => a.r - b.r)) {
      const ballot = this.#ballot(votes, r);
      if (!ballot || !ballot[0].W.every((seat) => seats.has(seat))) continue;
      const counted = this.later(votes, r);
      if (counted) yield* this.#revealed({ round: r, W: ballot[0].W, counted });
    }
  }

  *#revealed(way) {
    const { round, W, counted } = way, rest = [...counted.keys()].filter((seat) => !W.includes(seat));
    if (![...counted].every(([seat, commit]) => this.book.sealUnder(seat, commit))) return;
    const right = (seat) => {
      const reveal = this.book.reveal(seat, round);
      return reveal && (reveal.Q !== null) === counted.has(seat) && reveal.shares.length === rest.length;
    };
    if (W.every(right)) yield { ...way, rest };
  }
}

/** F_x(y) of the keys A_j of x. */
export const partKey = (keys, y) => combine(keys.map((A, j) => [BigInt(y) ** BigInt(j), A]));

/** The interpolation at 0 of [y, point] parts. */
export function interpolate(parts) {
  return combine(parts.map(([y, point]) => {
    let factor = 1n;
    for (const [z] of parts) if (z !== y) factor = mod(factor * BigInt(z) * inverseScalar(BigInt(z - y)), L);
    return [factor, point];
  }));
}

/** The seal points of the counted seats by seat, or {liar} with the seat of W that gave a false share (PROTOCOL 14.5). */
export function sealPoints({ round, W, counted, rest }, book, { match, majority, t, stepPoint, escrow }) {
  const points = new Map();
  for (const seat of W) if (counted.has(seat)) points.set(seat, book.reveal(seat, round).Q);
  for (const y of W) {
    for (const [i, x] of rest.entries()) {
      const [share, proof] = book.reveal(y, round).shares[i];
      if (!equalityHolds([match, t, y, x], partKey(escrow[x], y), stepPoint, share, proof)) return { liar: y };
    }
  }
  for (const [i, x] of rest.entries()) {
    const parts = W.slice(0, majority).map((y) => [y, validPoint(book.reveal(y, round).shares[i][0])]);
    points.set(x, interpolate(parts).bytes);
  }
  return { points };
}
