// The test vectors, read out of the text: node vectors.js docs/protocol.md [docs/shared-deck.md]. PROTOCOL 18, 24, 25.
import { createPrivateKey, createCipheriv, sign as signEd25519, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { H, KDF, blake2b, enc, hex, little } from "./bytes.js";
import { G, L, NEUTRAL, combine, fromUniform, hashedScalar, littleBytes, mod, opened, pointOn, scalarOf, signatureHolds } from "./points.js";
import { cardBytes, generator, passHolds, readPass } from "./decks.js";
import { interpolate } from "./rounds.js";
import { Stream, rulesOf } from "./games.js";

const fill = (byte, size = 32) => Buffer.alloc(size, byte), bytesOf = (text) => Buffer.from(text, "hex");
const times = (scalar, point) => combine([[scalar, point]]).bytes;
const prefix = "302e020100300506032b657004220420";
const secretKey = (seed) => createPrivateKey({ key: bytesOf(prefix + hex(seed)), format: "der", type: "pkcs8" });
const identityOf = (seed) => createPublicKey(secretKey(seed)).export({ format: "der", type: "spki" }).subarray(-32);

export function signed(seed, purpose, bytes) {
  return signEd25519(null, Buffer.concat([Buffer.from(`${purpose}\0`), H(purpose, [bytes])]), secretKey(seed));
}

export function sealed(key, message, ad) {
  const cipher = createCipheriv("chacha20-poly1305", key, Buffer.alloc(12), { authTagLength: 16 });
  cipher.setAAD(enc(ad), { plaintextLength: message.length });
  return Buffer.concat([cipher.update(message), cipher.final(), cipher.getAuthTag()]);
}

/** [h, z], PROTOCOL 1.6. */
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

const polynomial = (coefficients, z) => littleBytes(mod(coefficients.reduce((sum, a, j) => sum + a * z ** BigInt(j), 0n), L));
const uniforms = (key, label, k, count) => {
  const stream = new Stream(key, label);
  return Array.from({ length: count }, () => stream.uniform(k));
};

/** What this verifier makes of each vector of protocol.md, by the words before its "=". */
function protocolVectors() {
  const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i)), match = fill(0x11), room = fill(0x22), made = {};
  const put = (name, value) => { made[name] = Buffer.isBuffer(value) ? hex(value) : value; };
  put('enc([1, -1, true, nil, bin 00ff, "é", [300]])', enc([1, -1, true, null, bytesOf("00ff"), "é", [300]]));
  put('H("tether.match", [bin "abc", 7])', H("tether.match", [Buffer.from("abc"), 7]));
  put('KDF(key, "tether.salt", [5, 2])', KDF(key, "tether.salt", [5, 2]));
  put("identity of the seed 11..11", identityOf(fill(0x11)));
  const soft = signed(fill(0x11), "tether.soft", Buffer.from("abc"));
  put("`tether.soft` signature of bin \"abc\" by it", signatureHolds(identityOf(fill(0x11)), "tether.soft", Buffer.from("abc"), soft) && soft);

  const identities = [identityOf(fill(0x11)), identityOf(fill(0x21))], names = ["Ada", "Ben"], rs = [fill(0x13), fill(0x23)];
  const seeds = [fill(0x12), fill(0x22)], Bs = seeds.map((seed, i) => times(scalarOf(seed, "tether.boxsecret", [room, rs[i]]), G));
  const card = enc([1, room, "pot", fill(0x33), [6], identities, 1, "Ada", Bs[0], rs[0]]);
  put("card of seat 1", card);
  put("its signature", signed(fill(0x11), "tether.card", card));
  put("B of seat 1", Bs[0]);
  const genesis = enc([1, room, "pot", fill(0x33), [6], identities.map((identity, i) => [identity, names[i], Bs[i], rs[i]])]);
  const pot = H("tether.match", [genesis]), escrow = [0, 1].map((j) => scalarOf(seeds[0], "tether.escrow", [pot, j]));
  const [eG, ciphertext] = box(seeds[0], Bs[1], polynomial(escrow, 2n), [pot, 1, 2, "share", 0]);
  put("match", pot);
  put("box of f(2) for seat 2: eG", eG);
  put("its ciphertext", ciphertext);

  const a = [0, 1].map((j) => scalarOf(key, "tether.escrow", [match, j])), A0 = times(a[0], G);
  const P = fromUniform(H("tether.step", [match, 1])), Q = times(a[0], P), k = H("tether.sealkey", [Q]);
  const nonce = KDF(key, "tether.nonce", [match, 1]), D = H("tether.state", [Buffer.from("S")]);
  const O = Buffer.concat([nonce, enc([["buy", 3], []])]), E = sealed(k, O, [match, 1, 1]), [h, z] = proof(key, a[0], [match, 1, 1, 1], A0, P, Q);
  const c = opened(k, E, [match, 1, 1])?.equals(O) && H("tether.commit", [match, 1, 1, D, E]);
  const beacon0 = H("tether.beacon", [match, 0]), hand = KDF(key, "tether.handkey", [match]);
  const salt = KDF(hand, "tether.salt", [1, 0]).subarray(0, 16);
  Object.entries({ A_0: A0, "f(2)": polynomial(a, 2n), "P[1]": P.bytes, "Q[1]": Q, "k[1]": k, "nonce[1]": nonce, E, D, c, h, z, "beacon[0]": beacon0,
    "beacon[1] with the nonces 01..01 and 02..02": H("tether.beacon", [match, 1, beacon0, [[1, fill(1)], [2, fill(2)]]]),
    "salt of slot (1, 0)": salt, "commitment of card 17 in slot (1, 0)": H("tether.slot", [match, 1, 1, 0, 17, salt]),
    name: `pot+${hex(H("tether.part", [match, 57, D]).subarray(0, 8))}`, "rules hash": H("tether.partrules", [fill(0x33), match, 57, D]),
  }).forEach(([name, value]) => put(name, value));

  const entry = enc([1, match, 1, 1, fill(0x44), 1, [1, 1], [1, c, D, []]]);
  put("entry", entry);
  put("its id", H("tether.entry", [entry]));
  put("stored", enc([entry, signed(fill(0x11), "tether.entry", entry)]));
  put('R(key, ["die", 3]): dice', uniforms(key, ["die", 3], 6, 12).map((x) => x + 1).join(" "));
  put('R(key, ["draw", 2, 0]): uniform(13)', uniforms(key, ["draw", 2, 0], 13, 12).join(" "));
  const ten = () => Array.from({ length: 10 }, (_, i) => i);
  put('R(key, ["shuffle", 1]) on 0..9', new Stream(key, ["shuffle", 1]).shuffle(ten()).join(" "));
  put('R(key, ["bottom", 0]): sample 4 of 0..9', new Stream(key, ["bottom", 0]).sample(ten(), 4).join(" "));
  put("order(1, 0) of cards 3 5 8 13 21", new Stream(KDF(hand, "tether.order", [1, 0]), ["order"]).shuffle([3, 5, 8, 13, 21]).join(" "));

  const game = rulesOf("pot");
  let state = game.first(2, [3], match);
  put("pot D_1", game.digest(state));
  state = game.step(state, new Map([[1, [2]]]), [], fill(1));
  state = game.step(state, new Map(), [2], fill(2));
  put("pot D_2, pot 3, gold 2 0", game.digest(game.step(game.first(2, [3], match), new Map([[1, [2]]]), [], fill(1))));
  put("pot D_3, pot 0, gold 2 3", game.digest(state));
  tricksVectors(put);
  deckVectors(put);
  return made;
}

