"""Information leaked by sealed decisions (PROTOCOL 4.1).

The tests cover the length of a sealed decision, and what a seat learns that withholds its own seal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from core.bots.random_bot import Dice
from core.engine.codec import enc
from core.engine.game import Setup
from core.engine.local_match import LocalMatch
from core.engine.question import DEFAULT_MAX_SIZE
from net.crypto import match_keys
from net.crypto.primitives import TAG
from net.match.feed_reader import step_of
from net.replication.entries import Kind
from net.replication.entries import read as read_entry
from net.seat.absence import PATIENCE
from net.session.runner import play_local
from net.transport.simulated import SimulatedNetwork
from tests.support.all_games import GAMES
from tests.support.core.trial import players
from tests.support.games.entry import Playthrough
from tests.support.net.adversaries import WithholdsItsSeal
from tests.support.net.cheats import AT
from tests.support.net.tables import drivers, player_of
from tests.support.net.toys import POT
from tests.support.net.vanishing import run_on
from tests.support.playthroughs import PLAYTHROUGHS
from tests.support.tiers import LONG

LISTED, DRAWN = 40, 4
"""Number of legal decisions listed for each ask, and of further decisions drawn at random."""
STEPS = 10_000 if LONG else 250
OWN = [p for p in PLAYTHROUGHS if p.game in GAMES and (LONG or p.seats < 5)]


def asks(playthrough: Playthrough) -> Iterator[tuple[str, bool, int, list[bytes]]]:
    """Yield each question of a match, as (kind, automatic, room, encoded decisions).

    `automatic` is True if the client answers without its player; the decisions are all legal ones.
    """
    game: Any = GAMES[playthrough.game]
    who = players(game, playthrough.seats, playthrough.seed, playthrough.players)
    table = LocalMatch(game, who, playthrough.seed, dict(playthrough.options), sealed=True)
    dice = Dice(b"lengths.")
    for _ in range(STEPS):
        state = table.state
        if state.over:
            return
        for seat, ask in game.pending_asks(state).items():
            secrets = table.secrets[seat]
            legal = list(islice(game.options_of(state, seat, secrets), LISTED))
            legal += [game.sample(state, seat, secrets, dice) for _ in range(DRAWN)]
            yield ask.kind, ask.is_automatic, game.max_decision_size(state, seat), [enc(decision) for decision in legal]
        table.step()


@pytest.mark.parametrize("playthrough", OWN, ids=lambda p: p.name)
def test_all_decisions_of_a_question_have_equal_sealed_lengths(playthrough: Playthrough) -> None:
    """Buy or pass, a card or a basic action: the length is the same (4.1)."""
    met = set()
    for kind, automatic, room, legal in asks(playthrough):
        met.add(kind)
        lengths = {len(content) for content in legal}
        padded = {match_keys.padded_length(len(content), room) for content in legal}
        assert len(padded) == 1, f"{kind}: {sorted(lengths)} bytes are sealed in {sorted(padded)}"
        follows = automatic and len(lengths) == 1  # from the public state: shares, passes and fresh slots
        assert follows or max(lengths) <= max(room, DEFAULT_MAX_SIZE), (
            f"{kind}: {sorted(lengths)} bytes, with room for {room}"
        )
    assert met


@pytest.mark.parametrize(("name", "seats"), [("sealed_auction", 3), ("bridgefront", 2)])
def test_the_seals_of_a_question_have_equal_length_in_a_match(name: str, seats: int) -> None:
    """An attacker who compares the lengths of a match's seals does not learn who bids and who passes."""
    game: Any = GAMES[name]
    kinds: list[dict[int, tuple[Any, ...]]] = []
    options = game.options.values_by_name(game.options.complete_values({}))
    kinds.append(_asked(game, game.new_state(Setup(seats, options, bytes(32)))))
    who = [player_of(game, seat) for seat in range(1, seats + 1)]
    played = play_local(game, seats, {}, "test", who, lambda said, state: kinds.append(_asked(game, state)))
    found: dict[tuple[Any, ...], set[int]] = defaultdict(set)
    for seat, feed in enumerate(played.record.feeds, 1):
        for entry in map(read_entry, feed):
            if entry.kind == Kind.SEAL:
                t, _, E = entry.body  # type: ignore[misc]
                asked = kinds[t - 1].get(seat)
                found[t, asked].add(len(E))
                assert len(E) >= match_keys.padded_length(0, asked[1] if asked else 0) + TAG, asked
    assert {key: lengths for key, lengths in found.items() if len(lengths) > 1} == {}
    assert len(found) > 12


def _asked(game: Any, state: Any) -> dict[int, tuple[Any, ...]]:
    """Return, by seat, the kind of the question and the room for its answer.

    Automatic answers of a client have lengths of their own.
    """
    asks = game.pending_asks(state).items()
    return {
        seat: (ask.kind, game.max_decision_size(state, seat), seat if ask.is_automatic else 0) for seat, ask in asks
    }


def test_a_seat_that_withholds_its_seal_is_left_out_before_any_reveal() -> None:
    """No seat reveals in a round that waits for the seal. Once others reveal, the withheld decision cannot count."""
    net = SimulatedNetwork(drivers(POT, 4, cheats={4: WithholdsItsSeal}, patience=1.0, goal=12))
    honest = [1, 2, 3]
    run_on(net, honest, until=20 * PATIENCE)
    cheat = net.drivers[4]
    reveals = [e for seat in honest for e in cheat.feeds.feed_of(seat) if e.kind == Kind.REVEAL and step_of(e) == AT]
    assert reveals and all(e.body[1] > 0 for e in reveals), "a round that the others have voted for"  # type: ignore[index]
    assert all(e.body[4] == [] for e in reveals), "nobody gives a share of the seat"  # type: ignore[index]
    for seat in honest:
        (left,) = net.drivers[seat].attendance.left_out
        assert (left.seat, left.since) == (4, AT)
        assert net.drivers[seat].finished is not None
