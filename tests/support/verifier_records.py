"""Records for the second verifier: whole, unfinished and spoiled matches of every game.

Each spoiled record breaks one rule of docs/internals/protocol.md. The seat to blame has signed the fault wherever it
could. `net.records.verification` tells which seat and which kind of fault the second verifier must name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from core.engine.codec import Plain
from net.crypto.match_keys import seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match.events import Accusation
from net.match.feed_reader import AGREES, CONCEDES, step_of
from net.records.fork import fork_from_record, game_of_record
from net.records.record import BadRecord, MatchRecord, pack, unpack
from net.records.verification import Replay
from net.replication.entries import Kind, Place, make, signed_part
from net.replication.entries import read as read_entry
from net.seat.driver import Driver
from net.session.runner import match_record, play_local
from net.transport.simulated import GOOD, NetworkFaults, SimulatedNetwork
from tests.net.match.test_early_end import decide, persons, until_asked
from tests.support.all_games import GAMES as KNOWN
from tests.support.net import deckcheats, soaking
from tests.support.net.adversaries import ADVERSARIES, BESIDE_A_LOST_SEAT, LOST, Adversary, Shameless
from tests.support.net.cheats import Mulligan, Richer, RicherAfterTheEnd, signing
from tests.support.net.tables import drivers, player_of
from tests.support.net.toys import POT, TRICKS, First
from tests.support.net.vanishing import MOMENTS, run_on, vanishing
from tests.support.tiers import LONG

GAMES: dict[str, Any] = {**KNOWN, POT.name: POT, TRICKS.name: TRICKS}
TEXT = "second"
"""Seed text of the matches that are spoiled, for which all keys are known."""
LOSSY = NetworkFaults(loss=0.2, duplicated=0.05, delay=(0.0005, 0.04))
STEPS_AFTER = 1
"""Number of steps after a cheat of a shared deck at which the match is cut off."""
FIRST_STEPS = 14
"""Number of steps at which a long match is cut off."""


class Finding(NamedTuple):
    """A verifier's verdict on a record: valid, or the guilty seat (0 for none) and its fault.

    The verdict includes the seats that are accused in the record.
    """

    holds: bool
    seat: int
    kind: str
    accused: tuple[tuple[int, str], ...]


def found(data: bytes) -> Finding:
    """Return the verdict of Tether's own verifier."""
    try:
        made = unpack(data)
        replayed = Replay(made, game_of_record(made, GAMES))
    except BadRecord as bad:
        return Finding(False, bad.seat, bad.kind if bad.seat else "", ())
    bad_seat, kind = 0, ""
    try:
        for _ in replayed.steps():
            pass
    except BadRecord as bad:
        bad_seat, kind = bad.seat, bad.kind
    accused = tuple(sorted({(wrong.seat, wrong.kind) for wrong in replayed.table.accusations}))
    accused += tuple((seat, "fork") for seat in sorted(replayed.feeds.forks))
    return Finding(not kind, bad_seat, kind, accused)


# -- records that hold --


def local(name: str, seats: int, **options: Any) -> bytes:
    """Return the record of a whole match in one process."""
    game = GAMES[name]
    players = [player_of(game, seat, TEXT) for seat in range(1, seats + 1)]
    return pack(play_local(game, seats, options, TEXT, players).record)


def begun(name: str, seats: int, lost: dict[int, int] | None = None, **options: Any) -> bytes:
    """Return the record of the first steps of a match over a bad network.

    `lost` gives the step in which each lost seat vanishes.
    """
    game = GAMES[name]
    cheats = {seat: vanishing(MOMENTS["after its seal"], at) for seat, at in (lost or {}).items()}
    table = drivers(game, seats, TEXT, cheats, patience=1.0 if lost else None, **options)
    holder = table[next(seat for seat in table if seat not in cheats)]

    def far() -> bool:
        return holder.settled or (holder.state is not None and holder.state.t > FIRST_STEPS)

    SimulatedNetwork(table, seed=5, faults=LOSSY).run(until=400.0, is_done=far)
    return pack(broken_off(match_record(holder), FIRST_STEPS))


def broken_off(whole: MatchRecord, steps: int) -> MatchRecord:
    """Return the record as it was after this number of steps."""
    feeds = tuple(tuple(e for e in feed if step_of(read_entry(e)) <= steps) for feed in whole.feeds)
    return whole._replace(
        feeds=feeds, side_entries=tuple(e for e in whole.side_entries if step_of(read_entry(e)) <= steps)
    )


