"""Distribution of the draws from piles in slots (PROTOCOL 6.3, 17.12)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.chance.exact import ScriptedChance, exact_distribution
from core.engine.hidden.piles import BLOCKED, Piles
from tests.support.core.pile_owner import Owner

# The distribution of draws (12.3, invariant 12) -----------------------------------------------------------------------

Script = list[tuple[str, tuple[int, ...]]]


class Physical:
    """A real pile: cards in an order, of which the player knows those on top and at the bottom."""

    def __init__(self, picks: ScriptedChance, pile: int) -> None:
        self.picks = picks
        self.top: list[int] = []
        self.rest = picks.shuffle(range(1, pile + 1))
        self.bottom: list[int] = []
        self.discard: list[int] = []

    def settle(self) -> None:
        if not self.rest and self.bottom:
            self.top, self.bottom = self.top + self.bottom, []

    def draw(self) -> int:
        if not (self.top or self.rest or self.bottom):
            self.rest, self.discard = self.picks.shuffle(sorted(self.discard)), []
        for part in (self.top, self.rest, self.bottom):
            if part:
                card = part.pop(0)
                self.settle()
                return card
        return 0

    def gain(self, card: int) -> None:
        if not (self.top or self.rest or self.bottom):
            self.rest, self.discard = self.picks.shuffle(sorted(self.discard)), []
        self.rest.insert(self.picks.uniform(len(self.rest) + 1), card)

    def look(self, count: int) -> list[int]:
        while len(self.top) < count and (self.rest or self.discard):
            if not self.rest:
                self.rest, self.discard = self.picks.shuffle(sorted(self.discard)), []
            self.top.append(self.rest.pop(0))
            self.settle()
        return self.top[:count]

    def put(self, top: list[int], bottom: list[int]) -> None:
        self.top = top + self.top[len(top) + len(bottom) :]
        self.bottom += bottom
        self.settle()


class InSlots:
    """The same pile in slots: its owner commits cards in the most suspicious order, and the beacon picks."""

    def __init__(self, picks: ScriptedChance, pile: int) -> None:
        self.picks = picks
        self.owner = Owner(sealed=False)
        self.owner.gain(*range(1, pile + 1))
        if pile:
            self.lay()

    def lay(self) -> None:
        self.owner.announce(sorted(self.owner.due(), reverse=True))

    @property
    def discard(self) -> list[int]:
        return list(self.owner.piles.discard[1])

    @discard.setter
    def discard(self, cards: list[int]) -> None:
        self.owner.piles.discard[1] = tuple(cards)

    def draw(self) -> int:
        while (slot := self.owner.piles.next_slot(1, self.picks, 0)) == BLOCKED:
            self.lay()
        return self.owner.piles.open(1, self.owner.opening(slot)) if slot else 0

    def gain(self, card: int) -> None:
        self.owner.gain(card)

    def look(self, count: int) -> list[int]:
        while self.owner.piles.look(1, count, self.picks, lambda: 0):
            self.lay()
        return [self.owner.own.faces[slot] for slot in self.owner.piles.top[1][:count]]

    def put(self, top: list[int], bottom: list[int]) -> None:
        piles = self.owner.piles
        n = len(top) + len(bottom)
        slots = {self.owner.own.faces[slot]: slot for slot in piles.top[1][:n]}
        piles.top[1] = piles.top[1][n:]
        piles.put_back(1, tuple(slots[card] for card in top), tuple(slots[card] for card in bottom))


def course(kind: type, pile: int, script: Script) -> Callable[[ScriptedChance], tuple[int, ...]]:
    """Return a function that plays the script and draws the pile to its end; it returns the seen cards."""

    def run(picks: ScriptedChance) -> tuple[int, ...]:
        p, seen = kind(picks, pile), []
        gained = 10
        for move, (n, m) in script:
            if move == "draw":
                seen += [p.draw() for _ in range(n)]
            elif move == "throw":
                drawn = [card for card in seen if card and card not in p.discard][-n:]
                p.discard = sorted({*p.discard, *drawn} - set(_in(p)))
            elif move == "gain":
                gained += 1
                p.gain(gained)
            else:
                looked = p.look(n)
                seen += looked
                p.put(looked[m:][::-1], looked[:m])
        p.discard = []
        while card := p.draw():
            seen.append(card)
        return tuple(seen)

    return run


def _in(pile: Physical | InSlots) -> list[int]:
    """Return the cards in the pile."""
    if isinstance(pile, Physical):
        return pile.top + pile.rest + pile.bottom
    piles, faces = pile.owner.piles, pile.owner.own.faces
    return [*(faces[slot] for slot in piles.closed_slots(1)), *piles.mix[1]]


SCRIPTS: dict[str, tuple[int, Script]] = {
    "a gained card may be anywhere": (5, [("gain", (1, 0))]),
    "two of them": (4, [("gain", (1, 0)), ("gain", (1, 0))]),
    "below a known top": (4, [("look", (2, 0)), ("gain", (1, 0)), ("draw", (3, 0))]),
    "above a known bottom": (4, [("look", (2, 2)), ("gain", (1, 0)), ("draw", (2, 0)), ("gain", (1, 0))]),
    "one on top, one underneath": (4, [("look", (2, 1)), ("gain", (1, 0)), ("draw", (2, 0)), ("look", (2, 1))]),
    "into an empty pile": (3, [("draw", (3, 0)), ("throw", (3, 0)), ("gain", (1, 0))]),
    "in the middle of a draw": (4, [("draw", (3, 0)), ("throw", (2, 0)), ("draw", (2, 0)), ("gain", (1, 0))]),
    "in the middle of a look": (3, [("draw", (2, 0)), ("throw", (2, 0)), ("look", (2, 1)), ("gain", (1, 0))]),
    "all of it known": (2, [("look", (2, 1)), ("gain", (1, 0)), ("draw", (1, 0)), ("gain", (1, 0))]),
    "underneath, twice": (5, [("look", (2, 2)), ("look", (2, 2))]),
    "known cards laid under a gained one": (2, [("look", (2, 0)), ("gain", (1, 0)), ("look", (2, 2))]),
    "six cards": (6, [("look", (3, 1)), ("draw", (1, 0))]),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_draws_match_the_distribution_of_a_real_pile(name):
    """Every order of the seen cards has exactly the probability of a real pile."""
    pile, script = SCRIPTS[name]
    real = exact_distribution(course(Physical, pile, script))
    assert sum(real.values()) == 1
    assert exact_distribution(course(InSlots, pile, script)) == real


@given(
    st.integers(0, 3),
    st.lists(
        st.one_of(
            st.tuples(st.just("draw"), st.tuples(st.integers(1, 2), st.just(0))),
            st.tuples(st.just("look"), st.tuples(st.just(2), st.integers(0, 2))),
            st.tuples(st.just("throw"), st.tuples(st.integers(1, 2), st.just(0))),
            st.tuples(st.just("gain"), st.tuples(st.just(1), st.just(0))),
        ),
        max_size=5,
    ),
)
@settings(max_examples=40, deadline=None)
def test_any_sequence_of_moves_matches_a_real_pile(pile, script):
    """Every possible course of a small pile has the distribution of a real pile."""
    if sum(move == "gain" for move, _ in script) > 2:
        return
    assert exact_distribution(course(InSlots, pile, script)) == exact_distribution(course(Physical, pile, script))


# Without their rules the draws are spread otherwise -------------------------------------------------------------------


def _from_the_bag_at_once(patch: pytest.MonkeyPatch) -> None:
    """Break the draw: it takes an earlier card instead of waiting for the commitment of the gained one."""
    real = Piles.next_slot

    def next_slot(self: Piles, seat: int, *more: object) -> int:
        mix, self.mix[seat] = self.mix[seat], () if self.unknown[seat] else self.mix[seat]
        slot = real(self, seat, *more)  # type: ignore[arg-type]
        self.mix[seat] = mix or self.mix[seat]
        return slot

    patch.setattr(Piles, "next_slot", next_slot)


def _in_the_order_laid(patch: pytest.MonkeyPatch) -> None:
    """Break the draw: it follows the order of the slots, which the owner has chosen."""
    patch.setattr(ScriptedChance, "stream", lambda self, use, *which: ScriptedChance([]))


def _gained_on_top(patch: pytest.MonkeyPatch) -> None:
    """Break the gain: the known top is shuffled in with the gained card."""
    real = Piles.add_openly

    def gain(self: Piles, seat: int, copy: int) -> None:
        self.unknown[seat] = tuple(sorted(self.unknown[seat] + self.top[seat]))
        self.top[seat] = ()
        real(self, seat, copy)

    patch.setattr(Piles, "add_openly", gain)


@pytest.mark.parametrize(
    ("without_rule", "name"),
    [
        (_from_the_bag_at_once, "a gained card may be anywhere"),
        (_in_the_order_laid, "a gained card may be anywhere"),
        (_gained_on_top, "below a known top"),
    ],
)
def test_any_other_way_to_draw_is_detected(without_rule, name, monkeypatch):
    """See invariant 12."""
    without_rule(monkeypatch)
    with pytest.raises(AssertionError):
        test_draws_match_the_distribution_of_a_real_pile(name)
