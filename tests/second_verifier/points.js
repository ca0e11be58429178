// Points of edwards25519, signatures, equality proofs, aead. PROTOCOL 1.4 to 1.7.
import { createDecipheriv, createPublicKey, verify as verifyEd25519 } from "node:crypto";
import { H, blake2b, enc, hex, isArray, isBin, little } from "./bytes.js";
const P = 2n ** 255n - 19n;
export const L = 2n ** 252n + 27742317777372353535851937790883648493n;
export const mod = (x, m) => { const r = x % m; return r < 0n ? r + m : r; };
const f = (x) => mod(x, P);

function power(base, exponent, m) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n, base = (base * base) % m) if (exponent & 1n) result = (result * base) % m;
  return result;
}
const inverse = (x) => power(f(x), P - 2n, P);
/** 1/x mod L, x not 0. */
export const inverseScalar = (x) => power(mod(x, L), L - 2n, L);
const D = f(-121665n * inverse(121666n)), D2 = f(2n * D);
const ROOT_OF_MINUS_1 = power(2n, (P - 1n) / 4n, P);
const isSquare = (x) => { const s = power(x, (P - 1n) / 2n, P); return s <= 1n; };

/** A root of u/v, or null. */
function rootOfQuotient(u, v) {
  const v3 = f(v * v * v), x = f(u * v3 * power(f(u * v3 * v3 * v), (P - 5n) / 8n, P)), check = f(v * x * x);
  return check === f(u) ? x : check === f(-u) ? f(x * ROOT_OF_MINUS_1) : null;
}

/** A point in extended coordinates; all on the curve, not all valid. A table of odd multiples is made when first asked for. */
class Point {
  constructor(X, Y, Z, T) { this.X = X; this.Y = Y; this.Z = Z; this.T = T; }
  add(o) {
    const A = (this.Y - this.X) * (o.Y - o.X) % P, B = (this.Y + this.X) * (o.Y + o.X) % P;
    const C = this.T * D2 % P * o.T % P, d = 2n * this.Z * o.Z % P;
    const e = B - A, g = d + C, h = B + A, k = d - C;
    return new Point(e * k % P, g * h % P, k * g % P, e * h % P);
  }
  double() {
    const A = this.X * this.X % P, B = this.Y * this.Y % P, C = 2n * this.Z * this.Z % P;
    const s = this.X + this.Y, e = s * s % P - A - B, g = B - A, k = g - C, h = -A - B;
    return new Point(e * k % P, g * h % P, k * g % P, e * h % P);
  }
  minus(o) { return this.add(new Point(-o.X, o.Y, o.Z, -o.T)); }
  equals(o) { return f(this.X * o.Z - o.X * this.Z) === 0n && f(this.Y * o.Z - o.Y * this.Z) === 0n; }
  get isNeutral() { return this.equals(NEUTRAL); }
  /** 1, 3, .. 15 times this. */
  get odd() {
    const twice = this.oddTable ? null : this.double();
    if (twice) this.oddTable = [this];
    for (let i = 1; twice && i < 8; i++) this.oddTable.push(this.oddTable[i - 1].add(twice));
    return this.oddTable;
  }
  /** The 32 bytes of RFC 8032. */
  get bytes() {
    const z = this.encoded ? 0n : inverse(this.Z);
    return (this.encoded ??= littleBytes(f(this.Y * z) | ((f(this.X * z) & 1n) << 255n)));
  }
}
export const littleBytes = (x) => Buffer.from(x.toString(16).padStart(64, "0"), "hex").reverse();
export const NEUTRAL = new Point(0n, 1n, 1n, 0n);

/** The point of canonical bytes, or null: y < p, on the curve, no second form of x = 0. */
export function pointOn(bytes) {
  const number = isBin(bytes, 32) ? little(bytes) : P, sign = number >> 255n, y = number & (2n ** 255n - 1n);
  if (y >= P) return null;
  const x = rootOfQuotient(f(y * y - 1n), f(D * y * y + 1n));
  if (x === null || (x === 0n && sign)) return null;
  const right = (x & 1n) === sign ? x : P - x;
  return Object.assign(new Point(right, y, 1n, right * y % P), { encoded: bytes });
}

function digits(scalar) { // each odd and between -16 and 16, or 0; least first
  const result = [];
  for (let k = scalar; k > 0n; k >>= 1n) {
    const digit = k & 1n ? Number(BigInt.asIntN(5, k)) : 0;
    k -= BigInt(digit);
    result.push(digit);
  }
  return result;
}

