"""A seat's question, split into picks.

Every path of picks leads to a legal decision, and every listed answer can be picked.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from client.games.ambition.prompts import AmbitionPrompt, entry_of
from client.table.pick.script import CARD
from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.codec import H
from core.engine.game import Decision
from core.engine.local_match import LocalMatch
from core.games.ambition import industry, turn
from core.games.ambition.decisions import UNSEALED_PAPER, Diplomacy
from core.games.ambition.game import GAME
from core.games.ambition.state import Ambition
from core.games.ambition.text.prompts import PROMPTS


def table(seats: int, seed: str, bot: str = "random") -> LocalMatch[Ambition]:
    """Return a match of bots."""
    return LocalMatch(GAME, {seat: BOTS[bot](seed, seat) for seat in range(1, seats + 1)}, seed)


def inquiries(played: LocalMatch[Ambition]) -> Iterator[AmbitionPrompt]:
    """Yield the current questions of all seats."""
    for seat, ask in GAME.pending_asks(played.state).items():
        own = played.secrets[seat].copy()
        if (
            ask.kind in {question.kind for question in PROMPTS}
            and GAME.automatic_decision(played.state, seat, own) is None
        ):
            yield AmbitionPrompt(played.state, seat, own, ask)


@pytest.mark.parametrize(("seats", "bot"), [(3, "random"), (4, "heuristic"), (5, "random"), (6, "random")])
def test_arbitrary_picks_lead_only_to_legal_decisions_of_ambition(seats: int, bot: str) -> None:
    played = table(seats, f"picks {seats}", bot)
    dice, asked = Dice(H("tether.test", ["ambition", seats])), set()
    while not played.state.over:
        for inquiry in inquiries(played):
            asked.add(inquiry.asked_of.kind)
            while inquiry.targets and (inquiry.decision is None or dice.uniform(3)):
                pick = inquiry.targets[dice.uniform(len(inquiry.targets))]
                assert inquiry.pick_name(pick) and inquiry.sentence()
                inquiry.answer(pick)
            assert inquiry.decision is not None, (inquiry.asked_of.kind, inquiry.answers)
            GAME.check(played.state, inquiry.seat, inquiry.decision)
            while inquiry.undo():
                pass
            assert not inquiry.answers
        played.step()
    assert {"diplomacy", "challenge", "play", "drawn"} <= asked


def answers(inquiry: AmbitionPrompt) -> set[Decision]:
    """Return every answer to which picks lead, by trying all of them."""
    found = {inquiry.decision} if inquiry.decision is not None else set()
    for pick in inquiry.targets:
        inquiry.answer(pick)
        found |= answers(inquiry)
        inquiry.undo()
    return found


def plain(decision: Decision) -> Decision:
    """Return the decision without the paper of a secret alliance, which differs each time."""
    return decision._replace(paper=UNSEALED_PAPER) if isinstance(decision, Diplomacy) else decision


def test_every_listed_answer_can_be_picked() -> None:
    """Every listed answer of every kind of question can be picked."""
    every = {question.kind for question in PROMPTS}
    seen: set[str] = set()
    for match in range(20):
        played = table(4, f"ways {match}")
        while not played.state.over and seen < every:
            for inquiry in inquiries(played):
                kind = inquiry.asked_of.kind
                listed = set(map(plain, GAME.options_of(played.state, inquiry.seat, inquiry.secrets)))
                if kind in seen and len(listed) > 6:
                    continue  # a claim or an alliance has hundreds: once is enough
                seen.add(kind)
                assert set(map(plain, answers(inquiry))) >= listed, kind
            played.step()
    assert seen == every


def test_the_picked_one_of_two_equal_cards_is_played() -> None:
    for match in range(60):
        played = table(4, f"alike {match}")
        while not played.state.over:
            for inquiry in inquiries(played):
                cards = [pick for pick in inquiry.targets if pick[0] == CARD]
                if inquiry.asked_of is industry.INDUSTRY and len({inquiry.pick_name(pick) for pick in cards}) < len(
                    cards
                ):
                    for pick in cards:
                        inquiry.answer(pick)
                        assert inquiry.decision is not None and entry_of(inquiry.decision.card) == pick[1]
                        inquiry.undo()
                    return
            played.step()
    raise AssertionError("nobody ever holds two alike")


def test_an_unavailable_pick_gives_the_reason() -> None:
    played = table(3, "no")
    while not any(inquiry.asked_of is turn.DIPLOMACY for inquiry in inquiries(played)):
        played.step()
    (inquiry,) = inquiries(played)
    for pick in (("seat", inquiry.seat), ("die", 3), ("value", 9)):
        with pytest.raises(ValueError, match=r"\w"):
            inquiry.answer(pick)
    assert not inquiry.answers
