// Own piles in slots, without the rules of the game. PROTOCOL 6.4 and 19.12.
import { H, isArray, isBin, isInt } from "./bytes.js";

const OWNER = 2 ** 40, STEP = 1024;

/** Calls `see` with each array inside of a value, at any depth, the outer ones first. */
export function eachArray(value, see) {
  if (!isArray(value)) return;
  see(value);
  value.forEach((item) => eachArray(item, see));
}

/** An opening [slot, number, bin of so many bytes]. */
export const isOpening = (x, bytes) => isArray(x, 3) && isInt(x[0]) && isInt(x[1]) && isBin(x[2], bytes);
const isAudit = (x) => isArray(x, 2) && x.every((part) => isArray(part) && part.every((item) => isOpening(item, 16)));

export class Slots {
  constructor(match) {
    Object.assign(this, { match, batches: new Map(), out: new Map() });
  }
  /** Takes the decisions of a step by seat; accuses by `game.accuse`. */
  step(t, decisions, game) {
    for (const [seat, decision] of decisions) {
      const bins = [];
      eachArray(decision, (array) => bins.push(...array.filter((x) => isBin(x) && x.length && x.length % 32 === 0)));
      if (bins.length) this.batches.set(`${seat}:${t}`, bins);
    }
    for (const [seat, decision] of decisions) {
      eachArray(decision, (array) => {
        if (isOpening(array, 16)) this.#open(t, seat, array, isAudit(decision), game);
      });
    }
  }
  #open(t, seat, [number, copy, salt], audit, game) {
    const slot = Number(number), owner = Math.floor(slot / OWNER) || seat, own = slot % OWNER, laid = Math.floor(own / STEP), i = own % STEP;
    const batch = `${owner}:${laid}`, commitment = H("tether.slot", [this.match, owner, laid, i, copy, salt]);
    const fits = (bin) => bin.subarray(32 * i, 32 * i + 32).equals(commitment);
    if (!(this.batches.get(batch) ?? []).some(fits)) {
      game.accuse(seat, "slot", t, `slot ${slot} does not hold what was opened`);
      return;
    }
    if (!this.out.has(batch)) this.out.set(batch, new Map());
    const copies = this.out.get(batch), first = copies.get(copy);
    if (first === undefined) copies.set(copy, own);
    else if (first !== own) game.accuse(owner, audit ? "audit" : "slot", t, `copy ${copy} comes out of two slots of one batch`);
  }
}