function tricksVectors(put) {
  const match = fill(0x11), game = rulesOf("tricks"), hands = [1, 2].map((seed) => KDF(fill(seed), "tether.handkey", [match]));
  const orders = hands.map((hand) => new Stream(KDF(hand, "tether.order", [1, 0]), ["order"]).shuffle([1, 2]));
  const saltOf = (hand, i) => KDF(hand, "tether.salt", [1, i]).subarray(0, 16);
  const batches = hands.map((hand, s) =>
    Buffer.concat(orders[s].map((copy, i) => H("tether.slot", [match, s + 1, 1, i, copy, saltOf(hand, i)]))));
  let state = game.first(2, [2], match);
  put("tricks D_1", game.digest(state));
  batches.forEach((batch, s) => put(`batch of seat ${s + 1}`, batch));
  state = game.step(state, new Map(batches.map((batch, s) => [s + 1, [batch]])), [], fill(1));
  put("tricks D_2", game.digest(state));
  hands.forEach((hand, s) => put(`salt of slot 1024 of seat ${s + 1}, copy ${orders[s][0]}`, saltOf(hand, 0)));
  const plays = new Map(hands.map((hand, s) => [s + 1, [1024, orders[s][0], saltOf(hand, 0)]]));
  if (![1, 2].every((seat) => game.check(state, seat, plays.get(seat)) === null)) put("tricks", "a right opening is refused");
  state = game.step(state, plays, [], fill(2));
  put(`tricks D_3, gold ${state.gold.slice(1).join(" ")}`, game.digest(state));
}

