// How a feed is read: where it stands, and whether an entry is well-formed. PROTOCOL 11.6.
import { H, hex, isArray, isBin, isInt, isStr } from "./bytes.js";
import { stepOf } from "./record.js";
import { validPoint } from "./points.js";

const MOST_CHAT = 200, PRIVATE = 534, MOST_VOTES = 1000, MOST_IDS = 64, MOST_SHARES = 6;
const STEP_BYTES = 524288, FEED_BYTES = 2097152, FEED_BYTES_A_STEP = 8192;
const OF_A_STEP = [1, 2, 3, 5, 6, 10];

const any = () => true, int = isInt, bin = (x) => isBin(x), array = (x) => isArray(x);
const TYPES = {
  1: [int, bin, bin, array], 2: [int, array, bin], 3: [int, int, any, any, array], 4: [isStr], 5: [int, int, array, array, any],
  6: [int, int, array], 7: [int], 8: [], 9: [int, bin, array], 10: [int, int], 11: [int, bin],
};
const isProof = (x) => isArray(x, 2) && x.every((part) => isBin(part, 32));
const isShare = (x) => isArray(x, 2) && isBin(x[0], 32) && isProof(x[1]);
const isBox = (x) => isArray(x, 2) && isBin(x[0], 32) && isBin(x[1], 48);
const areIds = (x) => x.length <= MOST_IDS && x.every((id) => isBin(id, 32));

const form = (why) => ["form", why], vote = (why) => ["vote", why];
const STANDING = { end: 0, commit: null, seal: null, vote: 0, W: null, cut: null, revealed: -1, votes: 0, behind: null };

/** Where one seat's feed stands. `read` gives null, or [kind of the breach, why]. */
export class Reading {
  constructor(table, seat, decks) {
    Object.assign(this, { table, seat, decks, step: 0, over: false, chat: 0, reached: 0, bytes: 0, size: 0 }, STANDING);
  }

