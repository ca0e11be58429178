// The second verifier of match records, written from docs/internals/protocol.md alone: node verify.js FILE [FILE...]
import { readFileSync, statSync } from "node:fs";
import { Refused, hex, refuse } from "./bytes.js";
import { Finding, LONGEST_FILE, NOBODY } from "./record.js";
import { verifyRecord } from "./verification.js";

const said = ({ seat, rule, step, message }) => ({ seat, rule, step, why: message });

function report(file) {
  try {
    const status = statSync(file);
    if (!status.isFile() || status.size > LONGEST_FILE) refuse("no file of at most 64 MiB");
    const { table: { match: id, game, n }, match, verdict: { steps, complete, accused } } = verifyRecord(readFileSync(file));
    const beside = accused.length ? { accused: accused.map(({ seat, rule }) => [seat, rule]).sort() } : {};
    return { file, ok: true, match: hex(id), game, steps, seats: n, complete, replayed: match.rules !== null, ...beside };
  } catch (error) {
    if (error instanceof Finding) return { file, ok: false, ...said(error) };
    const why = error instanceof Refused ? error.message : `cannot be read: ${error.code ?? error.name}`;
    return { file, ok: false, seat: 0, rule: NOBODY, step: null, why };
  }
}

const files = process.argv.slice(2), usage = !files.length || files.some((file) => file.startsWith("-"));
if (usage) process.stderr.write("usage: node verify.js FILE [FILE...]\n");
const reports = (usage ? [] : files).map((file) => {
  const line = report(file);
  process.stdout.write(JSON.stringify(line) + "\n");
  return line;
});
process.exitCode = usage ? 2 : reports.every(({ ok }) => ok) ? 0 : 1;