/** A pass as its seat makes it, PROTOCOL 10.6 to 10.8. */
export function makePass(seed, before, { match, t, seat, deck, K }) {
  const N = before.length, key = KDF(seed, "tether.passkey", [match, t, deck, H("tether.passin", [K.bytes, cardBytes(before)])]);
  const p = new Stream(key, ["perm"]).shuffle(before.map((_, i) => i)), each = (make) => before.map((_, i) => make(i));
  const [r, e, d, x, y] = ["r", "c", "d", "x", "y"].map((what) => each((i) => scalarOf(key, "tether.passrand", [what, i])));
  const w = [0, 1, 2, 3].map((i) => scalarOf(key, "tether.passrand", ["w", i])), c = [], chain = [];
  const out = each((i) => ({ a: before[p[i]].a.add(combine([[r[i], G]])), b: before[p[i]].b.add(combine([[r[i], K]])) }));
  each((i) => { c[p[i]] = combine([[e[p[i]], G], [1n, generator(i + 1)]]); });
  const bytes = (points) => Buffer.concat(points.map((point) => point.bytes));
  const U = H("tether.pass", [match, t, seat, deck, K.bytes, cardBytes(before), cardBytes(out), bytes(c)]);
  const u = each((i) => scalarOf(U, "tether.passu", [i])), v = each((i) => u[p[i]]), last = (i) => (i ? chain[i - 1] : generator(0));
  each((i) => { chain[i] = combine([[d[i], G], [v[i], last(i)]]); });
  const T = [combine([[w[0], G]]), combine([[w[1], G]]), combine([[w[2], G], ...each((i) => [y[i], generator(i + 1)])]),
    combine([...each((i) => [y[i], out[i].a]), [-w[3], G]]), combine([...each((i) => [y[i], out[i].b]), [-w[3], K]]),
    ...each((i) => combine([[x[i], G], [y[i], last(i)]]))];
  const h = hashedScalar("tether.passh", [U, bytes(chain), bytes(T)]), sum = (make) => each(make).reduce((a, b) => a + b, 0n);
  const s = [w[0] + h * sum((i) => e[i]), w[1] + h * d.reduce((q, di, i) => mod(di + v[i] * q, L), 0n),
    w[2] + h * sum((i) => e[i] * u[i]), w[3] + h * sum((i) => r[i] * v[i]), ...each((i) => x[i] + h * d[i]), ...each((i) => y[i] + h * v[i])];
  return Buffer.concat([cardBytes(out), bytes(c), bytes(chain), littleBytes(h), ...s.map((one) => littleBytes(mod(one, L)))]);
}

