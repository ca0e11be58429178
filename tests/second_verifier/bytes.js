// Bytes: enc and its decoder, BLAKE2b with a person, H, KDF, scalar. PROTOCOL 1.1 to 1.3.
//
// Values: nil is null, bin a Buffer, str a string, array an Array; an int is a Number where that is exact, else a BigInt.

/** Why bytes or a record are refused; nothing else is thrown on purpose. */
export class Refused extends Error {}

export const refuse = (why) => { throw new Refused(why); };

export const isInt = (x) => typeof x === "number" || typeof x === "bigint";
export const isBin = (x, length) => Buffer.isBuffer(x) && (length === undefined || x.length === length);
export const isStr = (x) => typeof x === "string";
export const isArray = (x, length) => Array.isArray(x) && (length === undefined || x.length === length);
export const isNumber32 = (x) => typeof x === "number" && x >= 0 && x < 2 ** 32;
export const hex = (bytes) => bytes.toString("hex");

/** Whether two values are the same: enc is canonical, so their bytes tell. */
export const same = (a, b) => enc(a).equals(enc(b));

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LONGEST = 32_768, DEEPEST = 12, MOST_ITEMS = 4_096, LONGEST_STR = 1_024; // PROTOCOL 1.2

/** enc(x), PROTOCOL 1.1. */
export function enc(value) {
  const parts = [];
  const put = (first, number, size) => {
    const bytes = Buffer.alloc(1 + size);
    bytes[0] = first;
    let rest = BigInt.asUintN(64, BigInt(number));
    for (let i = size; i >= 1; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
    parts.push(bytes);
  };
  const write = (x) => {
    if (x === null) put(0xc0, 0, 0);
    else if (x === false) put(0xc2, 0, 0);
    else if (x === true) put(0xc3, 0, 0);
    else if (isInt(x)) {
      if (x >= 0) {
        if (x < 128) put(Number(x), 0, 0);
        else if (x < 2 ** 8) put(0xcc, x, 1);
        else if (x < 2 ** 16) put(0xcd, x, 2);
        else if (x < 2 ** 32) put(0xce, x, 4);
        else put(0xcf, x, 8);
      } else if (x >= -32) put(256 + Number(x), 0, 0);
      else if (x >= -(2 ** 7)) put(0xd0, x, 1);
      else if (x >= -(2 ** 15)) put(0xd1, x, 2);
      else if (x >= -(2 ** 31)) put(0xd2, x, 4);
      else put(0xd3, x, 8);
    } else if (Buffer.isBuffer(x)) {
      if (x.length < 2 ** 8) put(0xc4, x.length, 1);
      else if (x.length < 2 ** 16) put(0xc5, x.length, 2);
      else put(0xc6, x.length, 4);
      parts.push(x);
    } else if (isStr(x)) {
      const bytes = Buffer.from(x, "utf8");
      if (bytes.length < 32) put(0xa0 + bytes.length, 0, 0);
      else if (bytes.length < 2 ** 8) put(0xd9, bytes.length, 1);
      else put(0xda, bytes.length, 2);
      parts.push(bytes);
    } else {
      if (x.length < 16) put(0x90 + x.length, 0, 0);
      else put(0xdc, x.length, 2);
      x.forEach(write);
    }
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
  const number = (size) => Number(BigInt("0x" + hex(take(size))));
  const least = (x, bound) => (x >= bound ? x : refuse("not in its shortest form"));
  const exact = (x) => (x >= Number.MIN_SAFE_INTEGER && x <= Number.MAX_SAFE_INTEGER ? Number(x) : x);
  const str = (size) => {
    if (size > LONGEST_STR) refuse("a str is too long");
    try {
      return UTF8.decode(take(size));
    } catch {
      return refuse("a str is not UTF-8");
    }
  };
  const array = (size, depth) => {
    if (depth >= DEEPEST) refuse("arrays too deep inside each other");
    if (size > MOST_ITEMS) refuse("too many items");
    const items = [];
    for (let i = 0; i < size; i++) items.push(read(depth + 1));
    return items;
  };
  const read = (depth) => {
    const first = take(1)[0];
    if (first < 0x80) return first;
    if (first >= 0xe0) return first - 256;
    if (first >= 0xa0 && first < 0xc0) return str(first - 0xa0);
    if (first >= 0x90 && first < 0xa0) return array(first - 0x90, depth);
    switch (first) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: return take(number(1));
      case 0xc5: return take(least(number(2), 2 ** 8));
      case 0xc6: return take(least(number(4), 2 ** 16));
      case 0xcc: return least(number(1), 2 ** 7);
      case 0xcd: return least(number(2), 2 ** 8);
      case 0xce: return least(number(4), 2 ** 16);
      case 0xcf: return exact(least(take(8).readBigUInt64BE(), 2n ** 32n));
      case 0xd0: return -least(-take(1).readInt8(), 33);
      case 0xd1: return -least(-take(2).readInt16BE(), 2 ** 7 + 1);
      case 0xd2: return -least(-take(4).readInt32BE(), 2 ** 15 + 1);
      case 0xd3: return exact(-least(-take(8).readBigInt64BE(), 2n ** 31n + 1n));
      case 0xd9: return str(least(number(1), 32));
      case 0xda: return str(least(number(2), 2 ** 8));
      case 0xdc: return array(least(number(2), 16), depth);
      default: return refuse("no value begins with this byte");
    }
  };
  const value = read(0);
  if (at !== bytes.length) refuse("bytes behind the value");
  return value;
}

/** As decode, but null where the bytes are refused (for those that may be anything). */
export function decoded(bytes, longest) {
  try {
    return { value: decode(bytes, longest) };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

// BLAKE2b (RFC 7693) over words of 64 bits as pairs of 32, low half first.
const IV = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19]);
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4], [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13], [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11], [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5], [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0]];
const V = new Uint32Array(32), M = new Uint32Array(32);

