// Bytes: enc and its decoder, BLAKE2b with a person, H, KDF. PROTOCOL 1.1 to 1.3.
//
// Values: nil is null, bin a Buffer, str a string, array an Array; an int is a Number where that is exact, else a BigInt.

/** Why bytes or a record are refused. */
export class Refused extends Error {}
export const refuse = (why) => { throw new Refused(why); };
export const isInt = (x) => typeof x === "number" || typeof x === "bigint";
export const isBin = (x, length) => Buffer.isBuffer(x) && (length === undefined || x.length === length);
export const isStr = (x) => typeof x === "string";
export const isArray = (x, length) => Array.isArray(x) && (length === undefined || x.length === length);
export const isNumber32 = (x) => typeof x === "number" && x >= 0 && x < 2 ** 32;
export const hex = (bytes) => bytes.toString("hex");
/** Bytes as a little-endian number. */
export const little = (bytes) => BigInt("0x" + hex(Buffer.from(bytes).reverse()));
/** Whether two values are the same: enc is canonical, so their bytes tell. */
export const same = (a, b) => enc(a).equals(enc(b));
const LONGEST = 32_768, DEEPEST = 12, MOST_ITEMS = 4_096, LONGEST_STR = 1_024; // PROTOCOL 1.2
const SIMPLE = new Map([[0xc0, null], [0xc2, false], [0xc3, true]]);
// First byte, bytes of the number behind it, least number, first number that is too large. PROTOCOL 1.1.
const INTS = [
  [0xcc, 1, 0, 2 ** 8], [0xcd, 2, 0, 2 ** 16], [0xce, 4, 0, 2 ** 32], [0xcf, 8, 0, 2n ** 64n],
  [0xd0, 1, -(2 ** 7), 0], [0xd1, 2, -(2 ** 15), 0], [0xd2, 4, -(2 ** 31), 0], [0xd3, 8, -(2n ** 63n), 0]];
const BINS = [[0xc4, 1, 0, 2 ** 8], [0xc5, 2, 0, 2 ** 16], [0xc6, 4, 0, 2 ** 32]];
const STRS = [[0xd9, 1, 0, 2 ** 8], [0xda, 2, 0, 2 ** 16]], ARRAYS = [[0xdc, 2, 0, 2 ** 16]];
const SIZES = new Map([...INTS, ...BINS, ...STRS, ...ARRAYS].map(([first, size]) => [first, size]));

function headed(forms, number) {
  const [first, size] = forms.find(([, , least, below]) => number >= least && number < below), bytes = Buffer.alloc(1 + size);
  bytes[0] = first;
  let rest = BigInt.asUintN(64, BigInt(number));
  for (let i = size; i >= 1; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
}

/** enc(x), PROTOCOL 1.1. */
export function enc(value) {
  const parts = [], byte = (x) => parts.push(Buffer.from([x]));
  const write = (x) => {
    if (isInt(x)) {
      if (x >= -32 && x < 128) byte(Number(x) & 255);
      else parts.push(headed(INTS, x));
    } else if (Buffer.isBuffer(x)) parts.push(headed(BINS, x.length), x);
    else if (isStr(x)) {
      const bytes = Buffer.from(x, "utf8");
      parts.push(bytes.length < 32 ? Buffer.from([0xa0 + bytes.length]) : headed(STRS, bytes.length), bytes);
    } else if (isArray(x)) {
      parts.push(x.length < 16 ? Buffer.from([0x90 + x.length]) : headed(ARRAYS, x.length));
      x.forEach(write);
    } else byte([...SIMPLE.keys()].find((first) => SIMPLE.get(first) === x));
  };
  write(value);
  return Buffer.concat(parts);
}

/** The value of which these bytes are enc; refused if there is none within the bounds of PROTOCOL 1.2. */
export function decode(bytes, longest = LONGEST) {
  if (bytes.length > longest) refuse("longer than its bound");
  let at = 0;
  const take = (size) => {
    if (at + size > bytes.length) refuse("bytes end too early");
    at += size;
    return bytes.subarray(at - size, at);
  };
  const exact = (x) => (x >= Number.MIN_SAFE_INTEGER && x <= Number.MAX_SAFE_INTEGER ? Number(x) : x);
  const str = (size) => {
    if (size > LONGEST_STR) refuse("a str is too long");
    return take(size).toString("utf8"); // where it is none, enc gives other bytes
  };
  const array = (size, depth) => {
    if (depth >= DEEPEST || size > MOST_ITEMS) refuse("too many items, or arrays too deep");
    return Array.from({ length: size }, () => read(depth + 1));
  };
  const read = (depth) => {
    const [first] = take(1);
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 256;
    if (first < 0xa0) return array(first - 0x90, depth);
    if (first < 0xc0) return str(first - 0xa0);
    if (SIMPLE.has(first)) return SIMPLE.get(first);
    if (!SIZES.has(first)) refuse("no value begins with this byte");
    const size = SIZES.get(first), number = BigInt("0x" + hex(take(size)));
    if (first <= 0xc6) return take(Number(number));
    if (first <= 0xcf) return exact(number);
    if (first <= 0xd3) return exact(BigInt.asIntN(8 * size, number));
    return first === 0xdc ? array(Number(number), depth) : str(Number(number));
  };
  const value = read(0);
  if (at !== bytes.length || !enc(value).equals(bytes)) refuse("not in the one form that a value has");
  return value;
}

// BLAKE2b (RFC 7693) over words of 64 bits as pairs of 32, low half first.
const IV = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19]);
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"]
  .map((row) => [...row].map((x) => parseInt(x, 16)));