def cut_at_commits(made: MatchRecord, t: int) -> MatchRecord:
    """Return the record up to the commits of step t, whose seals and reveals are missing."""

    def is_kept(stored: bytes) -> bool:
        entry = read_entry(stored)
        return step_of(entry) < t or (step_of(entry) == t and entry.kind == Kind.COMMIT)

    return made._replace(feeds=tuple(tuple(filter(is_kept, feed)) for feed in made.feeds))


def without_seats(name: str, seats: int, lost: dict[int, tuple[str, int]], **options: Any) -> bytes:
    """Return the record of a whole match over a bad network in which these seats vanish at these steps."""
    cheats = {seat: vanishing(MOMENTS[moment], at) for seat, (moment, at) in lost.items()}
    table = drivers(GAMES[name], seats, TEXT, cheats, patience=1.0, **options)
    net = SimulatedNetwork(table, seed=3, faults=LOSSY)
    remaining = [seat for seat in table if seat not in cheats]
    run_on(net, remaining, until=400.0)
    return pack(match_record(net.drivers[remaining[0]]))


def played_on() -> bytes:
    """Return the record of a match that continues an unfinished one."""
    old = pack(broken_off(unpack(local("pot", 3, goal=12)), 9))
    game = fork_from_record(old, GAMES)
    seats = game.seat_counts[0]
    table = drivers(game, seats, "played on", player=First())
    SimulatedNetwork(table).run(until=100.0)
    return pack(match_record(table[1]))


def ended(game: Any, seats: int, said: dict[int, int], **options: Any) -> bytes:
    """Return the record of a match in which players concede in step 2, or agree to end it."""
    net = SimulatedNetwork(persons(game, seats, **options))
    until_asked(net, 2, *((2,) if game is POT else range(1, seats + 1)))
    for seat, word in said.items():
        net.drivers[seat].declare_end(word)

    def over() -> bool:
        decide(net, *net.drivers)
        return net.all_stopped()

    assert net.run(until=net.now + 120, is_done=over)
    return pack(match_record(net.drivers[1]))


def mulligan(name: str, seats: int, *cheats: int, **options: Any) -> bytes:
    """Return the record of a whole match in which these seats decide illegally in order to be dealt other cards."""
    net = SimulatedNetwork(drivers(GAMES[name], seats, TEXT, dict.fromkeys(cheats, signing(Mulligan)), **options))
    net.run(until=300.0)
    assert net.all_stopped()
    return pack(match_record(net.drivers[1]))


def strays(name: str, seats: int, kind: type[Driver], **options: Any) -> bytes:
    """Return a whole match in which seat 2 continues in another state, and the others without it."""
    table = drivers(GAMES[name], seats, TEXT, {2: kind}, patience=1.0, **options)
    net = SimulatedNetwork(table)
    run_on(net, [seat for seat in table if seat != 2], until=60.0)
    return pack(match_record(net.drivers[1]))


def with_talk() -> bytes:
    """Return the record of a match in which two seats write to each other."""
    made = unpack(local("pot", 3, goal=3))
    return signed_anew(made, 2, after_all([Kind.CHAT, ["well played"]], [Kind.PRIVATE, [1, bytes(534)]]))


GOOD_ONES: dict[str, Callable[[], bytes]] = {
    "pot-2": lambda: local("pot", 2, goal=3),
    "pot-5": lambda: local("pot", 5, goal=6),
    "pot-4-lost": lambda: without_seats("pot", 4, {2: ("before its commit", 3)}, goal=6),
    "pot-6-lost": lambda: without_seats("pot", 6, {1: ("after its seal", 2), 4: ("after its commit", 4)}, goal=6),
    "pot-played-on": played_on,
    "pot-with-talk": with_talk,
    "pot-2-mulligan": lambda: mulligan("pot", 2, 1, goal=3),
    "tricks-3-mulligan": lambda: mulligan("tricks", 3, 3, rounds=5),
    "tricks-3-mulligans": lambda: mulligan("tricks", 3, 2, 3, rounds=3),
    "sealed_auction-3-mulligan": lambda: mulligan("sealed_auction", 3, 2),
    "pot-2-conceded": lambda: ended(POT, 2, {2: CONCEDES}, goal=3),
    "tricks-3-conceded": lambda: ended(TRICKS, 3, {1: CONCEDES}, rounds=3),
    "tricks-3-agreed": lambda: ended(TRICKS, 3, {1: AGREES, 2: AGREES, 3: AGREES}, rounds=3),
    "pot-4-stray": lambda: strays("pot", 4, Richer, goal=6),
    "tricks-3-stray": lambda: strays("tricks", 3, RicherAfterTheEnd, rounds=3),
    "tricks-2": lambda: local("tricks", 2),
    "tricks-4": lambda: local("tricks", 4, rounds=5),
    "tricks-3-lost": lambda: without_seats("tricks", 3, {3: ("after its seal", 2)}, rounds=3),
    "tricks-5-lost": lambda: without_seats("tricks", 5, {2: ("after its seal", 2), 5: ("before its commit", 3)}),
    "tricks-broken-off": lambda: pack(broken_off(unpack(local("tricks", 3, rounds=5)), 3)),
    "rock_paper_scissors-3": lambda: local("rock_paper_scissors", 3),
    "against_the_house-1": lambda: local("against_the_house", 1),
    "sealed_auction-3": lambda: local("sealed_auction", 3),
    "common_purse-3": lambda: local("common_purse", 3),
    "pickpockets-3": lambda: begun("pickpockets", 3),
    "magpies-3": lambda: local("magpies", 3, kinds=5, rounds=1),
    "magpies-4-lost": lambda: without_seats("magpies", 4, {2: ("after its commit", 5)}, kinds=5, rounds=1),
    "bridgefront-2": lambda: begun("bridgefront", 2),
    "bridgefront-3-lost": lambda: begun("bridgefront", 3, {2: 4}),
    "midnight-3": lambda: begun("midnight", 3),
    "cabinet-4": lambda: begun("cabinet", 4),
    "outposts-1": lambda: begun("outposts", 1),
    "outposts-3": lambda: begun("outposts", 3),
    "ambition-3": lambda: begun("ambition", 3),
}
"""Makers of the good records, by name."""


