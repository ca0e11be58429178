"""A seat's question, split into picks.

Every path of picks leads to a legal decision, and all decisions can be picked.
"""

from __future__ import annotations

import pytest

from client.games.outposts.prompts import OutpostsPrompt
from client.games.outposts.tooltips import spell_icons
from client.ui.richtext import parse
from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.changed_game import ChangedGame
from core.engine.codec import H
from core.engine.game import any_game
from core.engine.local_match import LocalMatch
from core.games.outposts import action, cards, cleanup
from core.games.outposts.changes import RULESETS
from core.games.outposts.game import GAME


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_arbitrary_picks_lead_only_to_legal_decisions_of_outposts(seats: int, bot: str) -> None:
    table = LocalMatch(GAME, {seat: BOTS[bot](f"{seats}", seat) for seat in range(1, seats + 1)}, f"picks {seats}")
    dice, asked = Dice(H("tether.test", [seats, bot])), 0
    while not table.state.over:
        for seat, ask in GAME.pending_asks(table.state).items():
            if ask.is_automatic:
                continue
            inquiry = OutpostsPrompt(table.state, seat, table.secrets[seat].copy(), ask)
            while inquiry.targets and (inquiry.decision is None or dice.uniform(3)):
                pick = inquiry.targets[dice.uniform(len(inquiry.targets))]
                assert inquiry.pick_name(pick)
                assert all(number >= 0 for _, number in inquiry.paid(pick))
                assert parse(inquiry.price(pick)) is not None and "nothing" not in spell_icons(inquiry.gives(pick))
                inquiry.answer(pick)
            assert inquiry.decision is not None, (ask, inquiry.answers)
            GAME.check(table.state, seat, inquiry.decision)
            while inquiry.undo():
                pass
            assert not inquiry.answers
            asked += 1
        table.step()
    assert asked > 20


def test_the_first_cards_are_asked_for_in_the_numbers_of_the_ruleset() -> None:
    ruleset = RULESETS.compose([(("numbers", "cards_drawn"), "7"), (("numbers", "cards_kept"), "4")])
    game = ChangedGame(any_game(GAME), ruleset)
    table = LocalMatch(any_game(game), {seat: BOTS["heuristic"]("bury", seat) for seat in (1, 2)}, "bury")
    while (ask := game.pending_asks(table.state).get(1)) is None or ask.kind != "bury":
        table.step()
    inquiry = OutpostsPrompt(table.state, 1, table.secrets[1].copy(), ask)
    said = []
    while inquiry.targets:
        said.append(inquiry.sentence())
        inquiry.answer(inquiry.targets[0])
    assert said == [
        "Keep 4 cards: choose 3 to put under your satchel.",
        "Choose 2 more cards: the last one goes to the very bottom.",
        "Choose 1 more card: it goes to the very bottom.",
    ]


def test_every_legal_decision_of_outposts_can_be_picked() -> None:
    """Walls and the goods kept in Cleanup are excluded, because they are picked one by one."""
    table = LocalMatch(GAME, {seat: BOTS["heuristic"]("all", seat) for seat in (1, 2, 3)}, "all")
    kinds: set[str] = set()
    while not table.state.over:
        for seat, ask in GAME.pending_asks(table.state).items():
            if ask.is_automatic or GAME.questions[ask.kind] is cleanup.TIDY:
                continue
            inquiry = OutpostsPrompt(table.state, seat, table.secrets[seat].copy(), ask)
            wanted = list(GAME.options_of(table.state, seat, inquiry.secrets))
            walls = [each for each in wanted if getattr(each, "kind", "") == action.FORTIFY]
            assert set(inquiry.ways.values()) == set(wanted) - set(walls)
            assert len(inquiry.ways) == len(set(wanted) - set(walls)), "two decisions by one way"
            kinds |= {getattr(each, "kind", ask.kind) for each in wanted}
        table.step()
    assert {"build", "deal", "develop", "raze card", "outpost", "upgrade", "use", "claim", "labour"} <= kinds


def test_every_action_location_shows_its_cost() -> None:
    """The costs shown include only goods; that of Hiring Steps is a card, so none is shown."""
    table = LocalMatch(GAME, {seat: BOTS["heuristic"]("cost", seat) for seat in (1, 2)}, "cost")
    while not any(ask.kind == "act" for ask in GAME.pending_asks(table.state).values()):
        table.step()
    ((seat, ask),) = GAME.pending_asks(table.state).items()
    inquiry = OutpostsPrompt(table.state, seat, table.secrets[seat].copy(), ask)
    paying = [copy for copy in range(1, 130) if getattr(cards.card_of(copy).effect, "pays", ())]
    assert {cards.name_of(copy) for copy in paying} >= {"Hiring Steps", "Auction Block"}
    assert all(kind < len(table.state.goods[seat]) for copy in paying for kind, _ in inquiry.paid(("own", copy)))
