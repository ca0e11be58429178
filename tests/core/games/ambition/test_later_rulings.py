"""The rulings A55 to A62 of docs/play/rules/ambition.md."""

from __future__ import annotations

import pytest

from core.bots.registry import BOTS
from core.engine.local_match import LocalMatch
from core.games.ambition import events as e
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import (
    ARMAGEDDON,
    CENSUS,
    DEFECTION,
    DEFENSE,
    EXCHANGE,
    GRIDWORKS,
    INTRIGUE_DECK,
    RELIEF,
)
from core.games.ambition.decisions import (
    Accept,
    Aim,
    Challenge,
    Counter,
    Declare,
    Diplomacy,
    Doubt,
    Drawn,
    Play,
    Yield,
)
from core.games.ambition.game import GAME
from core.games.ambition.hands import DECKS
from core.games.ambition.rules import Step
from core.games.ambition.state import Strike
from core.games.ambition.strike import COUNTER, LET_PASS, OTHER_STRIKES_ORDER
from tests.core.games.ambition.test_alliances import settled
from tests.core.games.ambition.test_strikes import burnt, launched
from tests.support.games.ambition.table import BEACON, PURSE, Position

BOTH = pytest.mark.parametrize("sealed", [False, True])


def counters(p: Position, seat: int) -> Counter | None:
    """Return the automatic answer of a seat that lets strikes pass, or None."""
    p.table.secrets[seat].orders[OTHER_STRIKES_ORDER] = LET_PASS
    ((_, _, detail),) = [asking for asking in p.state.asking if asking[0] == seat]
    return COUNTER.forced_answer(p.state, seat, p.table.secrets[seat], *detail)


def strike_put_to(p: Position, seat: int, attacker: int, target: int) -> Counter | None:
    """Return the automatic answer of a seat to a strike at another one, or None."""
    p.state.token[attacker], p.state.current = 1, attacker
    p.state.strike = Strike(attacker, target)
    p.run(("answers", (seat,)))
    return counters(p, seat)


@pytest.mark.parametrize(
    ("seat", "attacker", "target", "asked"),
    [
        (2, 5, 1, True),
        (6, 5, 1, True),
        (5, 4, 1, False),
        (3, 5, 1, False),
        (4, 5, 1, False),
        (4, 2, 1, False),
        (6, 2, 1, True),
    ],
)
def test_A55_a_seat_is_asked_about_a_strike_that_hits_the_seat(
    seat: int, attacker: int, target: int, asked: bool
) -> None:
    p = Position(6)
    assert (strike_put_to(p, seat, attacker, target) is None) == asked


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize(("ally", "asked"), [(1, True), (2, True), (6, True), (5, False), (3, False)])
def test_A55_a_seat_is_asked_about_a_strike_that_hits_its_ally(ally: int, asked: bool, secret: bool) -> None:
    """Seat 4 is not hit by a strike of seat 5 at seat 1."""
    p = Position(6)
    p.seal(4, ally, DEFENSE) if secret else p.ally(4, ally, DEFENSE)
    p.state.asking, p.state.agenda = (), []
    assert (strike_put_to(p, 4, 5, 1) is None) == asked


def test_A55_an_attacking_ally_does_not_count_as_hit() -> None:
    p = Position(6)
    p.ally(4, 2, DEFENSE)
    assert strike_put_to(p, 4, 2, 1) == Counter()


@pytest.mark.parametrize(("attacker", "loses"), [(2, True), (3, False), (4, False)])
def test_A56_an_attacker_beside_the_target_loses_its_hand(attacker: int, loses: bool) -> None:
    p = Position(6)
    (slot,) = p.plants(attacker, GRIDWORKS)
    launched(p, 1, attacker)
    burnt(p)
    assert (slot not in p.state.hand(attacker, "industry")) == loses
    assert p.purse[attacker - 1] == PURSE


def test_A57_with_option_seed_an_empty_deck_neither_ends_nor_gives_tokens() -> None:
    p = Position(exhaustion="seed")
    p.tokens(2)
    for times in range(1, 9):
        p.empty(INTRIGUE_DECK)
        p.state.asking, p.state.agenda = (), []
        p.run(("draw intrigue",))
        assert p.said(e.DeckExhausted)[-1].times == times and not p.state.over
        assert p.state.token[1:] == [0, 1, 0]


@pytest.mark.parametrize("exhaustion", ["seed", "tokens"])
def test_A57_a_lost_seat_discards_armageddon_when_nothing_else_ends_the_match(exhaustion: str) -> None:
    p = Position(exhaustion=exhaustion)
    (copy,) = p.open(3, "intrigue", ARMAGEDDON)
    p.empty(INTRIGUE_DECK)
    step = Step(p.state, BEACON, {3})
    DECKS.take_discards(step, INTRIGUE_DECK)
    assert (copy not in p.state.shared.open[3]) == (exhaustion == "seed")


@pytest.mark.parametrize("seats", [3, 5])
def test_A57_bots_end_matches_that_only_armageddon_ends(seats: int) -> None:
    for seed in range(3):
        players = {seat: BOTS["heuristic"](f"A57 {seed}", seat) for seat in range(1, seats + 1)}
        state = LocalMatch(GAME, players, f"A57 {seed}", {"exhaustion": "seed"}).play(limit=20_000)
        assert state.ending == "armageddon"


