// The test vectors, read out of the text: node vectors.js docs/protocol.md [docs/shared-deck.md]. PROTOCOL 18, 24, 25.
import { createPrivateKey, createCipheriv, sign as signEd25519, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { H, KDF, enc, hex } from "./bytes.js";
import { G, L, combine, fromUniform, hashedScalar, littleBytes, mod, opened, pointOn, scalarOf, signatureHolds } from "./points.js";
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