# -- records of matches in which somebody cheats --


def with_cheat(adversary: Adversary, game: Any, seats: int) -> bytes:
    """Return the record that an honest seat has of a match in which seat 2 is this adversary."""
    options = {"tricks": (("rounds", 3),), "pot": (("goal", 3),)}[game.name]
    cheats: tuple[tuple[int, Adversary], ...] = ((2, adversary),)
    if adversary in BESIDE_A_LOST_SEAT:
        cheats = ((2, adversary), (seats, LOST[0]))
    one = soaking.Case(TEXT, 1, game.name, seats, adversary.text, options, cheats, 5.0, (), ())
    net = soaking.run(one, GOOD)
    made = match_record(net.drivers[one.honest[0]])
    return pack(made if adversary.name == "WrongResult" else without_results(made))


def without_results(made: MatchRecord) -> MatchRecord:
    """Return the record of the same match before it was over, so that its fault does not follow a finished match."""
    feeds = tuple(tuple(e for e in feed if read_entry(e).kind != Kind.RESULT) for feed in made.feeds)
    return made._replace(feeds=feeds)


def with_deck_cheat(number: int) -> bytes:
    """Return the record of a match with a shared deck in which seat 2 is the deck cheat of this number."""
    kind: Any = deckcheats.CAUGHT[number][0]
    client = type(
        f"Driver{kind.__name__}", (drivers(POT, 2)[1].__class__,), {"signer_class": kind, "protocol_class": Shameless}
    )
    table = drivers(GAMES["magpies"], 4, TEXT, {2: client}, patience=1.0, kinds=5, rounds=1)
    net = SimulatedNetwork(table, seed=7, faults=GOOD)
    run_on(net, [1, 3, 4], until=600.0)
    made = without_results(match_record(net.drivers[1]))
    told = next(report for report in net.reports[1] if isinstance(report, Accusation))
    return pack(made if LONG else broken_off(made, told.t + STEPS_AFTER))