@pytest.mark.parametrize("played", [1, 2, 3])
def test_A58_an_exchange_pays_after_three_whole_rounds(played: int) -> None:
    """The rounds count from the end of one turn to the end of that player's third turn after it."""
    p = Position()
    p.ally(1, 2, EXCHANGE, GRIDWORKS)
    p.in_play(2, GRIDWORKS)
    gained = []
    for turn in range(12):
        p.state.current = (played - 1 + turn) % 3 + 1
        gained.append(settled(p)[0])
    assert gained == [0] * 9 + [16, 0, 0]


def test_A58_a_gap_of_a_single_turn_restarts_the_count() -> None:
    p = Position()
    p.ally(1, 2, EXCHANGE, GRIDWORKS)
    copies = p.in_play(2, GRIDWORKS)
    gained = []
    for turn in range(16):
        p.state.current = turn % 3 + 1
        p.state.industry = [copies if seat == (0 if turn == 4 else 2) else () for seat in range(4)]
        p.state.industry[0] = ()
        gained.append(settled(p)[0])
    assert gained == [0] * 14 + [16, 0]


@BOTH
@pytest.mark.parametrize(("purse", "left"), [(1, 1), (2, 2)])
def test_A61_a_liar_who_cannot_pay_loses_an_elite(sealed: bool, purse: int, left: int) -> None:
    p = Position(sealed=sealed)
    p.purses(purse, PURSE, PURSE)
    (slot, *_) = p.elites(1, 1, 3, 4)
    p.state.die = 1
    p.run(("diplomacy",))
    p.decide(seat1=Diplomacy("claim", slot, 2))
    p.decide(seat2=Challenge(True))
    assert p.purse == [0, PURSE + 2, PURSE]
    lost = [event for event in p.said(e.CardsDiscarded) if event.why == "forfeited"]
    assert len(lost) == 2 - left and len(p.state.hand(1, "elites")) == 1 + left, "one Elite is drawn after the claim"
    assert all(entry > 0 for entry in p.state.hand(1, "elites"))


@BOTH
def test_A61_a_wrong_challenger_of_a_card_claim_pays_with_an_elite(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.purses(PURSE, 4, PURSE)
    p.elites(1, 4)
    p.elites(2, 1, 2)
    p.resolve(CENSUS)
    p.decide(seat1=Declare(4))
    p.decide(seat2=Declare(0))
    p.decide(seat2=Doubt(1), seat3=Doubt(0))
    assert p.purse == [PURSE + 6, 0, PURSE] and len(p.worths(2)) == 1
    assert len(p.state.elites_spent[2]) == 1


@BOTH
def test_A61_a_caught_liar_shown_in_a_proof_pays_with_an_elite(sealed: bool) -> None:
    """The liar's Elites are open for the proof, so the forfeited one is discarded at once."""
    p = Position(sealed=sealed)
    p.purses(PURSE, 3, PURSE)
    p.elites(2, 3, 5, 1)
    p.resolve(DEFECTION)
    p.decide(seat1=Aim(2))
    p.decide(seat2=Yield("no"))
    p.decide(seat1=Doubt(2), seat3=Doubt(2))
    assert p.purse == [PURSE + 2, 0, PURSE + 2], "the 3 that it has are shared, rounded up"
    assert p.worths(1) == [5] and len(p.worths(2)) == 1 and len(p.state.elites_spent[2]) == 1


def test_A61_a_lost_liar_still_forfeits_an_elite() -> None:
    p = Position()
    p.purses(0, PURSE, PURSE)
    (slot, *_) = p.elites(1, 1, 3, 4)
    p.state.die = 1
    p.run(("diplomacy",))
    p.decide(seat1=Diplomacy("claim", slot, 2))
    p.decide(lost={1}, seat2=Challenge(True))
    assert p.purse == [0, PURSE + 2, PURSE] and len(p.state.elites_spent[1]) == 2
    assert len(p.state.hand(1, "elites")) == 2, "3 held, 1 claimed, 1 lost, 1 drawn"


def test_A62_a_secret_alliance_gains_1_at_once() -> None:
    p = Position()
    p.state.die, p.state.current = 6, 1
    p.run(("diplomacy",))
    paper = SECRETS.seal(p.state, 1, 2, (DEFENSE, 0), p.table.secrets[1])
    p.decide(seat1=Diplomacy("seal", partner=2, paper=paper))
    p.decide(seat2=Accept(True))
    assert p.purse == [PURSE + 1, PURSE + 1, PURSE]
    assert [event.why for event in p.said(e.InfluenceGained)] == ["sealed", "sealed"]


def test_A60_a_kept_hold_card_can_be_played_in_the_next_turn() -> None:
    p = Position()
    (slot,) = p.top(INTRIGUE_DECK, RELIEF)
    p.run(("draw intrigue",))
    p.decide(seat1=Drawn())
    p.purses(1, PURSE, PURSE)
    p.run(("intrigue",))
    p.decide(seat1=Play(p.card(1, slot)))
    assert p.purse == [7, PURSE, PURSE] and p.spent() == [RELIEF]
