"""The catalogue of attacks: each attack alone, the seats that detect it, the accused seat and the rest of the match."""

from __future__ import annotations

from typing import Any

import pytest

from net.match.events import Accusation, FoundEvidence, StepResolved, Verdict
from net.transport.simulated import GOOD, SimulatedNetwork
from tests.net.proofs.test_evidence import GAMES_HERE, judge
from tests.support.net import soaking
from tests.support.net.adversaries import ADVERSARIES, CARDED, Adversary
from tests.support.net.soaking import BY_NAME, Case, examine, looked_at
from tests.support.net.tables import BRIDGEFRONT, POT
from tests.support.tiers import LONG

CHEAT = 2
ALL = [(adversary, game) for adversary in ADVERSARIES for game in adversary.games]
EACH = [(one, POT if POT in one.games else one.games[i % len(one.games)]) for i, one in enumerate(ADVERSARIES)]
ROWS = ALL if LONG else EACH
"""Adversaries with the games they attack; in the suite each attacks one of its games."""
IDS = [f"{adversary.name}-{game.name}" for adversary, game in ROWS]
ALL_IDS = [f"{adversary.name}-{game.name}" for adversary, game in ALL]


def played(adversary: Adversary, game: Any) -> tuple[Case, SimulatedNetwork]:
    """Play the attack over a good network with four seats.

    Card games have two seats and play a whole match with all audits.
    """
    seats = 2 if game is BRIDGEFRONT and adversary.kinds else 3 if game in CARDED else 4
    options = {"bridgefront": (("vp_to_win", 5),), "tricks": (("rounds", 3),), "pot": (("goal", 6),)}.get(game.name, ())
    cheats = ((CHEAT, adversary),)
    patience = 5.0 if adversary.kinds else 1.0
    case = Case("catalogue", 1, game.name, seats, adversary.text, options, cheats, patience, (), ())
    if game is BRIDGEFRONT and seats > 2:
        case = case._replace(steps=looked_at(game, seats, cheated=True))
    return case, soaking.run(case, GOOD)


TEXTS = "abcdefghijklmnopqrstuvwxyz0123456789"
"""Texts of the matches tried until one meets the attack's need."""


def events_of(net: SimulatedNetwork, seat: int) -> set[str]:
    """Return the types of the events reported to a seat."""
    return {type(event).__name__ for r in net.reports[seat] if isinstance(r, StepResolved) for event in r.events}


@pytest.mark.parametrize(("adversary", "game"), ROWS, ids=IDS)
def test_honest_seats_accuse_only_the_adversary(adversary: Adversary, game: Any) -> None:
    """Every honest seat accuses only the cheat, for that fault, and all reach the same end."""
    for text in TEXTS if adversary.seen else (adversary.text,):  # which match meets it changes with every rule
        case, net = played(adversary._replace(text=text), game)
        if not adversary.seen or all(adversary.seen in events_of(net, seat) for seat in case.honest):
            break
    outcome = examine(case, net)
    for seat in case.honest:
        assert not adversary.seen or adversary.seen in events_of(net, seat)
        blamed = {(r.seat, r.kind) for r in net.reports[seat] if isinstance(r, (Accusation, Verdict)) and r.seat}
        proven = {
            j.seat
            for r in net.reports[seat]
            if isinstance(r, FoundEvidence) and (j := judge(r.data, GAMES_HERE)).proves
        }
        if adversary.kinds:
            assert blamed, "nobody has noticed"
            assert {who for who, _ in blamed} == {CHEAT}
            assert {kind for _, kind in blamed} <= adversary.kinds
            assert CHEAT in proven, "and it can be proven to anybody"
        else:
            assert not blamed and not proven, "there is nothing that could be proven"
    stops = case.seats == 2 and bool(adversary.kinds - GOES_ON)
    assert (outcome.word in adversary.kinds) if stops else outcome.word in ("finished", "played")


GOES_ON = {"seal", "decision", "slot", "duty", "claim", "audit"}
"""Faults after which a two-seat match goes on too, with the stand-in's decision."""


@pytest.mark.parametrize("game", BY_NAME)
def test_no_seat_is_blamed_without_a_cheat(game: str) -> None:
    case = Case("catalogue", 1, game, 3, "catalogue", (), (), 0.0, (), ())
    if game == "bridgefront":
        case = case._replace(seats=2, options=(("vp_to_win", 5),))
    outcome = examine(case, soaking.run(case, GOOD))
    assert (outcome.word, outcome.accused) == ("finished", frozenset())
