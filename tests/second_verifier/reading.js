// How a feed is read: where it stands, and whether an entry is well-formed. PROTOCOL 11.6.
import { H, hex, isArray, isBin, isInt, isStr } from "./bytes.js";
import { stepOf } from "./record.js";
import { validPoint } from "./points.js";

const MOST_CHAT = 200, MOST_VOTES = 1000, MOST_IDS = 64, MOST_SHARES = 6;

const any = () => true, int = isInt, bin = (x) => isBin(x), array = (x) => isArray(x);
const TYPES = {
  1: [int, bin, bin, array], 2: [int, array, bin], 3: [int, int, any, any, array], 5: [int, int, array, array, any], 6: [int, int, array],
  7: [int], 9: [int, bin, array],
};
const isProof = (x) => isArray(x, 2) && x.every((part) => isBin(part, 32));
const areIds = (x) => x.length <= MOST_IDS && x.every((id) => isBin(id, 32));
const isBox = (x) => isArray(x, 2) && isBin(x[0], 32) && isBin(x[1], 48);

/** Where one seat's feed stands. `read` gives null, or [kind of the breach, why]. */
export class Reading {
  constructor(table, seat, decks) {
    Object.assign(this, { table, seat, decks, step: 0, seated: false, over: false, chat: 0 });
    this.#begin();
  }

