"""The Cabinet bot plays legally and cooperatively, and its team wins matches that random teams never win."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.cabinet import cards
from core.games.cabinet import events as e
from core.games.cabinet.bot.policy import ANSWERS
from core.games.cabinet.decisions import Accept, Act, Attempt, Offer, Pledge, Swap
from core.games.cabinet.game import GAME
from core.games.cabinet.text.narration import SENTENCES
from tests.support.games.cabinet.table import Position


def answer(p: Position, seat: int) -> Any:
    """Return the bot's decision in this position."""
    return HeuristicBot("company", seat).decide(GAME, p.state, seat, p.table.secrets[seat])


def won(kind: type[RandomBot], seats: int, games: int) -> int:
    """Return the number of these matches that a team of such bots wins."""
    return sum(
        LocalMatch(GAME, {seat: kind(f"{seed}", seat) for seat in range(1, seats + 1)}, f"team {seed}").play().won
        for seed in range(games)
    )


def test_the_bot_answers_every_question_to_a_player_of_cabinet() -> None:
    assert set(ANSWERS) == {question for question in GAME.questions.values() if not question.is_automatic}


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_a_heuristic_team_wins_over_half_and_a_random_team_never(seats: int) -> None:
    assert won(HeuristicBot, seats, 12) > 6 and not won(RandomBot, seats, 12)


@pytest.mark.parametrize("options", [{}, {"target": "storm", "clock": "seed"}])
def test_the_cabinet_bots_decisions_are_legal_and_every_event_has_a_text(options: dict[str, Any]) -> None:
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
    assert "The match is " in GAME.describe(table.state)


def test_every_event_of_cabinet_has_a_sentence() -> None:
    assert set(e.EVENTS) == set(SENTENCES)


# Good company ---------------------------------------------------------------------------------------------------------


def test_the_bot_pledges_fitting_cards_and_keeps_unneeded_goodwill() -> None:
    p = Position()
    (goodwill, funds) = p.hand(1, "G F")
    p.hand(2, "W")
    p.flip("Bread Riots")
    assert answer(p, 1) == Pledge((funds,))
    p.decide(seat1=Pledge((funds,)))
    assert set(answer(p, 1).cards) == {funds, goodwill}, "all that fits, once something is missing"


def test_the_bot_pledges_goodwill_when_the_team_needs_it() -> None:
    p = Position()
    (goodwill, funds) = p.hand(1, "G F")
    p.flip("Bread Riots")
    assert set(answer(p, 1).cards) == {funds, goodwill}


def test_the_bot_attempts_only_a_milestone_that_can_be_paid() -> None:
    p = Position()
    p.hand(1, "F F V")
    p.hand(2, "F W")
    (ledger, _) = p.on_top("Balanced Ledger", "Mission to the Moon")
    p.state.score = p.state.target - 1
    p.act(kind="milestone")
    assert answer(p, 1) == Attempt(ledger)
    p = Position()
    p.on_top("Sea Walls", "Mission to the Moon")
    p.act(kind="milestone")
    assert answer(p, 1) == Attempt(0)


def test_the_bot_takes_a_winning_action() -> None:
    p = Position()
    p.hand(1, "F F V T W E")
    p.state.score = p.state.target - 1
    p.on_top("Balanced Ledger", "Mission to the Moon")
    p.run(("act",))
    assert answer(p, 1) == Act("milestone")


def test_the_bots_of_a_team_offer_exactly_the_cards_due() -> None:
    p = Position(4)
    p.hand(1, "F")
    p.hand(2, "F F F F")
    p.hand(3, "V V V", "Finance")
    p.hand(4, "T")
    p.in_play("Embargo", "Spy Ring")
    p.run(("upkeep",))
    offers = {seat: answer(p, seat) for seat in p.asked("offer")}
    assert sum(len(offer.cards) for offer in offers.values()) == 2
    assert offers[1] == offers[4] == Offer(())


def test_the_bot_shares_a_card_that_lets_the_next_player_clear_a_challenge() -> None:
    p = Position()
    p.in_play("Run on the Banks", "Spy Ring")
    (expertise,) = p.hand(1, "E")
    p.hand(1, "V V")
    p.hand(2, "F F")
    p.run(("act",))
    assert answer(p, 1) == Act("share", card=expertise, to=2)


def test_the_bot_proposes_no_swap_that_empties_another_hand() -> None:
    for theirs, proposes in (("F E", True), ("E", False)):
        p = Position()
        p.in_play("Bread Riots", "Spy Ring")
        p.hand(1, "T V")
        p.hand(2, theirs)
        p.play("Foreign Affairs")
        swap = answer(p, 1)
        assert (swap != Swap()) == proposes
        if proposes:
            assert [cards.name_of(copy) for copy in swap.theirs] == ["Expertise"] and len(swap.mine) == 1
            p.decide(seat1=swap)
            assert answer(p, 2) == Accept(True)


def test_the_bot_does_not_give_away_its_last_card_for_nothing() -> None:
    p = Position()
    p.hand(1, "F")
    theirs = p.hand(2, "T")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, (), theirs))
    assert answer(p, 2) == Accept(False)
