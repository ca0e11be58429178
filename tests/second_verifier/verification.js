// All checks of a record in their order, PROTOCOL 19.3.
import { H, Refused, hex, refuse, same } from "./bytes.js";
import { rulesOf } from "./games.js";
import { Match } from "./match.js";
import { Finding, parseFile, readFeeds, readTable } from "./record.js";

const MOST_OLD = 4, LONGEST_OLD = 16 * 2 ** 20; // PROTOCOL 14.10

/** The table, the match as it ends and its verdict; throws Refused or Finding. */
export function verifyRecord(bytes, depth = 0) {
  const file = parseFile(bytes), table = readTable(file), old = file.old && readOld(file.old, table, depth), entries = readFeeds(file, table);
  const known = rulesOf(old ? table.game.split("+")[0] : table.game);
  if (known && !known.fits(table.n, table.options)) refuse("options that the game does not take");
  const rules = !old || (known?.playedOn && old.isOurs && old.rules === known) ? known : null;
  const state = rules && (old ? rules.playedOn(old.state) : rules.first(table.n, table.options, table.match));
  const match = new Match(table, entries, rules, state, old?.isOurs ?? true);
  return { table, match, verdict: match.run() };
}

/** Check d: the match that is played on, PROTOCOL 14.10. */
function readOld(bytes, table, depth) {
  if (depth >= MOST_OLD || bytes.length > LONGEST_OLD) refuse("played on too often");
  try {
    const { match, table: { game, rulesHash, options, n, match: id } } = verifyRecord(bytes, depth + 1), { t, D } = match;
    if (match.over) refuse("it is over");
    if (n !== table.n || !same(options, table.options)) refuse("it has other seats or options");
    if (!D) return match; // without the rules D of its last state may be nowhere
    const name = `${game.split("+")[0]}+${hex(H("tether.part", [id, t, D]).subarray(0, 8))}`;
    if (table.game !== name) refuse("the name of the game does not follow from it");
    match.isOurs &&= table.rulesHash.equals(H("tether.partrules", [rulesHash, id, t, D])); // else other rules
    return match;
  } catch (error) {
    if (error instanceof Finding || error instanceof Refused) refuse(`the match that is played on: ${error.message}`);
    throw error;
  }
}