const V = new Uint32Array(32), M = new Uint32Array(32);

function add(a, low, high) { // V[a] += high:low
  const sum = V[a] + low;
  V[a + 1] = V[a + 1] + high + (sum >= 2 ** 32 ? 1 : 0);
  V[a] = sum;
}

function xorRotated(a, b, by) { // V[a] = (V[a] ^ V[b]) >>> by, by below 32
  const low = V[a] ^ V[b], high = V[a + 1] ^ V[b + 1];
  V[a] = (low >>> by) | (high << (32 - by));
  V[a + 1] = (high >>> by) | (low << (32 - by));
}

function mix(a, b, c, d, x, y) {
  add(a, V[b], V[b + 1]);
  add(a, M[x], M[x + 1]);
  const low = V[d] ^ V[a];
  V[d] = V[d + 1] ^ V[a + 1];
  V[d + 1] = low; // rotated by 32
  add(c, V[d], V[d + 1]);
  xorRotated(b, c, 24);
  add(a, V[b], V[b + 1]);
  add(a, M[y], M[y + 1]);
  xorRotated(d, a, 16);
  add(c, V[d], V[d + 1]);
  const [lower, higher] = [V[b] ^ V[c], V[b + 1] ^ V[c + 1]];
  V[b] = (higher >>> 31) | (lower << 1); // by 63
  V[b + 1] = (lower >>> 31) | (higher << 1);
}
const COLUMNS = [
  [0, 8, 16, 24], [2, 10, 18, 26], [4, 12, 20, 28], [6, 14, 22, 30], [0, 10, 20, 30], [2, 12, 22, 24], [4, 14, 16, 26], [6, 8, 18, 28]];

/** BLAKE2b of `length` bytes; the person fills the parameter block's last 16 bytes. */
export function blake2b(data, length, person = "", key = Buffer.alloc(0)) {
  const parameters = Buffer.alloc(64);
  parameters.set([length, key.length, 1, 1]);
  parameters.write(person, 48, "ascii");
  const h = IV.map((word, i) => word ^ parameters.readUInt32LE(4 * i));
  const message = key.length ? Buffer.concat([key, Buffer.alloc(128 - key.length), data]) : data, block = Buffer.alloc(128);
  for (let at = 0; at === 0 || at < message.length; at += 128) {
    const end = Math.min(at + 128, message.length);
    block.fill(0).set(message.subarray(at, end));
    for (let i = 0; i < 32; i++) M[i] = block.readUInt32LE(4 * i);
    V.set(h);
    V.set(IV, 16);
    V[24] ^= end; // the counter: no file has 4 GiB
    if (end === message.length) V.set([~V[28], ~V[29]], 28);
    for (let round = 0; round < 12; round++) {
      const order = SIGMA[round % 10];
      for (let i = 0; i < 8; i++) mix(...COLUMNS[i], 2 * order[2 * i], 2 * order[2 * i + 1]);
    }
    for (let i = 0; i < 16; i++) h[i] ^= V[i] ^ V[i + 16];
  }
  return Buffer.from(h.buffer).subarray(0, length);
}

/** H(p, x), KDF(k, p, x), PROTOCOL 1.3. */
export const H = (person, x) => blake2b(enc(x), 32, person);
export const KDF = (key, person, x) => blake2b(enc(x), 32, person, key);