/** The vectors of shared-deck.md; each answer is checked as a verifier checks it as well. */
function deckVectors(put) {
  const match = fill(0x11), seeds = [fill(1), fill(2), fill(3)], d = seeds.map((seed) => [0, 1].map((j) => scalarOf(seed, "tether.deck", [match, j])));
  const D = d.map((keys) => keys.map((key) => combine([[key, G]]))), K = D.reduce((sum, [D0]) => sum.add(D0), NEUTRAL);
  const X = fromUniform(H("tether.deckbase", [match, 1])), Y = times(d[0][0], X), flat = (first, [h, z]) => Buffer.concat([first, h, z]);
  put("D_0 of seat 1", D[0][0].bytes);
  put("D_1 of seat 1", D[0][1].bytes);
  put("g_1(2)", polynomial(d[0], 2n));
  put("Y of seat 1", Y);
  put("its proof", Buffer.concat(proof(seeds[0], d[0][0], [match, 0, 1, "deckkey"], D[0][0].bytes, X, Y)));
  put("K", K.bytes);
  const faces = [0, 1, 2, 3, 4].map((f) => fromUniform(H("tether.face", [match, 0, f]))), cards = faces.map((C) => ({ a: G, b: C.add(K) }));
  put("C_0", faces[0].bytes);
  put("open card 0", cardBytes(cards.slice(0, 1)));
  put("g_0", generator(0).bytes);
  const pass = (seat, t, before) => {
    const context = { match, t, seat, deck: 0, K }, answer = makePass(seeds[seat - 1], before, context), read = readPass(answer);
    return passHolds(read, before, context) ? { answer, cards: read.cards } : {};
  };
  const first = pass(1, 1, cards), second = pass(2, 2, first.cards), dealt = second.cards[0];
  put("pass of seat 1 in step 1, BLAKE2b-256", blake2b(first.answer, 32));
  put("pass of seat 2 in step 2 over it", blake2b(second.answer, 32));
  const share = (seat, t, slot, key, card, y) => {
    const given = times(key, card.a);
    return flat(given, proof(seeds[seat - 1], key, [match, t, seat, "deckshare", slot, y], times(key, G), card.a, given));
  };
  const rest = combine([[1n, dealt.b], [-d[0][0], dealt.a], [-d[1][0], dealt.a]]), opening = share(3, 4, 2048, d[2][0], dealt, 3);
  put("share of seat 1, slot 2048, step 3", share(1, 3, 2048, d[0][0], dealt, 1));
  put("rest of it for seat 3", rest.bytes);
  const face = faces.findIndex((C) => C.equals(rest.add(combine([[-d[2][0], dealt.a]]))));
  put(`opening by seat 3, step 4, face ${face}`, opening);
  const parts = [1, 3].map((y) => [y, combine([[little(Buffer.from(polynomial(d[1], BigInt(y)))), second.cards[1].a]])]);
  put("share of seat 2, slot 2049, put together", interpolate(parts).bytes);
  const key = KDF(seeds[2], "tether.passkey", [match, 8, 0, H("tether.passin", [K.bytes, cardBytes([dealt])])]);
  const r = scalarOf(key, "tether.passrand", ["copy", 2048]), A = combine([[r, G]]), B = combine([[r, K]]);
  const copied = proof(seeds[2], r, [match, 8, 3, "deckcopy", 2048], A.bytes, K, B.bytes);
  put("copy by seat 3, slot 2048, step 8", Buffer.concat([dealt.a.add(A).bytes, dealt.b.add(B).bytes, ...copied]));
}

if (process.argv[1]?.endsWith("vectors.js")) {
  const made = protocolVectors();
  let wrong = 0, right = 0;
  const other = [];
  for (const file of process.argv.slice(2)) {
    for (const [, name, value] of readFileSync(file, "utf8").matchAll(/^([^|\n]+?) = ([0-9a-z+ ]+)$/gm)) {
      if (!(name in made)) other.push(name);
      else if (made[name] === value) right += 1;
      else {
        wrong += 1;
        process.stdout.write(`${name}: the text has ${value}, this program ${made[name]}\n`);
      }
    }
  }
  process.stdout.write(JSON.stringify({ right, wrong, not_made: other }) + "\n");
  process.exitCode = wrong || !right ? 1 : 0;
}