  #begin() {
    Object.assign(this, { commit: null, seal: null, vote: 0, W: null, cut: null, revealed: -1, votes: 0, behind: null });
  }

  get dead() { return this.chat > MOST_CHAT; }

  read(entry) {
    const breach = this.#breach(entry);
    if (breach) this.chat += 1;
    return breach;
  }

  #areSeats(seats) {
    return seats.every((seat, i) => isInt(seat) && seat >= 1 && seat <= this.table.n && (i === 0 || seats[i - 1] < seat));
  }

  #breach({ id, kind, seen, body, seq }) {
    const form = (why) => ["form", why], { n, match, majority } = this.table;
    if (seen.length !== n) return form("seen has not a number for each seat");
    if (seq === 0) {
      const why = kind === 0 ? this.#falseGenesis(body) : "the first entry has another kind";
      if (why) return form(why);
      this.seated = true;
      return null;
    }
    if (kind === 0 || kind >= 10) return form("a kind that never stands here");
    if (!isArray(body)) return form("a body that is no array");
    if (kind === 4 || kind === 8) {
      const right = kind === 8 ? body.length === 0 : body.length === 1 && isStr(body[0]) && Buffer.byteLength(body[0]) <= 500;
      if (!right) return form("a chat or a wish that is none");
    } else {
      const types = TYPES[kind];
      if (body.length !== types.length || !types.every((is, i) => is(body[i]))) return form("a field of a body has another type");
      if (!(body[0] > 0 && body[0] < 2 ** 32)) return form("a step that there is not");
      if (this.over) return form("an entry behind the result");
    }
    if (kind === 4 || kind === 7 || kind === 8) {
      if (this.chat >= MOST_CHAT) return form("too much chat");
      this.chat += 1;
      return null;
    }
    if (kind === 9) {
      this.over = true;
      return null;
    }
    const t = body[0];
    if (t < this.step) return form("a step before the one where the feed stands");
    const later = t > this.step;
    const at = later ? new Reading(this.table, this.seat) : this; // what stands in step t, should the entry be void
    const breach = at[`kind${kind}`](id, body, form, majority, match);
    if (breach) return breach;
    if (later) {
      const { commit, seal, vote, W, cut, revealed, votes, behind } = at;
      Object.assign(this, { step: t, commit, seal, vote, W, cut, revealed, votes, behind });
    }
    this.chat = 0;
    return null;
  }

  /** The body of entry 0, PROTOCOL 3.4 and 10.2. */
  #falseGenesis(body) {
    const { n, majority, genesis } = this.table;
    if (!isArray(body) || body.length !== (this.decks ? 4 : 3)) return "the body of entry 0 has another length";
    const keys = (x) => isArray(x, majority) && x.every(validPoint), boxes = (x) => isArray(x, n - 1) && x.every(isBox);
    if (!isBin(body[0]) || !body[0].equals(genesis)) return "another genesis than the cards make";
    if (!keys(body[1])) return "escrow keys that are no valid points";
    if (!boxes(body[2])) return "boxes that are none";
    if (!this.decks) return null;
    const own = body[3];
    if (!isArray(own, 4) || !keys(own[0]) || !isBin(own[1], 32) || !isProof(own[2]) || !boxes(own[3])) return "deck keys that are none";
    return null;
  }

  kind1(id, [, c, D, back], form) {
    if (!isBin(c, 32) || !isBin(D, 32) || !this.#areSeats(back)) return form("a commit that is none");
    if (this.commit) return form("a second commit in a step");
    this.commit = { id, c, D };
    return null;
  }

  kind2(id, [t, names, E], form, majority, match) {
    if (names.length !== this.table.n || !names.every((x) => x === null || isBin(x, 16))) return form("the names of a seal are none");
    if (!this.commit) return form("a seal without a commit");
    if (this.seal) return form("a second seal in a step");
    if (this.vote && !this.cut) return ["vote", "a seal between a vote and its cut"];
    const own = names[this.seat - 1], { c, D } = this.commit;
    if (!own || !own.equals(this.commit.id.subarray(0, 16))) return form("a seal does not name the own commit");
    if (!H("tether.commit", [match, t, this.seat, D, E]).equals(c)) return form("a seal does not open its commit");
    this.seal = id;
    return null;
  }

  kind5(id, [, r, W, held, last], form, majority) {
    if (!(r > 0 && r < 65536)) return form("a round that there is not");
    if (!this.#areSeats(W) || !W.includes(this.seat) || W.length < majority) return form("a vote for no majority with its signer");
    if (!areIds(held)) return form("the seals of a vote are none");
    if (last !== null && !isInt(last)) return form("the last round of a vote is none");
    if (this.votes >= MOST_VOTES) return form("too many votes in a step");
    if (!this.commit) return form("a vote without a commit");
    if (r <= this.vote) return ["vote", "a vote for a round that is not above the one before"];
    if (last !== (this.revealed < 0 ? null : this.revealed)) return ["vote", "a vote that does not own up to a reveal"];
    Object.assign(this, { vote: r, W, cut: null, votes: this.votes + 1 });
    return null;
  }

  kind6(id, [, r, votes], form) {
    if (!areIds(votes) || !votes.length) return form("the votes of a cut are none");
    if (r !== this.vote) return ["vote", "a cut for another round than the last vote's"];
    if (this.cut) return ["vote", "a second cut for a round"];
    if (!this.W || votes.length !== this.W.length) return form("a cut of another length than W");
    this.cut = votes;
    return null;
  }

  kind3(id, [, round, Q, proof, shares], form) {
    const none = Q === null && proof === null;
    if (!(none && round > 0) && !(isBin(Q, 32) && isProof(proof) && round >= 0)) return form("a reveal that is none");
    if (shares.length > MOST_SHARES || (round === 0 && shares.length)) return form("shares where there are none");
    if (!shares.every((x) => isArray(x, 2) && isBin(x[0], 32) && isProof(x[1]))) return form("shares that are none");
    if (round <= this.revealed) return form("a second reveal for a round");
    if (round !== this.vote) return ["vote", "a reveal of another round than the last vote's"];
    if (round > 0 && !this.cut) return ["vote", "a reveal before the cut"];
    if (!none && !this.seal) return form("a reveal without a seal");
    Object.assign(this, { revealed: round, behind: this.cut });
    return null;
  }
}

/** The reading of the version that a side belongs to, up to the entry before it; null where that is not in the record. */
export function versionBefore(side, byId, table, decks) {
  const chain = [], step = stepOf(side);
  for (let at = side; at.seq > 0;) {
    const before = byId.get(hex(at.prev));
    if (!before || before.seat !== side.seat || before.seq + 1 !== at.seq) return null;
    chain.push(before);
    at = before;
    if ([1, 2, 3, 5, 6].includes(at.kind) && stepOf(at) > 0 && stepOf(at) < step) break;
  }
  const reading = new Reading(table, side.seat, decks);
  for (const entry of chain.reverse()) {
    if (entry.seq > 0 && entry === chain[0]) Object.assign(reading, { seated: true, step: stepOf(entry) });
    else reading.read(entry);
  }
  return reading;
}
