"""Narration: every event has a sentence, and a state describes itself without hidden faces."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront import events as e
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.effects.combat import MARK_TEXTS
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.narration import EFFECTS, SENTENCES, describe, narrate
from core.games.bridgefront.text.words import screen_name
from tests.support.games.bridgefront.positions import champion, hex_at, new_copy, position

EVENTS = [kind for _, kind in inspect.getmembers(e, inspect.isclass) if hasattr(kind, "_fields")]


def scene(**options: Any) -> Bridgefront:
    """Return a position: seat 1 Leadbound, seat 2 Virtuous Court, a Mine, a Forge and some cards.

    The numbers are those in the table of expected sentences.
    """
    state = position("leadbound", "virtuous", **options)
    state.mines = {hex_at(state, 1, 1): 5}
    state.forges = (hex_at(state, 0, -2),)
    assert new_copy(state, "Zap") == ZAP
    assert new_copy(state, "Timer") == TIMER
    assert champion(state, 2, "Shadeblade", hex_at(state, 1, 0)) == SHADE
    assert champion(state, 1, "Ironclad Warden", hex_at(state, 2, 0)) == WARDEN
    return state


ZAP, TIMER, SHADE, WARDEN = 1, 2, 3, 4
_grid = position().grid
CENTER, MINE, FORGE, PLAIN = _grid.center, _grid.index[1, 1], _grid.index[0, -2], _grid.index[1, 0]
HOME = 21
EDGE = _grid.edge_between[CENTER, PLAIN]

TOLD: list[tuple[Any, str]] = [
    (e.FactionTaken(2, 1), "Seat 2 plays The Virtuous Court"),
    (e.CapitalTaken(1, HOME), "Seat 1's Capital stands at (3,0)"),
    (e.BoardMade((FORGE,), ((MINE, 5),)), "The board is set up: Forges at (0,-2); Mines at (1,1) worth 5"),
    (e.BridgeBuilt(1, EDGE), "Seat 1 (Leadbound) builds a Bridge between the Axis Mundi and (1,0)"),
    (e.BridgeBuilt(1, EDGE, True), "Seat 1 (Leadbound) builds a Temporary Bridge between the Axis Mundi and (1,0)"),
    (e.BridgeDestroyed(2, EDGE), "Seat 2 (Virtuous Court) destroys the Bridge between the Axis Mundi and (1,0)"),
    (e.BridgeVanished(EDGE), "The Temporary Bridge between the Axis Mundi and (1,0) vanishes"),
    (e.BridgeTrapped(1, EDGE), "Seat 1 (Leadbound) traps the Bridge between the Axis Mundi and (1,0)"),
    (e.BridgeClosed(1, EDGE), "Seat 1 (Leadbound) closes the Bridge between the Axis Mundi and (1,0) this round"),
    (
        e.TrapSprung(2, EDGE, 1, 1),
        "Seat 2 (Virtuous Court) springs Seat 1's trap between the Axis Mundi and (1,0): 1 Cohort lost",
    ),
    (
        e.TrapSprung(2, EDGE, 1, 0),
        "Seat 2 (Virtuous Court) springs Seat 1's trap between the Axis Mundi and (1,0): no Cohort lost",
    ),
    (e.Linked(1, HOME, MINE), "Seat 1 (Leadbound) links Seat 1's Capital and the Mine at (1,1) this round"),
    (e.RoundBegan(4, 2, 1), "Round 4 begins in The Drift; Seat 1 has the Lead"),
    (e.AgeBegan(2), "A new age begins: The Drift"),
    (e.PhaseBegan("market"), "The Archive"),
    (e.ManaSet(5), "Everyone has 5 mana"),
    (e.LeadPassed(2), "The Lead passes to Seat 2 (Virtuous Court)"),
    (e.GoldTaken(1, 3, "bounty"), "Seat 1 (Leadbound) takes 3 Gold as a bounty"),
    (e.GoldTaken(1, 1, "Blood Ledger"), "Seat 1 (Leadbound) takes 1 Gold for Blood Ledger"),
    (e.GoldPaid(1, 2, "market"), "Seat 1 (Leadbound) pays 2 Gold"),
    (e.GoldPaid(1, 1, "drawn"), "Seat 1 (Leadbound) loses 1 Gold"),
    (e.GoldHanded(1, 2, 3, "pot"), "Seat 1 pays 3 Gold into the pass pot, which Seat 2 takes"),
    (e.GoldHanded(1, 2, 2, "extortionists"), "Seat 1 hands 2 Gold to Seat 2 by extortion"),
    (e.GoldHanded(1, 2, 1, "Extort"), "Seat 1 hands 1 Gold to Seat 2 for Extort"),
    (e.ManaGained(1, 2), "Seat 1 (Leadbound) gains 2 mana"),
    (e.ManaLost(2), "Seat 2 (Virtuous Court) loses all mana"),
    (e.CardsDrawn(1, (1024, 1025)), "Seat 1 (Leadbound) draws 2 cards"),
    (e.CardsLookedAt(1, (1024,)), "Seat 1 (Leadbound) looks at the top card of the draw pile"),
    (e.CardsDrawnOpenly(1, (ZAP, TIMER)), "Seat 1 (Leadbound) draws face up: Zap and Binding Hour"),
    (
        e.CardsInTheOpen(1, (ZAP, TIMER), 1),
        "Seat 1's cards are dealt again, face up: hand Zap and Binding Hour, 1 card in the pile",
    ),
    (
        e.CardsInTheOpen(1, (), 4),
        "Seat 1's cards are dealt again, face up: no card in hand, 4 cards in the pile",
    ),
    (e.CardShown(1, ZAP), "Seat 1 (Leadbound) shows Zap"),
    (e.CardDiscarded(1, ZAP, "hand limit"), "Seat 1 (Leadbound) discards Zap because the hand is full"),
    (e.CardDiscarded(1, ZAP, "effect"), "Seat 1 (Leadbound) discards Zap"),
    (e.CardBurnt(1, ZAP), "Seat 1 (Leadbound) gives Zap to Entropy"),
    (e.CardLaidOnTop(1), "Seat 1 (Leadbound) puts a card face down on top of the draw pile"),
    (e.CardsSorted(1, 1, 1), "Seat 1 (Leadbound) puts 1 card back on top of the draw pile and 1 at the bottom"),
    (e.PileLaid(1, 9), "Seat 1 (Leadbound) shuffles a draw pile of 9 cards"),
    (e.RowLaid((ZAP, TIMER)), "The Archive row: Zap and Binding Hour"),
    (e.OfferTurnedUp(1, "mine", MINE, (ZAP,)), "Seat 1 (Leadbound) is offered Zap at the Mine at (1,1)"),
    (e.OfferTurnedUp(1, "free", -1, (ZAP, TIMER)), "Seat 1 (Leadbound) is offered Zap and Binding Hour as free cards"),
    (e.CardGained(1, ZAP, "pile", "market"), "Seat 1 (Leadbound) gains Zap from the Archive"),
    (e.CardGained(1, ZAP, "hand", "card"), "Seat 1 (Leadbound) gains Zap from a card, straight into hand"),
    (e.CardGained(1, WARDEN, "hand", "recall"), "Seat 1 (Leadbound) gains Ironclad Warden back, straight into hand"),
    (
        e.CardGained(1, ZAP, "discard", "card"),
        "Seat 1 (Leadbound) gains Zap from a card, into the discard pile because the hand is full",
    ),
    (e.CardRefused(ZAP), "Everyone refuses Zap"),
    (e.VictoryPoints(1, 1), "Seat 1 (Leadbound) gains 1 lasting Permanence"),
    (
        e.BidsShown(ZAP, ((1, "buy", 3, False), (2, "pass", 0, True))),
        "Bids for Zap: Seat 1 bids 3 to buy, Seat 2 bids 0 to pass, refusing the card",
    ),
    (e.TieDice(((1, 3), (2, 5))), "A tie: Seat 1 rolls 3 and Seat 2 rolls 5"),
    (e.ActionStepBegan(2, (1, 2)), "Action step 2: Seat 1 and Seat 2 choose"),
    (
        e.ActionRevealed(1, "card", ZAP, (SHADE,), (), 77, 1, 0),
        "Seat 1 (Leadbound) reveals Zap, initiative 77, for 1 mana",
    ),
    (
        e.ActionRevealed(1, "card", TIMER, (), (ZAP,), 77, 1, 2),
        "Seat 1 (Leadbound) reveals Binding Hour, initiative 77, naming Zap, for 1 mana and 2 Gold",
    ),
    (
        e.ActionRevealed(1, "reinforce", 0, (), (), 0, 1, 1),
        "Seat 1 (Leadbound) reveals Reinforce, for 1 mana and 1 Gold",
    ),
    (e.ActionRevealed(2, "done", 0, (), (), 0, 0, 0), "Seat 2 (Virtuous Court) is Done for this round"),
    (
        e.InitiativeDice(77, ((2, 3), (1, 5))),
        "A tie at initiative 77: Seat 2 rolls 3 and Seat 1 rolls 5; the lowest acts first",
    ),
    (e.ActionResolves(1, "card", ZAP), "Seat 1's Zap resolves"),
    (e.ActionResolves(1, "march", 0), "Seat 1's March resolves"),
    (e.Fizzled(1, "card", ZAP), "Seat 1's Zap fizzles"),
    (
        e.NothingHappened(1, "not so: you occupy the Center"),
        "Nothing happens for Seat 1 (Leadbound), as this condition is not met: you occupy the Axis Mundi",
    ),
    (e.PowerUsed(1, WARDEN, SHADE), "Seat 1's Ironclad Warden uses its power on Shadeblade"),
    (e.PowerUsed(1, WARDEN, 0), "Seat 1's Ironclad Warden uses its power"),
    (e.Rolled(1, 4, "Timer"), "Seat 1 (Leadbound) rolls 4 for Binding Hour"),
    (e.Rolled(1, 4, "steal"), "Seat 1 (Leadbound) rolls 4 to win the Champion over"),
    (
        e.StackMoved(1, HOME, PLAIN, 2, (WARDEN,), "bridge"),
        "Seat 1 (Leadbound) moves 2 Cohorts and Ironclad Warden from Seat 1's Capital to (1,0)",
    ),
    (
        e.StackMoved(1, HOME, MINE, 1, (), "tunnel"),
        "Seat 1 (Leadbound) moves 1 Cohort from Seat 1's Capital to the Mine at (1,1) through the deep tunnels",
    ),
    (e.WalkStopped(1, PLAIN), "Seat 1 (Leadbound) has to stop at (1,0)"),
    (
        e.ChampionLifted(1, WARDEN, PLAIN, HOME),
        "Seat 1 (Leadbound) lifts Ironclad Warden from (1,0) to Seat 1's Capital",
    ),
    (e.ForcesDeployed(1, HOME, 2), "Seat 1 (Leadbound) deploys 2 Cohorts at Seat 1's Capital"),
    (
        e.ChampionDeployed(1, WARDEN, HOME, 6),
        "Seat 1 (Leadbound) deploys Ironclad Warden with 6 HP at Seat 1's Capital",
    ),
    (e.ChampionLeft(1, WARDEN, "recalled"), "Seat 1's Ironclad Warden is recalled"),
    (e.ForcesDied(2, MINE, 1), "Seat 2 (Virtuous Court) loses 1 Cohort at the Mine at (1,1)"),
    (e.ChampionHurt(2, SHADE, 1, 2), "Seat 2's Shadeblade takes 1 damage and has 2 HP left"),
    (e.DamagePaidOff(2, SHADE, 2), "Seat 2 (Virtuous Court) pays 2 Gold to shield Shadeblade"),
    (e.ChampionHealed(2, SHADE, 1, 3), "Seat 2's Shadeblade recovers 1 HP and has 3"),
    (
        e.ChampionDied(2, SHADE, MINE, 1),
        "Seat 2's Shadeblade dies at the Mine at (1,1), killed by Seat 1",
    ),
    (e.ChampionDied(2, SHADE, MINE, 0), "Seat 2's Shadeblade dies at the Mine at (1,1)"),
    (e.ChampionStolen(2, WARDEN, PLAIN), "Seat 2 (Virtuous Court) wins Ironclad Warden over at (1,0)"),
    (e.EffectBegan(1, "slow", SHADE), "Shadeblade is slowed in its next battle"),
    (e.EffectBegan(1, "hold the line", MINE), "Seat 1 (Leadbound) holds the line at the Mine at (1,1)"),
    (e.EffectBegan(1, "timer", 3), "Seat 1 (Leadbound) stakes a claim on the Axis Mundi until Scoring"),
    (e.MineRaised(1, MINE, 6), "Seat 1 (Leadbound) raises the Mine at (1,1) to 6"),
    (e.ShotLanded(1, PLAIN, PLAIN), "Seat 1 (Leadbound) aims at (1,0); the shot lands there"),
    (e.ShotLanded(1, PLAIN, FORGE), "Seat 1 (Leadbound) aims at (1,0); the shot lands at the Forge at (0,-2) instead"),
    (e.SkirmishRetreat(1, PLAIN, MINE), "Seat 1's units skirmish from (1,0) to the Mine at (1,1)"),
    (e.SkirmishRetreat(1, PLAIN, -1), "Seat 1's units skirmish out of (1,0), find no free hex and die"),
    (
        e.BattleBegan(MINE, 1, 2, False),
        "A battle begins at the Mine at (1,1): Seat 1 (Leadbound) attacks, Seat 2 (Virtuous Court) defends",
    ),
    (
        e.BattleBegan(HOME, 2, 1, True),
        "A siege begins at Seat 1's Capital: Seat 2 (Virtuous Court) attacks, Seat 1 (Leadbound) defends",
    ),
    (e.CombatRolled(1, 0, 3, (1, 5), 1), "Seat 1's Cohorts roll 1 5: 1 hit (on 1-3)"),
    (e.CombatRolled(2, SHADE, 1, (2, 3, 6, 6, 1), 1), "Seat 2's Shadeblade rolls 2 3 6 6 1: 1 hit (on 1)"),
    (e.HitLanded(1, SHADE, False), "Seat 1's hit lands on Shadeblade"),
    (e.HitLanded(2, 0, True), "Seat 2's hit lands on a Cohort instead of a Champion"),
    (e.BattleEnded(MINE, 1, 2), "Seat 1 (Leadbound) wins the battle at the Mine at (1,1) against Seat 2"),
    (e.BattleEnded(MINE, 0, 0), "Nobody is left at the Mine at (1,1)"),
    (e.Collected(1, MINE, "gold"), "Seat 1 (Leadbound) takes the Gold of the Mine at (1,1)"),
    (e.Collected(1, FORGE, "reforge"), "Seat 1 (Leadbound) reforges at the Forge at (0,-2)"),
    (
        e.Scored(1, 3, 2, (("center", 1), ("forges", 1))),
        "Seat 1 (Leadbound) has 5 Permanence: 3 lasting, 2 held (the Axis Mundi 1, Forges 1)",
    ),
    (e.HandThrownAway(1, (ZAP, TIMER)), "Seat 1's hand is discarded: Zap and Binding Hour"),
    (e.AuditPassed(1, 7, False), "Seat 1's audit passes: 7 slots opened"),
    (e.AuditPassed(1, 0, True), "Seat 1's audit is postponed because a card in the pile is known"),
    (e.AuditOwed(1, 7), "Seat 1 (Leadbound) is absent for the audit: 7 slots owed"),
    (e.MatchEnded((2,), "target"), "The match is over: Seat 2 (Virtuous Court) wins with enough Permanence"),
    (
        e.MatchEnded((1, 2), "rounds"),
        "The match is over: Seat 1 (Leadbound) and Seat 2 (Virtuous Court) share the victory after the last round",
    ),
]


@pytest.mark.parametrize(("event", "line"), TOLD, ids=lambda x: type(x).__name__ if isinstance(x, tuple) else "")
def test_each_event_is_narrated_as_expected(event: Any, line: str) -> None:
    assert narrate(scene(), event) == line


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_and_an_example(kind: type) -> None:
    assert kind in SENTENCES
    assert kind in {type(event) for event, _ in TOLD}


@pytest.mark.parametrize("kind", sorted(set(MARK_TEXTS) | {"focus fire", "timer", "champion free", "breakthrough"}))
def test_every_effect_is_narrated_in_words(kind: str) -> None:
    assert kind in EFFECTS
    assert "begins:" not in narrate(scene(), e.EffectBegan(1, kind, SHADE))


def test_narrated_words_follow_the_options() -> None:
    state = scene(gold_word="Aurum", victory_card_names="printed")
    assert narrate(state, e.GoldTaken(1, 3, "bounty")) == "Seat 1 (Leadbound) takes 3 Aurum as a bounty"
    assert narrate(state, e.CardShown(1, TIMER)) == "Seat 1 (Leadbound) shows Timer"


def test_a_seat_without_a_faction_is_narrated_by_number() -> None:
    state = LocalMatch(GAME, {seat: RandomBot() for seat in (1, 2)}).state
    assert narrate(state, e.LeadPassed(2)) == "The Lead passes to Seat 2"


@pytest.mark.parametrize("seats", [2, 6])
def test_a_whole_match_is_narrated_and_described(seats: int) -> None:
    table = LocalMatch(GAME, {seat: RandomBot("told", seat) for seat in range(1, seats + 1)}, "told")

    def watch(state: Bridgefront, decisions: object, events: list[Any]) -> None:
        lines = [narrate(state, event) for event in events]
        assert all(line and "\n" not in line and "Force" not in line.replace("Forces at", "") for line in lines)
        described = describe(state)
        assert "Decks: Archive I" in described
        if state.round and not state.over:
            _names_no_closed_card(state, described)

    table.play(watch)
    assert "won." in describe(table.state)


def _names_no_closed_card(state: Bridgefront, described: str) -> None:
    """Check that a card which exists only closed in hands and piles is not named."""
    closed = {copy for seat in state.seats for copy in state.piles.closed[seat]}
    seen = " ".join(screen_name(CARDS[state.card[copy]]) for copy in range(1, len(state.card)) if copy not in closed)
    for copy in closed:
        name = screen_name(CARDS[state.card[copy]])
        assert name in seen or name not in described
