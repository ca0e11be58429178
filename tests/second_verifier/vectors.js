// The test vectors, read out of the text: node vectors.js docs/protocol.md docs/shared-deck.md. PROTOCOL 18, 24, 25.
import { createCipheriv, createPrivateKey, createPublicKey, sign as signEd25519 } from "node:crypto";
import { readFileSync } from "node:fs";
import { H, KDF, blake2b, enc, hex, little } from "./bytes.js";
import { cardBytes, generator, passHolds, readPass } from "./decks.js";
import { Stream, rulesOf } from "./games.js";
import { G, L, NEUTRAL, combine, fromUniform, hashedScalar, littleBytes, mod, opened, pointOn, scalarOf, signatureHolds } from "./points.js";
import { interpolate } from "./rounds.js";

const fill = (byte, size = 32) => Buffer.alloc(size, byte), flat = (...parts) => Buffer.concat(parts.flat());
const times = (scalar, point) => combine([[scalar, point]]).bytes, count = (n) => [...Array(n).keys()];
const secretKey = (seed) => createPrivateKey({ key: flat(Buffer.from("302e020100300506032b657004220420", "hex"), seed), format: "der", type: "pkcs8" });
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

/** The box of a share from seat x to seat y, PROTOCOL 1.7. */
export function box(seed, B, message, place) {
  const e = scalarOf(seed, "tether.box", place), eG = times(e, G);
  return [eG, sealed(H("tether.boxkey", [eG, B, times(e, pointOn(B))]), message, place)];
}

/** A pass as its seat makes it, PROTOCOL 10.6 to 10.8. */
export function makePass(seed, before, { match, t, seat, deck, K }) {
  const key = KDF(seed, "tether.passkey", [match, t, deck, H("tether.passin", [K.bytes, cardBytes(before)])]);
  const each = (make) => before.map((_, i) => make(i)), p = new Stream(key, ["perm"]).shuffle(each((i) => i));
  const secret = (what) => (i) => scalarOf(key, "tether.passrand", [what, i]), [r, e, d, x, y] = [..."rcdxy"].map((what) => each(secret(what)));
  const w = count(4).map(secret("w")), c = [], chain = [], bytes = (points) => flat(points.map((point) => point.bytes));
  const out = each((i) => ({ a: combine([[1n, before[p[i]].a], [r[i], G]]), b: combine([[1n, before[p[i]].b], [r[i], K]]) }));
  each((i) => { c[p[i]] = combine([[e[p[i]], G], [1n, generator(i + 1)]]); });
  const U = H("tether.pass", [match, t, seat, deck, K.bytes, cardBytes(before), cardBytes(out), bytes(c)]);
  const u = each((i) => scalarOf(U, "tether.passu", [i])), v = each((i) => u[p[i]]), last = (i) => (i ? chain[i - 1] : generator(0));
  each((i) => { chain[i] = combine([[d[i], G], [v[i], last(i)]]); });
  const T = [combine([[w[0], G]]), combine([[w[1], G]]), combine([[w[2], G], ...each((i) => [y[i], generator(i + 1)])]),
    combine([...each((i) => [y[i], out[i].a]), [-w[3], G]]), combine([...each((i) => [y[i], out[i].b]), [-w[3], K]]),
    ...each((i) => combine([[x[i], G], [y[i], last(i)]]))];
  const h = hashedScalar("tether.passh", [U, bytes(chain), bytes(T)]), sum = (make) => each(make).reduce((a, b) => a + b, 0n);
  const s = [w[0] + h * sum((i) => e[i]), w[1] + h * d.reduce((q, di, i) => mod(di + v[i] * q, L), 0n),
    w[2] + h * sum((i) => e[i] * u[i]), w[3] + h * sum((i) => r[i] * v[i]), ...each((i) => x[i] + h * d[i]), ...each((i) => y[i] + h * v[i])];
  return flat(cardBytes(out), bytes(c), bytes(chain), littleBytes(h), s.map((one) => littleBytes(mod(one, L))));
}

const made = {};
const put = (name, value) => { made[name] = Buffer.isBuffer(value) ? hex(value) : String(value); };
const key = Buffer.from(count(32)), match = fill(0x11), room = fill(0x22);
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
  const identities = [identityOf(match), identityOf(fill(0x21))], rs = [fill(0x13), fill(0x23)], seeds = [fill(0x12), fill(0x22)];
  const Bs = seeds.map((seed, i) => times(scalarOf(seed, "tether.boxsecret", [room, rs[i]]), G)), table = [1, room, "pot", fill(0x33), [6]];
  const card = enc([...table, identities, 1, "Ada", Bs[0], rs[0]]);
  put("card of seat 1", card);
  put("its signature", signed(match, "tether.card", card));
  put("B of seat 1", Bs[0]);
  const pot = H("tether.match", [enc([...table, identities.map((identity, i) => [identity, ["Ada", "Ben"][i], Bs[i], rs[i]])])]);
  const [eG, ciphertext] = box(seeds[0], Bs[1], polynomial(count(2).map((j) => scalarOf(seeds[0], "tether.escrow", [pot, j])), 2), [pot, 1, 2, "share", 0]);
  put("match", pot);
  put("box of f(2) for seat 2: eG", eG);
  put("its ciphertext", ciphertext);
}

