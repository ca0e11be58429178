// The second verifier of match records, written from docs/protocol.md alone: node verify.js FILE [FILE...]
import { openSync, fstatSync, readFileSync, closeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { H, Refused, hex, refuse, same } from "./bytes.js";
import { Finding, LONGEST_FILE, NOBODY, parseFile, readFeeds, readTable } from "./record.js";
import { Match } from "./match.js";
import { rulesOf } from "./games.js";

const MOST_OLD = 4, LONGEST_OLD = 16 * 2 ** 20; // PROTOCOL 14.10

/** The table, the match as it ends and its verdict, by all checks of PROTOCOL 19.3; throws Refused or Finding. */
export function verifyRecord(bytes, depth = 0) {
  const file = parseFile(bytes), table = readTable(file), old = file.old && readOld(file.old, table, depth);
  const entries = readFeeds(file, table), known = rulesOf(table.game);
  const rules = known && !(old && !known.playedOn) ? known : null;
  if (known && !known.fits(table.n, table.options)) refuse("options that the game does not take");
  const state = rules && (old ? rules.playedOn(old.state) : rules.first(table.n, table.options, table.match));
  const match = new Match(table, entries, rules, state);
  return { table, match, verdict: match.run() };
}

/** Check d: the record that a match plays on, PROTOCOL 14.10. */
function readOld(bytes, table, depth) {
  if (depth >= MOST_OLD || bytes.length > LONGEST_OLD) refuse("played on too often");
  let old;
  try {
    old = verifyRecord(bytes, depth + 1);
  } catch (error) {
    if (error instanceof Finding || error instanceof Refused) refuse(`the old match does not hold: ${error.message}`);
    throw error;
  }
  const { match, table: { game, rulesHash, options, n, match: id } } = old;
  if (match.over) refuse("the old match is over");
  if (n !== table.n || !same(options, table.options)) refuse("the old match has other seats or options");
  if (match.D) { // without the rules it may be in no commit
    const name = `${game}+${hex(H("tether.part", [id, match.t, match.D]).subarray(0, 8))}`;
    if (table.game !== name) refuse("the name of the game is not that of the old match");
    const hash = H("tether.partrules", [rulesHash, id, match.t, match.D]);
    if (!hash.equals(table.rulesHash)) refuse("the rules hash is not that of the old match");
  }
  return match;
}

const said = ({ seat, rule, step, message }) => ({ seat, rule, step, why: message });

function report(file) {
  try {
    const { table, match, verdict } = verifyRecord(readWhole(file));
    const { steps, complete, accused } = verdict;
    const beside = accused.length ? { accused: accused.map(said) } : {};
    const replayed = match.rules !== null;
    return { file, ok: true, match: hex(table.match), game: table.game, steps, seats: table.n, complete, replayed, ...beside };
  } catch (error) {
    if (error instanceof Finding) return { file, ok: false, ...said(error) };
    const why = error instanceof Refused ? error.message : `cannot be read: ${error.code ?? error.name}`;
    return { file, ok: false, seat: 0, rule: NOBODY, step: null, why };
  }
}

function readWhole(file) {
  const descriptor = openSync(file, "r");
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile() || status.size > LONGEST_FILE) refuse("no file of at most 64 MiB");
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const files = process.argv.slice(2);
  if (!files.length || files.some((file) => file.startsWith("-"))) {
    process.stderr.write("usage: node verify.js FILE [FILE...]\n");
    process.exitCode = 2;
  } else {
    for (const file of files) {
      const line = report(file);
      process.stdout.write(JSON.stringify(line) + "\n");
      if (!line.ok) process.exitCode = 1;
    }
  }
}
