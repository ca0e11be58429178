// A record's file, seat cards, genesis and entries: checks a to c and e to g of PROTOCOL 19.3.
import { H, KDF, blake2b, decode, enc, hex, isArray, isBin, isInt, isNumber32, isStr, refuse, same } from "./bytes.js";
import { signatureHolds, validPoint } from "./points.js";

/** What ends a check: the seat that is named (0: nobody), the kind of the breach, the step (null: none). */
export class Finding extends Error {
  constructor(seat, rule, step, why) {
    super(why);
    Object.assign(this, { seat, rule, step });
  }
}
export const NOBODY = "file"; // the kind where the file was altered or is none
export const LONGEST_FILE = 64 * 2 ** 20;
const LONGEST_CHUNK = 32_912, LONGEST_STORED = 32_896, PIECE = 16 * 1024, MOST_SIDES = 64;
const MAGIC = Buffer.from("TETHER match 1\n", "ascii");

/** The chunks of a file, PROTOCOL 19.1 and 19.2. */
export function parseFile(bytes) {
  if (bytes.length > LONGEST_FILE) refuse("a file of more than 64 MiB");
  if (bytes.length < MAGIC.length + 32 || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) refuse("not the magic of a record");
  const end = bytes.length - 32;
  let at = MAGIC.length;
  const chunk = () => {
    if (at + 4 > end) refuse("the file ends too early");
    const length = bytes.readUInt32BE(at);
    if (length > LONGEST_CHUNK || at + 4 + length > end) refuse("a chunk is too long");
    at += 4 + length;
    return decode(bytes.subarray(at - length, at), LONGEST_CHUNK);
  };
  const many = (read) => {
    const count = chunk();
    if (!isNumber32(count) || count > 1_000_000) refuse("a number of chunks that is none");
    return Array.from({ length: count }, () => read(chunk()));
  };
  const bin = (x) => (isBin(x) ? x : refuse("an entry that is no bin"));
  const header = chunk();
  if (!isArray(header) || header.length < 3 || header.length > 4) refuse("the header is none");
  const [version, seedText, n, writer] = header;
  if (!isInt(n) || n < 1 || n > 6 || !(seedText === null || isStr(seedText))) refuse("a number of seats or a seed text that is none");
  if (![1, 2].includes(version)) refuse("a version that is not known");
  if (header.length === 4 && !(isStr(writer) && /^[0-9]+(\.[0-9]+)*$/.test(writer))) refuse("the program that wrote it has no number");
  const card = (x) => (isArray(x, 2) && x.every((part) => isBin(part)) ? x : refuse("a seat card that is none"));
  const cards = Array.from({ length: n }, () => card(chunk())), feeds = cards.map(() => many(bin)), sides = many(bin);
  const pieces = version === 2 ? many(bin) : [], old = version === 2 ? Buffer.concat(pieces) : null;
  if (pieces.length > 1024 || pieces.some((piece) => piece.length > PIECE) || old?.length === 0) refuse("no old record in its pieces");
  if (at !== end) refuse("chunks behind the last one");
  if (!blake2b(bytes.subarray(0, end), 32, "tether.record").equals(bytes.subarray(end))) refuse("the hash of the file is another");
  return { version, seedText, n, cards, feeds, sides, old };
}
const isProgramName = (x) => isStr(x) && /^[A-Za-z0-9_][A-Za-z0-9_+-]{0,63}$/.test(x);
const SCRIPTS = ["Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Devanagari", "Thai", "Georgian", "Hangul", "Bopomofo", "Han",
  "Hiragana", "Katakana"];
const TOGETHER = [["Han", "Hiragana", "Katakana"], ["Han", "Hangul"], ["Han", "Bopomofo"]];
const VISIBLE = /^[\p{L}\p{N}\p{P}\p{S}]+( [\p{L}\p{N}\p{P}\p{S}]+)*$/u;

/** A player's name, PROTOCOL 1.8. */
function isName(x) {
  if (!isStr(x) || [...x].length > 24 || x.normalize("NFKC") !== x || !VISIBLE.test(x)) return false;
  const used = SCRIPTS.filter((script) => new RegExp(`\\p{Script=${script}}`, "u").test(x));
  return used.length <= 1 || TOGETHER.some((scripts) => used.every((script) => scripts.includes(script)));
}

