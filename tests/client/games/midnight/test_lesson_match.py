"""The prepared match of Midnight's lesson follows its lessons, from two minutes to the duel."""

from __future__ import annotations

from typing import Any

from client.games.midnight.lesson.setup import NAMES, OWN, TOMAS, VERA, held_kind, prepared_match
from core.engine.game import Decision
from core.engine.hidden.hand import held_cards, name_card
from core.engine.local_match import LocalMatch
from core.games.midnight import events as e
from core.games.midnight.cards import BUILD, CANNON, INFLUENCE, MIGHT, PROTECTION, RESEARCH, SHIELD, UPGRADE
from core.games.midnight.decisions import Act, Upgrades
from core.games.midnight.game import GAME
from core.games.midnight.pacts import order_offers
from core.games.midnight.state import Midnight


def pupil(table: LocalMatch[Midnight]) -> Decision:
    """Return the decision that the lesson asks the player to make."""
    state, secrets = table.state, table.secrets[OWN]
    question, _ = GAME.pending_question(state, OWN)
    slots = dict(held_cards(state, OWN, secrets))

    def closed(wanted: int) -> tuple[int, ...]:
        copy = held_kind(state, OWN, secrets, wanted)
        return (slots[copy] or -copy,)

    def shown(wanted: int) -> tuple[Any, ...]:
        copy = held_kind(state, OWN, secrets, wanted)
        return (name_card(secrets, (copy, slots[copy])),)

    if question.kind == "upgrade":
        first = (INFLUENCE,) if state.turn == 1 else (PROTECTION, RESEARCH) if state.clock else (MIGHT, MIGHT)
        return Upgrades(first)
    if question.kind != "act":
        return GAME.default_decision(state, OWN, secrets)
    if state.turn == 1 and not state.actions:
        return Act("border", entries=closed(CANNON), to=TOMAS)
    if state.turn == 1 and state.actions == 1:
        return Act("capital", cards=shown(UPGRADE))
    if state.turn == 1:
        order_offers(secrets, [(VERA, OWN)])
        return Act("border", entries=closed(SHIELD), to=VERA, offers=((VERA, OWN),))
    if state.clock and state.actions < 2:
        return Act("store", entries=closed(CANNON)) if state.actions else Act("discard", cards=shown(BUILD))
    if not state.clock and held_kind(state, OWN, secrets, CANNON):
        return Act("border", entries=closed(CANNON), to=VERA)
    return Act("stop")


def played() -> tuple[Midnight, list[Any]]:
    """Return the final state of the match, and all its events."""
    table, told = prepared_match(), []
    state = table.state
    while not state.over:
        decisions = {}
        for seat in GAME.pending_asks(state):
            decision = GAME.automatic_decision(state, seat, table.secrets[seat])
            if decision is None and seat == OWN:
                decision = pupil(table)
            elif decision is None:
                decision = table.players[seat].decide(GAME, state, seat, table.secrets[seat])
            decisions[seat] = decision
        told += GAME.step(state, decisions, table.beacon())
    return state, told


def test_the_player_starts_with_everything_the_lessons_need() -> None:
    table = prepared_match()
    state, secrets = table.state, table.secrets[OWN]
    assert state.current == OWN and state.tense and len(state.seats) == len(NAMES)
    assert all(held_kind(state, OWN, secrets, wanted) for wanted in (CANNON, UPGRADE, SHIELD, BUILD))
    assert all(state.capital[seat] for seat in (VERA, TOMAS))


def test_the_events_that_the_lesson_of_midnight_teaches_happen_in_order() -> None:
    state, told = played()
    kinds = (
        e.UpgradesTriggered,
        e.PactMade,
        e.Fell,
        e.ClockTicked,
        e.PactBroken,
        e.MidnightCame,
        e.Flipped,
        e.MatchEnded,
    )
    at = [next(i for i, event in enumerate(told) if isinstance(event, kind)) for kind in kinds]
    assert at == sorted(at)
    assert [event.seat for event in told if isinstance(event, e.CardStored)] == [VERA, OWN]
    faces = [event.face for event in told if isinstance(event, e.TensionRolled)]
    assert faces == ["conflict", "tick", "tick"]
    assert [event.seat for event in told if isinstance(event, e.Fell)] == [TOMAS]
    assert state.worth[OWN] == state.worth[VERA] and state.winners == (OWN,)
