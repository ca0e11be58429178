"""The Midnight bot plays legally, ignores hidden cards and clearly beats chance."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.base import DecisionPosition
from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice, RandomBot
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.midnight import action, elimination, turn
from core.games.midnight.bot.policy import ANSWERS, ranked_acts, rollout_act
from core.games.midnight.bot.weights import USUAL
from core.games.midnight.cards import (
    BUILD,
    CANNON,
    CARDS,
    INTELLIGENCE,
    JAM,
    LARGE_CANNON,
    SHIELD,
    SIREN,
    UPGRADE,
    deck_copies,
    kind_of,
)
from core.games.midnight.events import EVENTS
from core.games.midnight.game import GAME
from core.games.midnight.text.narration import SENTENCES
from tests.support.games.midnight.table import Position


def test_the_bot_answers_every_question_to_a_player_of_midnight() -> None:
    assert set(ANSWERS) == {question for question in GAME.questions.values() if not question.is_automatic}


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_heuristic_bot_beats_random_bots(seats: int) -> None:
    """One bot against random ones at all other seats wins at least nine games out of ten."""
    games, won = 3 * seats, 0
    for seed in range(games):
        place = 1 + seed % seats
        bots = {s: (HeuristicBot if s == place else RandomBot)(f"{seed}", s) for s in range(1, seats + 1)}
        won += LocalMatch(GAME, bots, f"chance {seed}").play().winners == (place,)
    assert 10 * won >= 9 * games, f"{won} of {games}"


@pytest.mark.parametrize("options", [{}, {"escalations": "on", "pacts": "on"}])
def test_the_midnight_bots_decisions_are_legal_and_every_event_has_a_text(options: dict[str, Any]) -> None:
    class Watched(HeuristicBot):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            assert seat == secrets.seat
            before = state.digest()
            decision = super().decide(game, state, seat, secrets)
            game.check(state, seat, decision)
            assert state.digest() == before
            return decision

    table = LocalMatch(GAME, {seat: Watched("legal", seat) for seat in (1, 2, 3, 4)}, "legal", options)
    lines: list[str] = []
    table.play(lambda state, decisions, events: lines.extend(GAME.narrate(state, event) for event in events))
    assert all(line and "\n" not in line and "{" not in line for line in lines)
    assert "won." in GAME.describe(table.state)


def test_every_event_of_midnight_has_a_sentence() -> None:
    assert set(EVENTS) == set(SENTENCES)


def _asked(state: Any, cards: list[int]) -> DecisionPosition[Any]:
    """Return the action question of the seat whose turn it is, with exactly these kinds open in hand."""
    seat = state.current
    copies = tuple(next(copy for copy in deck_copies(seat) if kind_of(copy) == each) for each in cards)
    state.piles.hand[seat], state.piles.shown[seat] = (), copies
    return DecisionPosition(GAME, state, seat, Secrets(b"", seat, b""), (state.actions_left(seat),), Dice(bytes(32)))


def test_the_bot_plays_an_upgrade_first() -> None:
    table = LocalMatch(GAME, {seat: HeuristicBot("first", seat) for seat in (1, 2, 3)}, "first")
    while not any(each == "act" for _, each, _ in table.state.asking):
        table.step()
    asked = _asked(table.state, [CANNON, BUILD, UPGRADE])
    assert kind_of(copy_of(ranked_acts(asked, 5)[0].cards[0])) == UPGRADE


@pytest.mark.parametrize("banned", range(len(CARDS)))
def test_a_banned_card_is_never_a_candidate_and_is_discarded_first(banned: int) -> None:
    p = Position()
    hand = p.hand(1, CANNON, CANNON, CANNON, SHIELD, BUILD, UPGRADE, INTELLIGENCE, JAM, SIREN, LARGE_CANNON)
    usual, without = (DecisionPosition(GAME, p.state, 1, Secrets(b"", 1, b""), (4,), Dice(bytes(32)), frozenset(each))
                      for each in ((), (banned,)))  # fmt: skip
    for asked, other in ((usual, False), (without, True)):
        acts = [*ranked_acts(asked, 999), ANSWERS[action.ACT](asked), rollout_act(asked)]
        used = {
            kind_of(copy) for act in acts for copy in (*map(copy_of, act.cards), *(-entry for entry in act.entries))
        }
        used |= {kind_of(-entry) for _, entry in ANSWERS[turn.DEPLOY](asked).plays}
        assert (banned not in used) == other and len(used) > 6
    count = sum(kind_of(copy) == banned for copy in hand)
    thrown = ANSWERS[turn.TRIM](without._replace(detail=(count,))).cards
    assert [kind_of(copy_of(card)) for card in thrown] == [banned] * count


def test_a_capturing_bot_takes_a_banned_card_last() -> None:
    p = Position()
    p.hand(2, UPGRADE, SIREN)
    for banned, kept in ((), UPGRADE), ((UPGRADE,), SIREN):
        asked = DecisionPosition(GAME, p.state, 1, Secrets(b"", 1, b""), (2,), Dice(bytes(32)), frozenset(banned))
        assert kind_of(-ANSWERS[elimination.CAPTURE](asked).entry) == kept


def test_every_kind_of_card_has_a_weight() -> None:
    assert len(USUAL.keep) == len(USUAL.stored) == len(CARDS)
