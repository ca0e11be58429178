"""The net: one table, no server. Every peer runs the same engine and signs what it does.

From the inside out: `crypto` and `keys` (points, proofs, what follows from a seed), `genesis` and `handshake` (sitting
down), `entries`, `feeds` and `store` (the signed log and where it is kept), `table` (what the log says), `signatory`
and `play` (what one seat adds to it), `dispute` and `ready`, `wire` and `sync` (datagrams and anti-entropy), `driver`
(all of these as one object without clock or socket), `noise`, `link`, `links`, `lines` and `invite` (encrypted links,
and who gets in), `simnet` and `peer` (that object over a simulated and a real network), `match` (whole matches),
`record` and `verify` (a match as a file, and its check offline).
"""
