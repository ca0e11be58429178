// The book of a step, rounds and counted sets. PROTOCOL 14: functions over well-formed entries.
import { enc, hex, same } from "./bytes.js";
import { combine, equalityHolds, inverseScalar, mod, L, validPoint } from "./points.js";
const at = (seat, what) => `${seat}:${what}`;

/** All commits, seals, votes, cuts and reveals of one step, of all versions of feeds. Ids are hex strings. */
export class Book {
  commits = new Map(); seals = new Map(); votes = new Map(); // by id
  named = new Map(); under = new Map(); reveals = new Map(); // ids of commits by seat and name, seals by seat and commit, reveals by seat and round
  cuts = [];
  /** Adds an entry; `reading` is where its version stands behind it. */
  add({ id, seat, kind, body }, reading) {
    const key = hex(id), commit = reading.commit && hex(reading.commit.id);
    if (kind === 1) {
      this.commits.set(key, { D: body[2], back: body[3], end: reading.commit.end });
      this.named.set(at(seat, key.slice(0, 32)), key);
    } else if (kind === 2) {
      this.seals.set(key, { seat, commit, names: body[1], E: body[2] });
      this.under.set(at(seat, commit), this.seals.get(key)); // of several any: E is fixed by the commit
    } else if (kind === 5) {
      const [, r, W, held, last] = body;
      this.votes.set(key, { seat, r, W, held: held.map(hex), last, commit, behind: reading.behind && reading.behind.map(hex) });
    } else if (kind === 6) this.cuts.push({ seat, r: body[1], votes: body[2].map(hex) });
    else if (kind === 3) {
      const place = at(seat, body[1]);
      if (!this.reveals.has(place)) this.reveals.set(place, []);
      this.reveals.get(place).push({ Q: body[2], shares: body[4] });
    }
  }
  /** The reveal of a seat for a round: of several the first. */
  reveal(seat, round) { return this.reveals.get(at(seat, round))?.[0]; }
  dropReveal(seat, round) { this.reveals.get(at(seat, round)).shift(); }
  sealUnder(seat, commit) { return this.under.get(at(seat, commit)); }
}
const equal = (a, b) => a.size === b.size && [...a].every(([seat, commit]) => b.get(seat) === commit);

/** Counted sets of a step, PROTOCOL 14.4: Maps from seat, ascending, to the id of its commit. `isHere`: present or returned. */
export class Rounds {
  constructor(book, D, present, isHere) {
    Object.assign(this, { book, D, present, isHere, known: new Map() });
  }
  #isRight(id) {
    const commit = this.book.commits.get(id);
    return Boolean(commit && this.D?.equals(commit.D));
  }
  /** C_0 or null. */
  first() {
    const namings = new Map(); // what seals name of the present seats, and which they are
    for (const { seat, commit, names } of this.book.seals.values()) {
      const present = this.present.map((x) => names[x - 1]), key = hex(enc(present));
      if (!namings.has(key)) namings.set(key, { present, by: new Set() });
      namings.get(key).by.add(at(seat, commit));
    }
    for (const { present, by } of namings.values()) {
      const commits = this.present.map((seat, i) => [seat, present[i] && this.book.named.get(at(seat, hex(present[i])))]);
      if (commits.every(([seat, id]) => id && by.has(at(seat, id)) && this.#isRight(id))) return new Map(commits);
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
    const key = at(round, ids.join());
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
    const [set, ...others] = votes.filter((vote) => vote.last === last).map((vote) => {
      if (!this.book.reveal(vote.seat, last)) return null;
      return last === 0 ? this.first() : vote.behind && this.later(vote.behind, last);
    });
    const holds = set && others.every((other) => other && equal(set, other)) && this.#isSealed(set);
    return holds ? set : null;
  }
  #isSealed(set) { return [...set].every(([seat, commit]) => this.book.sealUnder(seat, commit)); }
  #free(votes, listed) {
    const [{ W }] = votes, counted = votes.map((vote) => [vote.seat, vote.commit]);
    if (!counted.every(([, commit]) => this.#isRight(commit))) return null;
    for (const seat of this.present.filter((x) => !W.includes(x))) {
      const [right, second] = new Set(listed.filter((seal) => seal.seat === seat && this.#isRight(seal.commit)).map((seal) => seal.commit));
      const contradicts = ({ seat: by, names }) => W.includes(by) && names[seat - 1] && hex(names[seat - 1]) !== right.slice(0, 32);
      if (right && !second && !listed.some(contradicts)) counted.push([seat, right]);
    }
    return new Map(counted.sort(([a], [b]) => a - b));
  }
  /** What could resolve the step, round 0 first, then ascending: {round, W, counted, rest}, with reveals of all of W (PROTOCOL 14.5). */
  *resolving() {
    const zero = this.first(), inForce = new Map();
    if (zero) yield* this.#revealed(0, this.present, zero);
    for (const { seat, r, votes } of this.book.cuts) {
      const key = at(r, votes.join());
      if (!inForce.has(key)) inForce.set(key, { r, votes, by: new Set() });
      inForce.get(key).by.add(seat);
    }
    for (const { r, votes, by } of [...inForce.values()].sort((a, b) => a.r - b.r)) {
      const W = this.#ballot(votes, r)?.[0].W, counted = W?.every((seat) => by.has(seat)) && this.later(votes, r);
      if (counted) yield* this.#revealed(r, W, counted);
    }
  }
  *#revealed(round, W, counted) {
    const rest = [...counted.keys()].filter((seat) => !W.includes(seat)), right = (seat) => {
      const reveal = this.book.reveal(seat, round);
      return reveal && (reveal.Q !== null) === counted.has(seat) && reveal.shares.length === rest.length;
    };
    if (this.#isSealed(counted) && W.every(right)) yield { round, W, counted, rest };
  }
}

/** F_x(y) of the keys A_j of x. */
export const partKey = (keys, y) => combine(keys.map((A, j) => [BigInt(y) ** BigInt(j), A]));

/** The interpolation at 0 of [y, point] parts. */
export function interpolate(parts) {
  return combine(parts.map(([y, point]) => {
    const others = parts.filter(([z]) => z !== y).map(([z]) => mod(BigInt(z) * inverseScalar(BigInt(z - y)), L));
    return [others.reduce((a, b) => mod(a * b, L), 1n), point];
  }));
}

/** The seal points of the counted seats, or {liar, of}: the seat of W that gave a false share of that seat (PROTOCOL 14.5). */
export function sealPoints({ round, W, counted, rest }, book, { match, majority, t, stepPoint, escrow }) {
  const points = new Map(W.filter((seat) => counted.has(seat)).map((seat) => [seat, book.reveal(seat, round).Q]));
  for (const y of W) {
    const isRight = (x, i) => equalityHolds([match, t, y, x], partKey(escrow[x], y), stepPoint, ...book.reveal(y, round).shares[i]);
    const of = rest.find((x, i) => !isRight(x, i));
    if (of) return { liar: y, of };
  }
  rest.forEach((x, i) => {
    points.set(x, interpolate(W.slice(0, majority).map((y) => [y, validPoint(book.reveal(y, round).shares[i][0])])).bytes);
  });
  return { points };
}
