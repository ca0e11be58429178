// A match, step by step: check i of PROTOCOL 19.3, parts 19.4 to 19.11.
import { H, Refused, decode, hex, isArray, isBin, refuse, same } from "./bytes.js";
import { Finding, stepOf } from "./record.js";
import { Reading, versionBefore } from "./reading.js";
import { Book, Rounds, sealPoints } from "./rounds.js";
import { equalityHolds, fromUniform, opened, pointOn } from "./points.js";
import { Slots } from "./slots.js";
import { SharedDecks } from "./decks.js";

const HEAD = 34, BLOCK = 256;

/** The bytes of the decision in an opening, PROTOCOL 4.1; without the rules any number of blocks that holds it will do. */
function contentOf(O, room, anyRoom) {
  const size = O.length < HEAD ? O.length : O.readUInt16BE(32), least = BLOCK * Math.ceil((HEAD + Math.max(size, room)) / BLOCK);
  if (O.length < HEAD + size || O.length % BLOCK || (anyRoom ? O.length < least : O.length !== least)) refuse("an opening of another length");
  if (O.subarray(HEAD + size).some((byte) => byte)) refuse("padded with other bytes than zeros");
  return O.subarray(HEAD, HEAD + size);
}

/** A match that is read; `rules` is null where of its game the structure alone is known (PROTOCOL 19.11), else what games.js has. */
export class Match {
  /** `isOurs`: whether nothing speaks against other rules than ours; else nobody is named but for forks (PROTOCOL 19.10). */
  constructor(table, { feeds, sides }, rules, state, isOurs = true) {
    const seats = Array.from({ length: table.n }, (_, i) => i + 1);
    const decks = 2 * feeds.filter((feed) => isArray(feed?.[0]?.body, 4)).length > table.n; // the rules say it; without them most entries 0
    Object.assign(this, { table, feeds, sides, rules, state, isOurs, seats, decks, t: 1, over: false, escrow: [], results: new Set() });
    Object.assign(this, { tookPart: decks ? [] : seats, present: seats, away: new Map(), returned: new Set(), conceded: new Set(), broke: new Set(), accused: new Map() }); // away since when
    Object.assign(this, { readings: feeds.map((_, seat) => new Reading(table, seat, decks)), next: feeds.map(() => 0) });
    this.beacon = H("tether.beacon", [table.match, 0]);
    this.D = rules ? rules.digest(state) : null;
    this.closed = decks ? new SharedDecks(table) : new Slots(table.match);
    const beside = sides.length ? [...feeds.slice(1).flat(), ...sides] : [];
    this.byId = new Map(beside.map((entry) => [hex(entry.id), entry]));
    this.sidesOf = new Map();
    for (const side of sides) {
      if (!this.sidesOf.has(stepOf(side))) this.sidesOf.set(stepOf(side), []);
      this.sidesOf.get(stepOf(side)).push(side);
    }
    const isSaid = ({ kind, body }) => kind !== 9 || (isArray(body, 3) && isBin(body[1]) && isArray(body[2]));
    this.says = feeds.slice(1).map((feed) => new Set(feed.filter(isSaid).map((entry) => `${entry.kind}:${stepOf(entry)}`)));
    this.#begin();
  }
  #begin() {
    this.book = new Book();
    this.stepPoint = fromUniform(H("tether.step", [this.table.match, this.t]));
    this.sidesRead = false;
    this.signed = new Map(); // the D that present seats sign in commits of this step, by seat and D
    this.strays = new Set(); // present seats with a D that is not D_t
  }
  /** Reads and resolves to the end; gives the verdict of PROTOCOL 19.9. */
  run() {
    try {
      do {
        while (this.#pass());
      } while (!this.over && this.#resolve());
    } catch (error) {
      if (this.isOurs || !(error instanceof Finding)) throw error;
    }
    if (this.rules && !this.over) this.#findStrays(this.D);
    this.#accuseStrays(this.t);
    const complete = this.over && this.present.some((seat) => this.results.has(seat)), named = this.isOurs ? [...this.accused.values()] : [];
    const accused = named.sort((a, b) => a.when - b.when);
    if (!complete) {
      const [side] = [...this.sides].sort((a, b) => a.seat - b.seat);
      if (side) {
        const steps = [side, this.feeds[side.seat][side.seq]].map((entry) => (entry && stepOf(entry)) || Infinity), step = Math.min(...steps);
        throw new Finding(side.seat, "fork", step === Infinity ? null : step, "two entries in one place of the feed");
      }
      this.#noTwoStates();
      if (accused.length) throw accused[0];
    }
    return { steps: this.t - 1, complete, accused };
  }
  /** Accuses a seat, once for each step and kind; `when`: the step in which the rules would have seen it. */
  accuse(seat, rule, step, why, when = this.t) {
    const key = `${seat} ${rule} ${step}`;
    if (!this.accused.has(key)) this.accused.set(key, Object.assign(new Finding(seat, rule, step, why), { when }));
  }

  // Reading, PROTOCOL 19.4.
  #pass() {
    let any = false;
    for (const seat of this.seats) {
      const feed = this.feeds[seat];
      while (this.next[seat] < feed.length && !this.readings[seat].dead && this.#mayBeRead(feed[this.next[seat]])) {
        this.#read(feed[this.next[seat]++]);
        any = true;
      }
    }
    if (!this.sidesRead && !this.#waitsForKeys()) {
      this.sidesRead = true;
      for (const side of this.sidesOf.get(this.t) ?? []) {
        const reading = versionBefore(side, this.byId, this.table, this.decks);
        if (reading && !reading.dead && side.kind !== 7 && side.kind !== 9 && !reading.read(side)) this.#effect(side, reading);
        any = true;
      }
    }
    return any;
  }
  #waitsForKeys() {
    return this.decks && this.seats.some((seat) => !this.next[seat]);
  }
  #mayBeRead(entry) {
    if (entry.seq > 0 && this.#waitsForKeys()) return false;
    return stepOf(entry) <= (entry.kind === 9 ? this.t - 1 : this.t);
  }
  #read(entry) {
    const { seat, seq } = entry, reading = this.readings[seat], breach = reading.read(entry);
    if (!breach) return this.#effect(entry, reading);
    const [rule, why] = breach;
    if (seq === 0) throw new Finding(seat, "form", null, why);
    const standing = reading.revealed >= 0 ? reading.step + 1 : reading.step;
    return this.accuse(seat, rule, stepOf(entry) || standing, why);
  }
  #effect(entry, reading) {
    const { seat, kind, body } = entry, { match } = this.table;
    if (kind === 0) {
      this.escrow[seat] = body[1].map(pointOn);
      if (this.decks) this.closed.keys(seat, body[3]);
      if (this.decks && !this.#waitsForKeys()) this.closed.join();
    } else if (kind === 7) {
      if (this.away.has(seat) && this.away.get(seat) <= body[0]) this.returned.add(seat);
    } else if (kind === 9) this.#result(entry);
    else if ([1, 2, 3, 5, 6].includes(kind) && body[0] === this.t) {
      if (kind === 1 && this.over) return this.accuse(seat, "form", this.t, "a commit after the end of the match");
      if (kind === 1 && this.present.includes(seat)) this.signed.set(`${seat} ${hex(body[2])}`, { seat, D: body[2] });
      const isFalse = () => !equalityHolds([match, this.t, seat, seat], this.escrow[seat][0], this.stepPoint, body[2], body[3]);
      if (kind === 3 && body[2] !== null && isFalse()) return this.accuse(seat, "form", this.t, "the proof of a reveal is false");
      this.book.add(entry, reading);
    }
  }
  /** Finds the present seats whose commits sign another D than this one. */
  #findStrays(right) {
    this.strays = new Set([...this.signed.values()].filter(({ D }) => !D.equals(right)).map(({ seat }) => seat));
  }
  /** Accuses the seats with another state that must know this one: they resolved the step before in round 0. */
  #accuseStrays(step) {
    for (const seat of [...this.strays].sort()) if (this.tookPart.includes(seat)) this.accuse(seat, "digest", step, "another state than the record gives");
  }
  /** Without the rules, a record that ends in a step in which present seats sign two states has a breach. */
  #noTwoStates() {
    const states = new Set([...this.signed.values()].map(({ D }) => hex(D)));
    if (!this.rules && states.size > 1) throw new Finding(0, "digest", this.t, "two states are signed");
  }
  /** Whether the match ends after step t as far as the structure shows: more feeds have a result of it than a commit after it. */
  #endsAfter(t) {
    const many = (kind, step) => this.says.filter((said) => said.has(`${kind}:${step}`)).length;
    return many(9, t) > many(1, t + 1);
  }
  #result({ seat, body: [t, D, outcome] }) {
    if (!this.over || t !== this.t - 1) return this.accuse(seat, "form", t, "a result where the match is not over");
    if (!this.present.includes(seat) && !(this.D && this.D.equals(D))) return undefined;
    if (!this.D) this.D = D;
    if (!this.D.equals(D)) {
      if (!this.rules) throw new Finding(0, "digest", t, "two states are signed");
      if (this.present.includes(seat)) this.strays.add(seat);
      return undefined;
    }
    const standing = this.rules ? this.#standing() : (this.outcome ??= outcome);
    if (!same(standing, outcome)) return this.accuse(this.rules ? seat : 0, "form", t, "an outcome that is not the standing");
    this.results.add(seat);
    return undefined;
  }

  /** The standing: behind come seats that have conceded, last those that broke a rule, never first. PROTOCOL 14.12 and 14.13. */
  #standing() {
    const places = this.rules.standing(this.state), { broke, conceded } = this;
    const order = ([rank, seat]) => (broke.has(seat) ? 16 : (conceded.has(seat) ? 8 : 0) + rank);
    const before = (place) => places.filter((other) => order(other) < order(place)).length;
    const ranked = places.map((place) => [Math.max(broke.has(place[1]) ? 2 : 1, 1 + before(place)), ...place.slice(1)]);
    return conceded.size || broke.size ? ranked.sort(([a], [b]) => a - b) : places;
  }
  /** Whether what was said before the counted commits ends the match, PROTOCOL 14.11 and 14.12. */
  #isEnded(counted) {
    const said = new Map([...counted].map(([seat, commit]) => [seat, this.book.commits.get(commit).end]));
    said.forEach((what, seat) => what === 2 && this.conceded.add(seat));
    const staying = this.seats.filter((seat) => !this.conceded.has(seat));
    const asked = staying.filter((seat) => this.present.includes(seat) && said.has(seat));
    if ([...said].some(([, what]) => what === 2) && staying.length <= 1) return true;
    return asked.length > 0 && asked.every((seat) => said.get(seat) === 1);
  }

  // Resolving, PROTOCOL 19.6 to 19.8.
  #resolve() {
    const isHere = (seat) => this.present.includes(seat) || this.returned.has(seat), { t, stepPoint, escrow } = this;
    for (;;) {
      const states = this.rules ? [this.D] : [...this.signed.values()].map(({ D }) => D); // without rules the counted commits show which is right
      const ways = states.map((D) => [D, new Rounds(this.book, D, this.present, isHere).resolving().next().value]);
      const [D, way] = ways.find(([, found]) => found) ?? [];
      if (!way) return false;
      const { points, liar, of } = sealPoints(way, this.book, { ...this.table, t, stepPoint, escrow });
      if (!liar) {
        this.#findStrays(D);
        this.#accuseStrays(t);
        this.tookPart = way.round === 0 ? way.W : [];
        this.#step(way.counted, points);
        return true;
      }
      const isRekeyed = this.sides.some(({ seat, seq }) => seat === of && seq === 0); // then the liar may hold the other version
      if (!isRekeyed) this.accuse(liar, "form", t, "a share with a false proof");
      this.book.dropReveal(liar, way.round); // what counted on that reveal may count no more
    }
  }
  /** Opens one seat's E: {nonce, decision} or {nonce, refused: [kind, why]}. */
  #open(seat, commit, Q, asked) {
    const { match } = this.table, t = this.t;
    const O = opened(H("tether.sealkey", [Q]), this.book.sealUnder(seat, commit).E, [match, t, seat]);
    if (!O) return { refused: ["seal", "the proven key does not open the seal"] };
    if (O.length <= 32) return { refused: ["decision", "an opening without a decision"] };
    const nonce = O.subarray(0, 32), room = asked ? this.rules.room?.(this.state, seat) ?? 0 : 0;
    try {
      const decision = decode(contentOf(O, room, asked === undefined));
      if (asked && decision === null) refuse("nothing was decided though asked");
      return asked === false && decision !== null ? refuse("something was decided though not asked") : { nonce, decision };
    } catch (error) {
      if (error instanceof Refused) return { nonce, refused: ["decision", error.message] };
      throw error;
    }
  }
  #step(counted, points) {
    const { t, rules, state } = this, mute = this.#mute(), decisions = new Map(), nonces = [], ended = this.#isEnded(counted);
    const asked = rules && rules.asked(state).filter((seat) => !mute.has(seat)), refusedNow = [];
    const refuse = (seat, [kind, why]) => {
      decisions.delete(seat);
      refusedNow.push(seat);
      this.accuse(seat, kind, t, why);
    };
    for (const [seat, commit] of counted) {
      const isAsked = asked?.includes(seat), { nonce, decision, refused } = this.#open(seat, commit, points.get(seat), isAsked);
      const shaped = isAsked && !refused ? rules.shape(state, decision) : decision;
      if (nonce) nonces.push([seat, nonce]);
      if (refused) refuse(seat, refused);
      else if (isAsked && shaped === null) refuse(seat, ["decision", "a decision of another shape"]);
      else if (isAsked !== false) decisions.set(seat, shaped);
    }
    this.beacon = H("tether.beacon", [this.table.match, t, this.beacon, nonces]);
    if (rules && !ended) {
      for (const [seat, decision] of [...decisions]) {
        const refused = rules.check(state, seat, decision);
        if (refused) refuse(seat, refused);
      }
      const lost = this.seats.filter((seat) => !counted.has(seat) || mute.has(seat) || refusedNow.includes(seat));
      this.state = rules.step(state, decisions, lost, this.beacon);
    } else if (!ended) this.closed.step(t, decisions, this);
    this.over = ended || (rules ? this.state.over : this.#endsAfter(t));
    refusedNow.forEach((seat) => this.broke.add(seat));
    this.D = rules && rules.digest(this.state);
    this.#presence(counted);
    this.t += 1;
    this.#begin();
  }
  /** The seats that have broken a rule and have no say in this step, PROTOCOL 14.13. */
  #mute() {
    const left = this.present.filter((seat) => !this.broke.has(seat));
    return left.length >= this.table.majority ? this.broke : new Set();
  }
  /** Who is present in the next step, PROTOCOL 14.6. */
  #presence(counted) {
    const lists = [...counted.values()].map((commit) => this.book.commits.get(commit).back);
    const comesBack = (seat) => this.away.has(seat) && lists.every((list) => list.includes(seat));
    this.present = this.seats.filter((seat) => counted.has(seat) || comesBack(seat));
    for (const seat of this.seats) {
      const isPresent = this.present.includes(seat);
      if (isPresent || !this.away.has(seat)) this.returned.delete(seat);
      if (isPresent) this.away.delete(seat);
      else if (!this.away.has(seat)) this.away.set(seat, this.t + 1);
    }
  }
}
