// The test vectors, read out of the text: node vectors.js docs/internals/protocol/*.md docs/internals/shared-deck.md. PROTOCOL 18, 24, 25.
import { createCipheriv, createPrivateKey, createPublicKey, sign as signEd25519 } from "node:crypto";
import { readFileSync } from "node:fs";
import { H, KDF, enc, hex } from "./bytes.js";
import { cardBytes, generator } from "./decks.js";
import { Stream, rulesOf } from "./games.js";
import { G, L, NEUTRAL, combine, equalityHolds, fromUniform, hashedScalar, littleBytes, mod, opened, scalarOf, signatureHolds } from "./points.js";
const fill = (byte, size = 32) => Buffer.alloc(size, byte), flat = (...parts) => Buffer.concat(parts.flat());
const times = (scalar, point) => combine([[scalar, point]]).bytes, count = (n) => [...Array(n).keys()];
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const secretKey = (seed) => createPrivateKey({ key: flat(PKCS8, seed), format: "der", type: "pkcs8" });
const identityOf = (seed) => createPublicKey(secretKey(seed)).export({ format: "der", type: "spki" }).subarray(-32);
export const signed = (seed, purpose, bytes) => signEd25519(null, flat(Buffer.from(`${purpose}\0`), H(purpose, [bytes])), secretKey(seed));

export function sealed(key, message, ad) {
  const cipher = createCipheriv("chacha20-poly1305", key, Buffer.alloc(12), { authTagLength: 16 }).setAAD(enc(ad));
  return flat(cipher.update(message), cipher.final(), cipher.getAuthTag());
}

/** [h, z] of a proof for (aG; X, aX), PROTOCOL 1.6. */
export function proof(seed, a, ctx, A, X, Y) {
  const w = scalarOf(seed, "tether.proofw", [ctx, A, X.bytes, Y]);
  const h = hashedScalar("tether.proof", [ctx, A, X.bytes, Y, times(w, G), times(w, X)]);
  return [littleBytes(h), littleBytes(mod(w + h * a, L))];
}
const made = {};
const put = (name, value) => { made[name] = Buffer.isBuffer(value) ? hex(value) : String(value); };
const key = Buffer.from(count(32)), match = fill(0x11);
const polynomial = (coefficients, z) => littleBytes(mod(coefficients.reduce((sum, a, j) => sum + a * BigInt(z) ** BigInt(j), 0n), L));
const uniforms = (label, k, from = 0) => {
  const stream = new Stream(key, label);
  return count(12).map(() => from + stream.uniform(k)).join(" ");
};

function hashVectors() {
  put('enc([1, -1, true, nil, bin 00ff, "é", [300]])', enc([1, -1, true, null, Buffer.from([0, 255]), "é", [300]]));
  put('H("tether.match", [bin "abc", 7])', H("tether.match", [Buffer.from("abc"), 7]));
  put('KDF(key, "tether.salt", [5, 2])', KDF(key, "tether.salt", [5, 2]));
  const identity = identityOf(match), abc = Buffer.from("abc"), signature = signed(match, "tether.soft", abc);
  put("identity of the seed 11..11", identity);
  put("`tether.soft` signature of bin \"abc\" by it", signatureHolds(identity, "tether.soft", abc, signature) && signature);
  put('R(key, ["die", 3]): dice', uniforms(["die", 3], 6, 1));
  put('R(key, ["draw", 2, 0]): uniform(13)', uniforms(["draw", 2, 0], 13));
  put('R(key, ["shuffle", 1]) on 0..9', new Stream(key, ["shuffle", 1]).shuffle(count(10)).join(" "));
}

function cardVectors() {
  const identities = [identityOf(match), identityOf(fill(0x21))], rs = [fill(0x13), fill(0x23)], table = [2, fill(0x22), "pot", fill(0x33), [6]];
  const Bs = rs.map((r, i) => times(scalarOf(fill([0x12, 0x22][i]), "tether.boxsecret", [fill(0x22), r]), G));
  const card = enc([...table, identities, 1, "Ada", Bs[0], rs[0]]);
  put("card of seat 1", card);
  put("its signature", signed(match, "tether.card", card));
  put("match", H("tether.match", [enc([...table, identities.map((identity, i) => [identity, ["Ada", "Ben"][i], Bs[i], rs[i]])])]));
}

