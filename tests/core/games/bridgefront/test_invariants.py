"""Hidden-card invariants of PROTOCOL 17, checked through whole matches, each with a mutation that breaks it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.engine.chance.beacon import Chance
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import SLOTS_PER_STEP
from core.engine.local_match import LocalMatch
from core.games.bridgefront import hands, rules
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront
from tests.support.core.trial import players

SEATS = 3


class Broken(AssertionError):
    """Raised when an invariant fails."""


class Watched:
    """A sealed match that inspects and counts every draw and every audit."""

    def __init__(self, seed: str, patch: pytest.MonkeyPatch) -> None:
        self.table = LocalMatch(GAME, players(GAME, SEATS, seed), seed, {"vp_to_win": 5}, sealed=True)
        self.state: Bridgefront = self.table.state
        self.seen: Counter[str] = Counter()
        self.beacons = {self.state.beacon: 0}
        """Which step's nonces each beacon holds, at the latest."""
        for name in ("next_slot", "look"):
            patch.setattr(Piles, name, self._drawing(getattr(Piles, name)))
        patch.setattr(Piles, "settle", self._settling(Piles.settle))

    def play(self) -> Counter[str]:
        """Play to the end and return the counts; raise `Broken` if an invariant fails."""
        while not self.state.over:
            self.beacons[self.table.beacon()] = self.state.t
            self.table.step()
        return self.seen

    def _drawing(self, real: Any) -> Any:
        def drawn(piles: Piles, seat: int, *more: Any) -> Any:
            before = piles.unknown[seat]
            result = real(piles, seat, *more)
            chance = next(one for one in more if isinstance(one, Chance))
            if piles is self.state.piles and piles.unknown[seat] != before:
                self.seen["draws"] += 1
                self.seen["draws in the step of their batch"] += before[-1] // SLOTS_PER_STEP == self.state.t
                if self.beacons[chance.beacon] < before[-1] // SLOTS_PER_STEP:
                    raise Broken(f"seat {seat} draws from slots laid after the nonces were committed")
            return result

        return drawn

    def _settling(self, real: Any) -> Any:
        def settled(piles: Piles, seat: int, owed: Any) -> None:
            if piles is self.state.piles:
                self.seen["audits"] += bool(owed)
                if owed and (piles.hand[seat] or piles.top[seat] or piles.bottom[seat]):
                    raise Broken(f"seat {seat} opens dead slots and still holds a closed card outside its bag")
            real(piles, seat, owed)

        return settled


def watched(matches: int, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Play this number of watched matches; return the total counts."""
    seen: Counter[str] = Counter()
    for number in range(matches):
        with patch.context() as once:
            seen += Watched(f"invariants {number}", once).play()
    return seen


def test_draws_use_later_beacons_and_audits_wait_for_known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws use later beacons and audits wait for known cards (invariants 7, 14)."""
    seen = watched(2, monkeypatch)
    assert min(seen["draws"], seen["draws in the step of their batch"], seen["audits"]) > 10, seen


def test_a_draw_with_the_previous_beacon_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw with the previous step's beacon breaks invariant 7: the owner knew this beacon when laying the pile."""
    real = rules.Step.__init__

    def early(step: Any, state: Bridgefront, beacon: bytes, *lost: Any) -> None:
        real(step, state, state.beacon, *lost)

    monkeypatch.setattr(rules.Step, "__init__", early)
    with pytest.raises(Broken, match="draws from slots laid after"):
        watched(1, monkeypatch)


def test_an_audit_that_does_not_wait_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """An audit that does not wait breaks invariant 14: the superseded slots would reveal the top card."""
    monkeypatch.setattr(hands.CLOSED_CARDS, "is_audit_blocked", lambda state, seat, opened: False)
    with pytest.raises(Broken, match="opens dead slots"):
        watched(12, monkeypatch)