  get hasRoom() { return this.bytes <= STEP_BYTES && this.size <= FEED_BYTES + FEED_BYTES_A_STEP * this.reached; }
  get dead() { return this.chat > MOST_CHAT || !this.hasRoom; }
  read(entry) {
    this.#count(entry);
    let breach = this.hasRoom ? null : form("more bytes than a seat may sign by this step");
    breach ??= entry.seen.length !== this.table.n ? form("seen has not a number for each seat") : this.#breach(entry);
    if (breach) this.chat += 1;
    return breach;
  }
  /** The bytes of what is signed, of the step that the feed has reached and of the whole feed. */
  #count(entry) {
    const reached = Math.max(this.reached, this.step, stepOf(entry));
    if (reached > this.reached) Object.assign(this, { reached, bytes: 0 });
    this.bytes += entry.bytes.length;
    this.size += entry.bytes.length;
  }
  #breach({ id, kind, body, seq }) {
    if (seq === 0) return kind === 0 ? this.#genesis(body) : form("the first entry has another kind");
    const types = kind === 0 ? undefined : TYPES[kind];
    if (!types) return form("a kind that never stands here");
    if (!isArray(body, types.length) || !types.every((is, i) => is(body[i]))) return form("a field of a body has another type");
    const [t] = body;
    if (kind === 4 && Buffer.byteLength(t) > 500) return form("a chat that is too long");
    if (kind === 11 && !(t >= 1 && t <= this.table.n && t !== this.seat && body[1].length === PRIVATE)) return form("a private line to nobody");
    if (![4, 8, 11].includes(kind)) {
      if (!(t > 0 && t < 2 ** 32)) return form("a step that there is not");
      if (this.over) return form("an entry behind the result");
    }
    if (kind === 9) this.over = true;
    else if (!OF_A_STEP.includes(kind)) {
      if (this.chat >= MOST_CHAT) return form("too much chat");
      this.chat += 1;
    } else {
      if (t < this.step) return form("a step before the one where the feed stands");
      const stands = t === this.step ? this : STANDING;
      const change = this[`kind${kind}`](stands, id, body); // a breach, or what stands anew
      if (isArray(change)) return change;
      Object.assign(this, stands === this ? {} : STANDING, { step: t, chat: kind === 10 ? this.chat + 1 : 0 }, change);
    }
    return null;
  }
  /** The body of entry 0, PROTOCOL 3.4 and 10.2. */
  #genesis(body) {
    const { n, majority, genesis } = this.table;
    const keys = (x) => isArray(x, majority) && x.every(validPoint), boxes = (x) => isArray(x, n - 1) && x.every(isBox);
    if (!isArray(body, this.decks ? 4 : 3)) return form("the body of entry 0 has another length");
    const [own, escrow, shares, deck] = body;
    if (!isBin(own) || !own.equals(genesis)) return form("another genesis than the cards make");
    if (!keys(escrow) || !boxes(shares)) return form("escrow keys or boxes that are none");
    if (!this.decks || (isArray(deck, 4) && keys(deck[0]) && isBin(deck[1], 32) && isProof(deck[2]) && boxes(deck[3]))) return null;
    return form("deck keys that are none");
  }
  #areSeats(seats) {
    return seats.every((seat, i) => isInt(seat) && seat >= 1 && seat <= this.table.n && (i === 0 || seats[i - 1] < seat));
  }
  kind10({ commit, end }, id, [, what]) {
    if (what < 1 || what > 2 || what <= end || this.chat >= MOST_CHAT) return form("a word about the end that may not be said");
    return commit ? form("a word about the end behind the commit") : { end: what };
  }
  kind1({ commit, end }, id, [, c, D, back]) {
    if (!isBin(c, 32) || !isBin(D, 32) || !this.#areSeats(back)) return form("a commit that is none");
    return commit ? form("a second commit in a step") : { commit: { id, c, D, end } };
  }
  kind2({ commit, seal, vote: round, cut }, id, [t, names, E]) {
    const { n, match } = this.table, own = names[this.seat - 1];
    if (names.length !== n || !names.every((x) => x === null || isBin(x, 16))) return form("the names of a seal are none");
    if (!commit) return form("a seal without a commit");
    if (seal) return form("a second seal in a step");
    if (round && !cut) return vote("a seal between a vote and its cut");
    if (!own || !own.equals(commit.id.subarray(0, 16))) return form("a seal does not name the own commit");
    const c = H("tether.commit", [match, t, this.seat, commit.D, E]);
    return c.equals(commit.c) ? { seal: id } : form("a seal does not open its commit");
  }
  kind5({ commit, vote: before, votes, revealed }, id, [, r, W, held, last]) {
    if (!(r > 0 && r < 65536)) return form("a round that there is not");
    if (!this.#areSeats(W) || !W.includes(this.seat) || W.length < this.table.majority) return form("a vote for no majority with its signer");
    if (!areIds(held) || !(last === null || isInt(last))) return form("the seals or the last round of a vote are none");
    if (votes >= MOST_VOTES) return form("too many votes in a step");
    if (!commit) return form("a vote without a commit");
    if (r <= before) return vote("a vote for a round that is not above the one before");
    if (last !== (revealed < 0 ? null : revealed)) return vote("a vote that does not own up to a reveal");
    return { vote: r, W, cut: null, votes: votes + 1 };
  }
  kind6({ vote: round, W, cut }, id, [, r, votes]) {
    if (!areIds(votes) || !votes.length) return form("the votes of a cut are none");
    if (r !== round) return vote("a cut for another round than the last vote's");
    if (cut) return vote("a second cut for a round");
    return W && votes.length === W.length ? { cut: votes } : form("a cut of another length than W");
  }
  kind3({ vote: voted, cut, seal, revealed }, id, [, round, Q, proof, shares]) {
    const none = Q === null && proof === null;
    if (!(none && round > 0) && !(isBin(Q, 32) && isProof(proof) && round >= 0)) return form("a reveal that is none");
    if (shares.length > MOST_SHARES || (round === 0 && shares.length) || !shares.every(isShare)) return form("shares that are none");
    if (round <= revealed) return form("a second reveal for a round");
    if (round !== voted) return vote("a reveal of another round than the last vote's");
    if (round > 0 && !cut) return vote("a reveal before the cut");
    return none || seal ? { revealed: round, behind: cut } : form("a reveal without a seal");
  }
}

/** The reading of the version that a side belongs to, up to the entry before it; null where that is not in the record. */
export function versionBefore(side, byId, table, decks) {
  const chain = [], reading = new Reading(table, side.seat, decks);
  for (let at = side; at.seq > 0;) {
    const before = byId.get(hex(at.prev));
    if (!before || before.seat !== side.seat || before.seq + 1 !== at.seq) return null;
    if (OF_A_STEP.includes(before.kind) && stepOf(before) > 0 && stepOf(before) < stepOf(side)) {
      reading.step = stepOf(before);
      break;
    }
    chain.push(before);
    at = before;
  }
  chain.reverse().forEach((entry) => reading.read(entry));
  return reading;
}