function stepVectors() {
  const a = count(2).map((j) => scalarOf(key, "tether.escrow", [match, j])), A = times(a[0], G), P = fromUniform(H("tether.step", [match, 1]));
  const Q = times(a[0], P), k = H("tether.sealkey", [Q]), nonce = KDF(key, "tether.nonce", [match, 1]), D = H("tether.state", [Buffer.from("S")]);
  const decided = enc(["buy", 3]), O = flat(nonce, Buffer.from([0, decided.length]), decided, fill(0, 222 - decided.length)), E = sealed(k, O, [match, 1, 1]), [h, z] = proof(key, a[0], [match, 1, 1, 1], A, P, Q);
  const c = opened(k, E, [match, 1, 1])?.equals(O) && H("tether.commit", [match, 1, 1, D, E]), first = H("tether.beacon", [match, 0]);
  const hand = KDF(key, "tether.handkey", [match]), salt = KDF(hand, "tether.salt", [1, 0]).subarray(0, 16);
  Object.entries({ A_0: A, "f(2)": polynomial(a, 2), "P[1]": P.bytes, "Q[1]": Q, "k[1]": k, "nonce[1]": nonce, "E, of 272 bytes, its first 64": E.subarray(0, 64), D, c, h, z, "beacon[0]": first,
    "beacon[1] with the nonces 01..01 and 02..02": H("tether.beacon", [match, 1, first, [[1, fill(1)], [2, fill(2)]]]),
    "salt of slot (1, 0)": salt, "commitment of card 17 in slot (1, 0)": H("tether.slot", [match, 1, 1, 0, 17, salt]),
    "order(1, 0) of cards 3 5 8 13 21": new Stream(KDF(hand, "tether.order", [1, 0]), ["order"]).shuffle([3, 5, 8, 13, 21]).join(" "),
    name: `pot+${hex(H("tether.part", [match, 57, D]).subarray(0, 8))}`, "rules hash": H("tether.partrules", [fill(0x33), match, 57, D]),
  }).forEach(([name, value]) => put(name, value));
  const entry = enc([1, match, 1, 1, fill(0x44), 1, [1, 1], [1, c, D, []]]);
  put("entry", entry);
  put("its id", H("tether.entry", [entry]));
  put("stored", enc([entry, signed(match, "tether.entry", entry)]));
}

function gameVectors() {
  const pot = rulesOf("pot"), one = pot.first(2, [3], match), two = pot.step(one, new Map([[1, [2]]]), [], fill(1));
  put("pot D_1", pot.digest(one));
  put("pot D_2, pot 3, gold 2 0", pot.digest(two));
  put("pot D_3, pot 0, gold 2 3", pot.digest(pot.step(two, new Map(), [2], fill(2))));
  const tricks = rulesOf("tricks"), hands = [1, 2].map((seed) => KDF(fill(seed), "tether.handkey", [match]));
  const orders = hands.map((hand) => new Stream(KDF(hand, "tether.order", [1, 0]), ["order"]).shuffle([1, 2]));
  const salts = hands.map((hand) => count(2).map((i) => KDF(hand, "tether.salt", [1, i]).subarray(0, 16)));
  const batches = orders.map((order, s) => flat(order.map((copy, i) => H("tether.slot", [match, s + 1, 1, i, copy, salts[s][i]]))));
  const plays = new Map(orders.map(([copy], s) => [s + 1, [1024, copy, salts[s][0]]])), begun = tricks.first(2, [2], match);
  const laid = tricks.step(begun, new Map(batches.map((batch, s) => [s + 1, [batch]])), [], fill(1)), next = tricks.step(laid, plays, [], fill(2));
  put("tricks D_1", tricks.digest(begun));
  batches.forEach((batch, s) => put(`batch of seat ${s + 1}`, batch));
  put("tricks D_2", tricks.digest(laid));
  orders.forEach(([copy], s) => put(`salt of slot 1024 of seat ${s + 1}, copy ${copy}`, salts[s][0]));
  put(`tricks D_3, gold ${next.gold.slice(1).join(" ")}`, [1, 2].every((s) => !tricks.check(laid, s, plays.get(s))) && tricks.digest(next));
}

/** Of shared-deck.md, what takes no secrets of a pass: records of good matches hold right passes, shares and copies. */
function deckVectors() {
  const d = [1, 2, 3].map((seed) => count(2).map((j) => scalarOf(fill(seed), "tether.deck", [match, j]))), D = d.map(([key]) => combine([[key, G]]));
  const K = D.reduce((sum, D0) => sum.add(D0), NEUTRAL), X = fromUniform(H("tether.deckbase", [match, 1])), Y = times(d[0][0], X);
  const face = fromUniform(H("tether.face", [match, 0, 0])), ctx = [match, 0, 1, "deckkey"], shown = proof(fill(1), d[0][0], ctx, D[0].bytes, X, Y);
  Object.entries({ "D_0 of seat 1": D[0].bytes, "D_1 of seat 1": times(d[0][1], G), "g_1(2)": polynomial(d[0], 2), "Y of seat 1": Y, K: K.bytes,
    "its proof": equalityHolds(ctx, D[0], X, Y, shown) && Buffer.concat(shown), C_0: face.bytes, g_0: generator(0).bytes,
    "open card 0": cardBytes([{ a: G, b: face.add(K) }]),
  }).forEach(([name, value]) => put(name, value));
}
if (process.argv[1]?.endsWith("vectors.js")) {
  [hashVectors, cardVectors, stepVectors, gameVectors, deckVectors].forEach((make) => make());
  const read = process.argv.slice(2).flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^([^|\n]+?) = ([0-9a-z+ ]+)$/gm)]);
  const wrong = read.filter(([, name, value]) => name in made && made[name] !== value);
  wrong.forEach(([, name, value]) => process.stdout.write(`${name}: the text has ${value}, this program ${made[name]}\n`));
  const others = read.filter(([, name]) => !(name in made)).map(([, name]) => name), right = read.length - others.length - wrong.length;
  process.stdout.write(JSON.stringify({ right, wrong: wrong.length, not_made: others }) + "\n");
  process.exitCode = wrong.length || !right ? 1 : 0;
}