function add(a, low, high) { // V[a] += high:low
  const sum = V[a] + low;
  V[a + 1] = V[a + 1] + high + (sum >= 2 ** 32 ? 1 : 0);
  V[a] = sum;
}

function mix(a, b, c, d, x, y) {
  add(a, V[b], V[b + 1]);
  add(a, M[x], M[x + 1]);
  let low = V[d] ^ V[a], high = V[d + 1] ^ V[a + 1];
  V[d] = high; V[d + 1] = low; // by 32
  add(c, V[d], V[d + 1]);
  low = V[b] ^ V[c]; high = V[b + 1] ^ V[c + 1];
  V[b] = (low >>> 24) | (high << 8); V[b + 1] = (high >>> 24) | (low << 8);
  add(a, V[b], V[b + 1]);
  add(a, M[y], M[y + 1]);
  low = V[d] ^ V[a]; high = V[d + 1] ^ V[a + 1];
  V[d] = (low >>> 16) | (high << 16); V[d + 1] = (high >>> 16) | (low << 16);
  add(c, V[d], V[d + 1]);
  low = V[b] ^ V[c]; high = V[b + 1] ^ V[c + 1];
  V[b] = (high >>> 31) | (low << 1); V[b + 1] = (low >>> 31) | (high << 1);
}

/** BLAKE2b of `length` bytes; the person fills the parameter block's last 16 bytes. */
export function blake2b(data, length, person = "", key = Buffer.alloc(0)) {
  const parameters = Buffer.alloc(64);
  parameters.set([length, key.length, 1, 1]);
  parameters.write(person, 48, "ascii");
  const h = IV.map((word, i) => word ^ parameters.readUInt32LE(4 * i));
  const message = key.length ? Buffer.concat([key, Buffer.alloc(128 - key.length), data]) : data;
  const block = Buffer.alloc(128);
  for (let at = 0; at === 0 || at < message.length; at += 128) {
    const last = at + 128 >= message.length, end = Math.min(at + 128, message.length);
    block.fill(0);
    block.set(message.subarray(at, end));
    for (let i = 0; i < 32; i++) M[i] = block.readUInt32LE(4 * i);
    V.set(h);
    V.set(IV, 16);
    V[24] ^= end; // files have at most 64 MiB, so the counter fits
    if (last) { V[28] = ~V[28]; V[29] = ~V[29]; }
    for (let round = 0; round < 12; round++) {
      const s = SIGMA[round % 10];
      mix(0, 8, 16, 24, 2 * s[0], 2 * s[1]); mix(2, 10, 18, 26, 2 * s[2], 2 * s[3]);
      mix(4, 12, 20, 28, 2 * s[4], 2 * s[5]); mix(6, 14, 22, 30, 2 * s[6], 2 * s[7]);
      mix(0, 10, 20, 30, 2 * s[8], 2 * s[9]); mix(2, 12, 22, 24, 2 * s[10], 2 * s[11]);
      mix(4, 14, 16, 26, 2 * s[12], 2 * s[13]); mix(6, 8, 18, 28, 2 * s[14], 2 * s[15]);
    }
    for (let i = 0; i < 16; i++) h[i] ^= V[i] ^ V[i + 16];
  }
  return Buffer.from(h.buffer).subarray(0, length);
}

/** H(p, x), KDF(k, p, x), PROTOCOL 1.3. */
export const H = (person, x) => blake2b(enc(x), 32, person);
export const KDF = (key, person, x) => blake2b(enc(x), 32, person, key);

/** Bytes as a little-endian number. */
export const little = (bytes) => BigInt("0x" + hex(Buffer.from(bytes).reverse()));