/** The fields of a right seat card, PROTOCOL 3.1. */
function readCard([bytes, signature]) {
  const fields = decode(bytes), [version, room, game, rulesHash, options, identities, seat, name, B, r] = isArray(fields, 10) ? fields : [];
  if (version !== 2) refuse("no array of ten, or a seat card of another version of the protocol");
  if (!isArray(identities) || ![room, rulesHash, B, r, ...identities].every((x) => isBin(x, 32))) refuse("a field of a seat card has not 32 bytes");
  if (!isInt(seat) || seat < 1 || seat > identities.length || identities.length > 6) refuse("a seat that there is not");
  if (!isProgramName(game)) refuse("not the name of a game");
  if (!isArray(options) || !options.every((x) => isInt(x) || isStr(x))) refuse("an option is neither int nor str");
  if (!isName(name)) refuse("not a name");
  if (new Set(identities.map(hex)).size !== identities.length) refuse("an identity comes twice");
  if (![B, ...identities].every(validPoint)) refuse("a key of a seat card is no valid point");
  if (!signatureHolds(identities[seat - 1], "tether.card", bytes, signature)) refuse("the signature of a seat card does not hold");
  return { room, game, rulesHash, options, identities, seat, name, B, r };
}

/** Checks b and c: the table that the cards make, with genesis and match (PROTOCOL 3.3). */
export function readTable({ n, cards, seedText }) {
  const seats = cards.map(readCard), [first] = seats;
  if (!seats.every((card, i) => card.seat === i + 1) || first.identities.length !== n) refuse("the seats of the cards are not 1 to n");
  for (const field of ["room", "game", "rulesHash", "options", "identities"]) {
    if (!seats.every((card) => same(card[field], first[field]))) refuse(`the seat cards differ in ${field}`);
  }
  const follows = (text) => KDF(H("tether.testmatch", [text]), "tether.testroom", []).equals(first.room);
  if (seedText !== null && !follows(seedText)) refuse("the room does not follow from the seed text");
  const { room, game, rulesHash, options, identities } = first;
  const genesis = enc([2, room, game, rulesHash, options, seats.map((card, i) => [identities[i], card.name, card.B, card.r])]);
  return { n, majority: Math.floor(n / 2) + 1, room, game, rulesHash, options, identities, genesis, match: H("tether.match", [genesis]) };
}

/** The entry that stored bytes are, PROTOCOL 11.1. */
function readEntry(stored) {
  const outer = decode(stored, LONGEST_STORED);
  if (!isArray(outer, 2) || !isBin(outer[0]) || !isBin(outer[1], 64)) refuse("not an entry and its signature");
  const [bytes, signature] = outer, fields = decode(bytes);
  if (!isArray(fields, 8) || fields[0] !== 1) refuse("not an entry");
  const [, match, seat, seq, prev, kind, seen, body] = fields;
  if (!isBin(match, 32) || !isBin(prev, 32) || ![seat, seq, kind].every(isNumber32)) refuse("a field of an entry has another type");
  if (!isArray(seen) || seen.length > 6 || !seen.every(isNumber32)) refuse("what an entry has seen is none");
  return { bytes, signature, match, seat, seq, prev, kind, seen, body, id: H("tether.entry", [bytes]) };
}

/** Checks e to g: the feeds, by seat from 1, and the sides. */
export function readFeeds({ feeds, sides }, table) {
  const signed = (entry) => signatureHolds(table.identities[entry.seat - 1], "tether.entry", entry.bytes, entry.signature);
  const read = [null];
  for (const stored of feeds) {
    const seat = read.length;
    read.push([]);
    stored.forEach((bytes, seq) => {
      const entry = readEntry(bytes);
      if (!entry.match.equals(table.match) || entry.seat !== seat || entry.seq !== seq) refuse("an entry does not belong to its place");
      if (!signed(entry)) refuse(`the signature of entry ${seq} of seat ${seat} does not hold`);
      const before = seq ? read[seat][seq - 1].id : table.match;
      if (!entry.prev.equals(before)) throw new Finding(seat, "form", stepOf(entry), `entry ${seq} does not follow the one before`);
      read[seat].push(entry);
    });
  }
  const beside = [], ids = new Map(read.flat().filter(Boolean).map((entry) => [hex(entry.id), null]));
  for (const bytes of sides) {
    const entry = readEntry(bytes), { seat, seq, match, prev, id } = entry, before = ids.get(hex(prev));
    if (!match.equals(table.match) || seat < 1 || seat > table.n || !signed(entry)) refuse("a side is of another match or seat, or not signed");
    const follows = before && before.seat === seat && before.seq + 1 === seq;
    if (ids.has(hex(id)) || !(seq < read[seat].length || follows)) refuse("a side is no other version of a feed");
    ids.set(hex(id), entry);
    beside.push(entry);
  }
  const kept = new Set(read.flatMap((_, seat) => beside.filter((entry) => entry.seat === seat).slice(-MOST_SIDES)));
  return { feeds: read, sides: beside.filter((entry) => kept.has(entry)) };
}

/** The step of an entry, PROTOCOL 19.4: 0 for one of none. */
export function stepOf({ kind, body }) {
  return [1, 2, 3, 5, 6, 7, 9, 10].includes(kind) && isArray(body) && isInt(body[0]) ? Number(body[0]) : 0;
}