def cheated() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the cheats that entries alone prove, in the two sample games and in the game with a shared deck."""
    for adversary in (*ADVERSARIES, *BESIDE_A_LOST_SEAT):
        if adversary.name in ("FalseShare", "WritesLongHand", "FalseLink"):  # of which nothing is needed or kept
            continue
        if adversary.kinds and not adversary.slow and {POT, TRICKS} & set(adversary.games):
            game = POT if POT in adversary.games else TRICKS
            seats = 5 if adversary in BESIDE_A_LOST_SEAT else 3
            yield adversary.name, partial(with_cheat, adversary, game, seats)
    for number in (0, 5, 8, 11, 13):
        yield f"deck-{deckcheats.CAUGHT[number][0].__name__}", partial(with_deck_cheat, number)


# -- records that are spoiled afterwards --


@cache
def whole(name: str = "pot", seats: int = 3) -> MatchRecord:
    """Return the record of the match that is spoiled."""
    return unpack(local(name, seats, **({"goal": 3} if name == "pot" else {"rounds": 3})))


def signed_anew(made: MatchRecord, seat: int, change: Callable[[list[Any]], list[Any]]) -> bytes:
    """Return the record with another feed of this seat.

    `change` modifies the [kind, seen, body] of the seat's entries. The seat's keys link and sign the result.
    """
    assert made.seed_text is not None
    signer = Signer(seat_seeds_from_text(made.seed_text, seat).identity)
    entries = [read_entry(stored) for stored in made.feeds[seat - 1]]
    match = prev = entries[0].match
    feed = []
    for seq, (kind, seen, body) in enumerate(change([[e.kind, e.seen, e.body] for e in entries])):
        entry = make(signer, Place(match, seat, seq, prev), kind, tuple(seen), body)
        prev = entry.id
        feed.append(entry.stored)
    return pack(made._replace(feeds=(*made.feeds[: seat - 1], tuple(feed), *made.feeds[seat:])))


def _at(feed: list[Any], kind: int, t: int) -> int:
    """Return the position of the entry of this kind and step."""
    return next(i for i, (k, _, body) in enumerate(feed) if k == kind and body[0] == t)


def put(kind: int, t: int, at: int, value: Plain) -> Callable[[list[Any]], list[Any]]:
    """Return a change that replaces one item of a body."""

    def change(feed: list[Any]) -> list[Any]:
        body = list(feed[_at(feed, kind, t)][2])
        body[at] = value
        feed[_at(feed, kind, t)][2] = body
        return feed

    return change


def before(kind: int, t: int, *more: list[Any]) -> Callable[[list[Any]], list[Any]]:
    """Return a change that inserts an illegal entry before an entry."""

    def change(feed: list[Any]) -> list[Any]:
        at = _at(feed, kind, t)
        return [*feed[:at], *([k, feed[at][1], body] for k, body in more), *feed[at:]]

    return change


def after_all(*more: list[Any]) -> Callable[[list[Any]], list[Any]]:
    """Return a change that appends an illegal entry at the end."""
    return lambda feed: [*feed, *([kind, feed[-1][1], body] for kind, body in more)]


def swapped(kind: int, other: int, t: int) -> Callable[[list[Any]], list[Any]]:
    """Return a change that puts two entries of a step in the wrong order."""

    def change(feed: list[Any]) -> list[Any]:
        i, j = _at(feed, kind, t), _at(feed, other, t)
        feed[i], feed[j] = feed[j], feed[i]
        return feed

    return change


def again(kind: int, t: int) -> Callable[[list[Any]], list[Any]]:
    """Return a change that repeats an entry."""
    return lambda feed: [*feed[: _at(feed, kind, t) + 1], *feed[_at(feed, kind, t) :]]


def first(at: int, value: Plain) -> Callable[[list[Any]], list[Any]]:
    """Return a change that replaces one item of entry 0."""

    def change(feed: list[Any]) -> list[Any]:
        feed[0][2] = [*feed[0][2][:at], value, *feed[0][2][at + 1 :]]
        return feed

    return change


def seen_short(feed: list[Any]) -> list[Any]:
    """Make an entry count the entries of fewer seats than there are."""
    feed[4][1] = feed[4][1][:-1]
    return feed


ZERO, OTHER = bytes(32), bytes([7]) * 32
BY_SEAT_2: dict[str, Callable[[list[Any]], list[Any]]] = {
    "commit-other-state": put(Kind.COMMIT, 2, 2, OTHER),
    "commit-short-digest": put(Kind.COMMIT, 2, 2, OTHER[:31]),
    "commit-back-twice": put(Kind.COMMIT, 2, 3, [1, 1]),
    "commit-twice": again(Kind.COMMIT, 2),
    "commit-of-the-step-before": again(Kind.COMMIT, 1),
    "seal-names-too-few": put(Kind.SEAL, 2, 1, [None, None]),
    "seal-of-another-opening": put(Kind.SEAL, 2, 2, OTHER),
    "seal-before-commit": swapped(Kind.COMMIT, Kind.SEAL, 2),
    "seal-twice": again(Kind.SEAL, 2),
    "reveal-false-proof": put(Kind.REVEAL, 2, 3, [OTHER, OTHER]),
    "reveal-other-point": put(Kind.REVEAL, 2, 2, OTHER),
    "reveal-round-without-vote": put(Kind.REVEAL, 2, 1, 1),
    "reveal-shares-in-round-0": put(Kind.REVEAL, 2, 4, [[OTHER, [OTHER, OTHER]]]),
    "reveal-without-point": put(Kind.REVEAL, 2, 2, None),
    "result-other-state": put(Kind.RESULT, 0, 1, OTHER),
    "result-other-outcome": put(Kind.RESULT, 0, 2, [[1, 2, []]]),
    "result-too-early": before(Kind.COMMIT, 3, [Kind.RESULT, [2, OTHER, []]]),
    "chat-too-long": before(Kind.COMMIT, 2, [Kind.CHAT, ["x" * 501]]),
    "chat-no-text": before(Kind.COMMIT, 2, [Kind.CHAT, [5]]),
    "private-line-too-short": before(Kind.COMMIT, 2, [Kind.PRIVATE, [1, bytes(533)]]),
    "private-line-to-itself": before(Kind.COMMIT, 2, [Kind.PRIVATE, [2, bytes(534)]]),
    "adjourn-with-words": before(Kind.COMMIT, 2, [Kind.ADJOURN, [1]]),
    "vote-of-too-few": before(Kind.SEAL, 2, [Kind.VOTE, [2, 1, [2], [], None]]),
    "vote-before-commit": before(Kind.COMMIT, 2, [Kind.VOTE, [2, 1, [1, 2], [], None]]),
    "cut-without-vote": before(Kind.REVEAL, 2, [Kind.CUT, [2, 1, [OTHER, OTHER]]]),
    "return-of-no-number": before(Kind.COMMIT, 2, [Kind.RETURN, ["2"]]),
    "genesis-again": before(Kind.COMMIT, 2, [Kind.GENESIS, [ZERO, [], []]]),
    "kind-unknown": before(Kind.COMMIT, 2, [77, []]),
    "entry-0-no-point": first(1, [ZERO, ZERO]),
    "entry-0-other-genesis": first(0, OTHER),
    "entry-0-too-few-boxes": first(2, []),
    "seen-too-short": seen_short,
    "after-the-result": after_all([Kind.RETURN, [1]]),
}
"""Faults that seat 2 of three commits in a match of pot."""


def _of_nobody() -> Iterator[tuple[str, bytes]]:
    """Yield files that were altered without a signature."""
    made = whole()
    data = pack(made)
    yield "file-cut-short", data[:-40]
    yield "file-with-more", data + b"\x00"
    yield "file-byte-changed", data[:500] + bytes([data[500] ^ 1]) + data[501:]
    yield "file-empty", b""
    feed = made.feeds[1]
    raw, signature = signed_part(feed[3])
    forged = read_entry(feed[3])
    bad = forged._replace(signature=bytes(64)).stored
    yield "entry-not-signed", pack(made._replace(feeds=(made.feeds[0], (*feed[:3], bad, *feed[4:]), made.feeds[2])))
    yield "entry-left-out", pack(made._replace(feeds=(made.feeds[0], (*feed[:3], *feed[4:]), made.feeds[2])))
    yield "feeds-of-others", pack(made._replace(feeds=(made.feeds[1], made.feeds[0], made.feeds[2])))
    yield "side-that-stands-in-the-feed", pack(made._replace(side_entries=(feed[3],)))
    yield "seed-text-of-another", pack(made._replace(seed_text="another"))
    (card, sign), *rest = made.cards
    yield "card-not-signed", pack(made._replace(cards=((card, bytes(64)), *rest)))
    yield "card-twice", pack(made._replace(cards=(made.cards[0], made.cards[0], made.cards[2])))
    yield "cards-in-another-order", pack(made._replace(cards=(made.cards[1], made.cards[0], made.cards[2])))
    other = unpack(local("pot", 3, goal=12))
    yield "cards-that-disagree", pack(made._replace(cards=(*made.cards[:2], other.cards[2])))
    assert raw and signature and sign


def spoiled() -> Iterator[tuple[str, bytes]]:
    """Yield all spoiled records with their names."""
    for name, made in cheated():
        yield name, made()
    for name, change in BY_SEAT_2.items():
        if change is BY_SEAT_2["result-other-state"] or change is BY_SEAT_2["result-other-outcome"]:
            continue
        yield name, signed_anew(whole(), 2, change)
    last = step_of(read_entry(whole().feeds[1][-1]))
    others: list[tuple[str, int, Plain]] = [("result-other-state", 1, OTHER), ("result-other-outcome", 2, [[1, 2, []]])]
    for name, at, value in others:
        yield name, signed_anew(whole(), 2, put(Kind.RESULT, last, at, value))
    yield from _of_nobody()


def write_all(folder: Any) -> dict[str, Finding]:
    """Write all records as files, and return the expected verdicts."""
    wanted = {}
    ones = [*((name, made()) for name, made in GOOD_ONES.items()), *spoiled()]
    for name, data in ones:
        (folder / f"{name}.tether").write_bytes(data)
        wanted[f"{name}.tether"] = found(data)
    return wanted
