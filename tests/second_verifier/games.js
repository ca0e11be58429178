// The rules of the sample games. PROTOCOL 24 and 25.
import { H, blake2b, enc, isArray, isBin, isInt } from "./bytes.js";

/** The stream R(key, label), PROTOCOL 5.2 and 5.3. */
export class Stream {
  constructor(key, label) {
    Object.assign(this, { key, label: enc(label), block: 0, numbers: [] });
  }
  uniform(k) {
    if (k === 1) return 0;
    const bound = 2n ** 64n - (2n ** 64n % BigInt(k));
    for (;;) {
      if (!this.numbers.length) {
        const number = Buffer.alloc(8);
        number.writeBigUInt64LE(BigInt(this.block++));
        const bytes = blake2b(Buffer.concat([this.label, number]), 64, "tether.random", this.key);
        for (let i = 0; i < 8; i++) this.numbers.push(bytes.readBigUInt64LE(8 * i));
      }
      const x = this.numbers.shift();
      if (x < bound) return Number(x % BigInt(k));
    }
  }
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.uniform(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}
const ZEROS = Buffer.alloc(32);
const seatsOf = (state) => state.gold.slice(1).map((_, i) => i + 1);
const oneOf = (options, values) => options.length === 1 && values.includes(options[0]);

/** Seats by gold, most first (PROTOCOL 24.5). */
function byGold({ gold }) {
  const ranked = gold.slice(1).map((have, i) => [have, i + 1]).sort(([a, x], [b, y]) => b - a || x - y);
  return ranked.map(([have, seat]) => [1 + ranked.filter(([other]) => other > have).length, seat, [["gold", have]]]);
}
const POT = {
  fits: (n, options) => n >= 2 && oneOf(options, [3, 6, 12, 150, 300]),
  first: (n, [goal]) => ({ t: 1, beacon: ZEROS, over: false, pot: 5, gold: [goal, ...Array(n).fill(0)], turn: 1 }),
  playedOn: (state) => ({ ...state, t: 1, beacon: ZEROS, starts: true }),
  digest: ({ t, beacon, over, pot, gold, turn }) => H("tether.state", [t, beacon, over, pot, gold, turn]),
  asked: ({ over, starts, turn, gold }) => (!over && !starts && turn < gold.length ? [turn] : []),
  shape: (state, x) => (!isArray(x, 1) ? null : isBin(x[0], 1) ? [x[0][0]] : isInt(x[0]) ? x : null),
  check: ({ pot }, seat, [amount]) => (amount >= 0 && amount <= Math.min(3, pot) ? null : ["decision", "an amount that may not be taken"]),
  step: (old, decisions, lost, beacon) => {
    if (old.starts) return { ...old, t: old.t + 1, beacon, starts: false };
    const gold = [...old.gold], [goal] = gold;
    let { t, pot, turn } = old;
    if (turn < gold.length) {
      const most = Math.min(3, pot) + 1;
      const amount = decisions.has(turn) ? Number(decisions.get(turn)[0]) : new Stream(beacon, ["standin", turn]).uniform(most);
      pot -= amount;
      gold[turn] += amount;
      turn += 1;
    } else {
      pot += 1 + new Stream(beacon, ["fill"]).uniform(6);
      turn = 1;
    }
    const over = gold.slice(1).some((have) => have >= goal) || t >= Math.max(600, 4 * goal);
    return { t: t + 1, beacon, over, pot, gold, turn };
  },
  standing: byGold,
};
const STEP = 1024, MARK = 2 ** 32;
const TRICKS = {
  fits: (n, options) => n >= 2 && oneOf(options, [2, 3, 5, 8]),
  first: (n, [rounds], match) => ({
    t: 1, beacon: ZEROS, over: false, match, rounds, gold: Array(n + 1).fill(0),
    held: [[], ...Array.from({ length: n }, () => Array.from({ length: rounds }, (_, i) => i + 1))],
    slots: Array.from({ length: n + 1 }, () => []), marks: new Map(),
  }),
  digest: ({ t, beacon, over, match, rounds, gold, held, slots, marks }) =>
    H("tether.state", [t, beacon, over, match, rounds, gold, held, slots, [...marks].sort(([a], [b]) => a - b), true]),
  asked: (state) => (state.over ? [] : seatsOf(state)),
  shape: ({ t }, x) => {
    if (t === 1) return isArray(x, 1) && isBin(x[0]) ? x : null;
    return isArray(x, 3) && isInt(x[0]) && isInt(x[1]) && isBin(x[2]) ? x : null;
  },
  check: (state, seat, decision) => {
    if (state.t === 1) return decision[0].length === 32 * state.rounds ? null : ["duty", "a batch of another size"];
    const [slot, copy, salt] = decision, slots = state.slots[seat];
    if (slots.length && !slots.includes(slot)) return ["slot", "a slot that the seat has not got"];
    if (!state.held[seat].includes(copy)) return ["slot", "a copy that is not held"];
    if (!slots.length) return null;
    const commitment = H("tether.slot", [state.match, seat, Math.floor(slot / STEP), slot % STEP, copy, salt]);
    return commitment.equals(state.marks.get(seat * MARK + slot)) ? null : ["slot", "the slot does not hold what was opened"];
  },
  step: (old, decisions, lost, beacon) => {
    const state = { ...old, gold: [...old.gold], held: [...old.held], slots: [...old.slots], marks: new Map(old.marks), beacon };
    for (const seat of lost) state.slots[seat] = [];
    if (old.t === 1) {
      for (const [seat, [batch]] of decisions) {
        state.slots[seat] = Array.from({ length: old.rounds }, (_, i) => STEP + i);
        state.slots[seat].forEach((slot, i) => state.marks.set(seat * MARK + slot, batch.subarray(32 * i, 32 * i + 32)));
      }
    } else {
      const played = seatsOf(old).map((seat) => {
        const held = state.held[seat], [slot, named] = decisions.get(seat) ?? [];
        const copy = decisions.has(seat) ? Number(named) : held[new Stream(beacon, ["standin", seat]).uniform(held.length)];
        state.held[seat] = held.filter((other) => other !== copy);
        state.slots[seat] = state.slots[seat].filter((other) => other !== slot);
        return [copy, seat];
      });
      const highest = Math.max(...played.map(([copy]) => copy)), best = played.filter(([copy]) => copy === highest);
      const [, winner] = best[new Stream(beacon, ["tie"]).uniform(best.length)];
      state.gold[winner] += 1 + new Stream(beacon, ["gold"]).uniform(6);
    }
    state.t += 1;
    state.over = state.t === state.rounds + 2;
    return state;
  },
  standing: byGold,
};

/** The rules of a sample game by its name, or null. */
export const rulesOf = (game) => new Map([["pot", POT], ["tricks", TRICKS]]).get(game) ?? null;
