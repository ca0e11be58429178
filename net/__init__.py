"""The network layer: one match between peers, without a server.

Every peer runs the same engine and signs its own moves. From the inside out, the packages are:

- `crypto`: points, proofs, the keys that are derived from a seed, Noise handshakes and invite codes.
- `channels` and `transport`: encrypted channels between peers, over a real or a simulated network.
- `replication`: the signed log, its storage, and anti-entropy by datagrams.
- `match`: the state machine that the log determines. `proofs`: evidence, disputes and desync reports.
- `seat`: one seat's part, from the handshake to its own entries, as an object without clock or socket.
- `session`: that object on a socket, for players and spectators. `records`: a match as a file, and its offline check.
"""