function stepVectors() {
  const a = count(2).map((j) => scalarOf(key, "tether.escrow", [match, j])), A = times(a[0], G), P = fromUniform(H("tether.step", [match, 1]));
  const Q = times(a[0], P), k = H("tether.sealkey", [Q]), nonce = KDF(key, "tether.nonce", [match, 1]), D = H("tether.state", [Buffer.from("S")]);
  const O = flat(nonce, enc([["buy", 3], []])), E = sealed(k, O, [match, 1, 1]), [h, z] = proof(key, a[0], [match, 1, 1, 1], A, P, Q);
  const c = opened(k, E, [match, 1, 1])?.equals(O) && H("tether.commit", [match, 1, 1, D, E]), first = H("tether.beacon", [match, 0]);
  const hand = KDF(key, "tether.handkey", [match]), salt = KDF(hand, "tether.salt", [1, 0]).subarray(0, 16);
  Object.entries({ A_0: A, "f(2)": polynomial(a, 2), "P[1]": P.bytes, "Q[1]": Q, "k[1]": k, "nonce[1]": nonce, E, D, c, h, z, "beacon[0]": first,
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

/** Of shared-deck.md: each pass is checked as a verifier checks it as well. */
function deckVectors() {
  const seeds = [1, 2, 3].map((seed) => fill(seed)), d = seeds.map((seed) => count(2).map((j) => scalarOf(seed, "tether.deck", [match, j])));
  const D = d.map((keys) => keys.map((one) => combine([[one, G]]))), K = D.reduce((sum, [D0]) => sum.add(D0), NEUTRAL);
  const X = fromUniform(H("tether.deckbase", [match, 1])), Y = times(d[0][0], X), faces = count(5).map((f) => fromUniform(H("tether.face", [match, 0, f])));
  const pass = (seat, t, before) => {
    const context = { match, t, seat, deck: 0, K }, answer = makePass(seeds[seat - 1], before, context), read = readPass(answer);
    return passHolds(read, before, context) ? { answer, cards: read.cards } : {};
  };
  const share = (seat, t) => {
    const given = times(d[seat - 1][0], dealt.a), ctx = [match, t, seat, "deckshare", 2048, seat];
    return flat(given, proof(seeds[seat - 1], d[seat - 1][0], ctx, D[seat - 1][0].bytes, dealt.a, given));
  };
  const first = pass(1, 1, faces.map((C) => ({ a: G, b: C.add(K) }))), second = pass(2, 2, first.cards), [dealt, other] = second.cards;
  const rest = combine([[1n, dealt.b], [-d[0][0], dealt.a], [-d[1][0], dealt.a]]), C = combine([[1n, rest], [-d[2][0], dealt.a]]);
  const copyKey = KDF(seeds[2], "tether.passkey", [match, 8, 0, H("tether.passin", [K.bytes, cardBytes([dealt])])]);
  const r = scalarOf(copyKey, "tether.passrand", ["copy", 2048]), rG = combine([[r, G]]), rK = combine([[r, K]]);
  Object.entries({ "D_0 of seat 1": D[0][0].bytes, "D_1 of seat 1": D[0][1].bytes, "g_1(2)": polynomial(d[0], 2), "Y of seat 1": Y, K: K.bytes,
    "its proof": flat(proof(seeds[0], d[0][0], [match, 0, 1, "deckkey"], D[0][0].bytes, X, Y)),
    C_0: faces[0].bytes, "open card 0": cardBytes([{ a: G, b: faces[0].add(K) }]), g_0: generator(0).bytes,
    "pass of seat 1 in step 1, BLAKE2b-256": blake2b(first.answer, 32), "pass of seat 2 in step 2 over it": blake2b(second.answer, 32),
    "share of seat 1, slot 2048, step 3": share(1, 3), "rest of it for seat 3": rest.bytes,
    [`opening by seat 3, step 4, face ${faces.findIndex((face) => face.equals(C))}`]: share(3, 4),
    "share of seat 2, slot 2049, put together": interpolate([1, 3].map((y) => [y, combine([[little(polynomial(d[1], y)), other.a]])])).bytes,
    "copy by seat 3, slot 2048, step 8":
      flat(dealt.a.add(rG).bytes, dealt.b.add(rK).bytes, proof(seeds[2], r, [match, 8, 3, "deckcopy", 2048], rG.bytes, K, rK.bytes)),
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