/** The sum of scalar times point over [scalar, point] pairs; scalars may be any integers from 0, so that L times P can be asked. */
export function sum(pairs) {
  let result = NEUTRAL;
  const rows = pairs.map(([scalar, point]) => [digits(scalar), point.odd]);
  for (let i = Math.max(0, ...rows.map(([row]) => row.length)) - 1; i >= 0; i--) {
    result = result.double();
    for (const [{ [i]: digit }, odd] of rows) {
      if (digit > 0) result = result.add(odd[digit >> 1]);
      else if (digit < 0) result = result.minus(odd[-digit >> 1]);
    }
  }
  return result;
}
/** sum, with scalars modulo L: for points known to be valid. */
export const combine = (pairs) => sum(pairs.map(([scalar, point]) => [mod(scalar, L), point]));

/** The valid point of these bytes (PROTOCOL 1.5), or null. */
export function validPoint(bytes) {
  const point = pointOn(bytes);
  return point && !point.isNeutral && sum([[L, point]]).isNeutral ? point : null;
}

/** The valid scalar of these bytes, or null. */
export function validScalar(bytes) {
  const scalar = isBin(bytes, 32) ? little(bytes) : 0n;
  return scalar > 0n && scalar < L ? scalar : null;
}
export const G = pointOn(Buffer.from("58" + "66".repeat(31), "hex"));

/** scalar(k, p, x), PROTOCOL 1.3. */
export const scalarOf = (key, person, x) => little(blake2b(enc(x), 64, person, key)) % L;

/** from_uniform, PROTOCOL 1.5. */
export function fromUniform(bytes) {
  const number = little(bytes), sign = number >> 255n, r = number & (2n ** 255n - 1n), A = 486662n;
  let u = f(-A * inverse(1n + 2n * r * r));
  if (!isSquare(f(u * u * u + A * u * u + u))) u = f(-u - A);
  const y = f((u - 1n) * inverse(u + 1n)), root = rootOfQuotient(f(y * y - 1n), f(D * y * y + 1n));
  const x = (root & 1n) === sign ? root : f(-root);
  return new Point(x, y, 1n, f(x * y)).double().double().double();
}
const keys = new Map();
const SPKI = Buffer.from("302a300506032b6570032100", "hex"); // how a public key of Ed25519 begins
/** Whether a signature for a purpose holds, PROTOCOL 1.4. The key is a valid point: seat cards are checked before. */
export function signatureHolds(identity, purpose, bytes, signature) {
  const R = isBin(signature, 64) ? pointOn(signature.subarray(0, 32)) : null;
  if (!R || R.double().double().double().isNeutral || little(signature.subarray(32)) >= L) return false;
  const name = hex(identity);
  if (!keys.has(name)) keys.set(name, createPublicKey({ key: Buffer.concat([SPKI, identity]), format: "der", type: "spki" }));
  const message = Buffer.concat([Buffer.from(purpose, "ascii"), Buffer.from([0]), H(purpose, [bytes])]);
  return verifyEd25519(null, message, keys.get(name), signature);
}

/** A proof [h, z] about the bytes Y; null where nothing can be proven by it. Which A, X and ctx it is about is asked then: (ctx, A, X). */
export function equalityClaim(Y, proof) {
  const [h, z] = isArray(proof, 2) ? proof.map(validScalar) : [], y = h && z && validPoint(Y), known = new Map();
  const commitment = (base, other, key) => {
    if (!known.has(key)) known.set(key, combine([[z, base], [-h, other]]));
    return known.get(key);
  };
  return y && ((ctx, A, X) => {
    const wG = commitment(G, A, A), wX = commitment(X, y, X);
    return ![A, wG, wX].some((point) => point.isNeutral) && hashedScalar("tether.proof", [ctx, A.bytes, X.bytes, Y, wG.bytes, wX.bytes]) === h;
  });
}

/** Whether an equality proof holds, PROTOCOL 1.6: `A` and `X` are points, `Y` the bytes that came. */
export const equalityHolds = (ctx, A, X, Y, proof) => Boolean(equalityClaim(Y, proof)?.(ctx, A, X));

/** BLAKE2b of 64 bytes with a person, mod L. */
export const hashedScalar = (person, x) => little(blake2b(enc(x), 64, person)) % L;
/** What aead(key, .., ad) holds, or null: ChaCha20-Poly1305 with a nonce of zeros, PROTOCOL 1.7. */
export function opened(key, sealed, ad) {
  if (sealed.length < 16) return null;
  const cipher = createDecipheriv("chacha20-poly1305", key, Buffer.alloc(12), { authTagLength: 16 }).setAAD(enc(ad));
  try {
    return Buffer.concat([cipher.setAuthTag(sealed.subarray(-16)).update(sealed.subarray(0, -16)), cipher.final()]);
  } catch {
    return null;
  }
}
