"""The states within a step: each event is stored with a state that contains its facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront import events as b
from core.games.midnight import events as m
from core.games.registry import find_game

MODULES = {"midnight": {"escalations": "on", "pacts": "on"}, "bridgefront": {}}


def told(name: str, seats: int, seed: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield each event of a match, with the state before it and the state stored with it."""
    game = find_game(name)
    table = LocalMatch(game, {s: RandomBot(seed, s) for s in range(1, seats + 1)}, seed, MODULES[name])
    while not table.state.over:
        before = table.state.clone()
        decisions, events = table.step()
        states: list[Any] = []
        again = before.clone()
        assert game.step(again, decisions, table.state.beacon, states=states) == events
        assert again.digest() == table.state.digest() and len(states) == len(events)
        for event, state in zip(events, states):
            yield event, before, state
            before = state


BOARD = {
    b.StackMoved: lambda s, x: (
        s.forces[x.seat].get(x.hex, 0) >= x.forces and all(s.champions[copy].hex == x.hex for copy in x.champions)
    ),
    b.ChampionLifted: lambda s, x: s.champions[x.copy].hex == x.to,
    b.ChampionDeployed: lambda s, x: s.champions[x.copy].hex == x.hex,
    b.ChampionHurt: lambda s, x: s.champions[x.copy].hp == x.hp,
    b.ChampionHealed: lambda s, x: s.champions[x.copy].hp == x.hp,
    b.ForcesDeployed: lambda s, x: s.forces[x.seat].get(x.hex, 0) >= x.forces,
    b.BridgeBuilt: lambda s, x: s.bridges[x.edge] == 1,
    b.BridgeDestroyed: lambda s, x: s.bridges[x.edge] == 0,
    b.FactionTaken: lambda s, x: s.faction[x.seat] == x.faction,
    b.CapitalTaken: lambda s, x: s.capital[x.seat] == x.hex,
    b.RoundBegan: lambda s, x: (s.round, s.lead) == (x.round, x.lead),
    b.PhaseBegan: lambda s, x: s.phase == x.phase,
    b.MineRaised: lambda s, x: s.mines[x.hex] == x.value,
    b.ManaSet: lambda s, x: all(mana == x.mana for mana in s.mana[1:]),
}
DOOMSDAY = {
    m.NationTaken: lambda s, x: s.nation[x.seat] == x.nation,
    m.TurnBegan: lambda s, x: (s.current, s.turn) == (x.seat, x.turn),
    m.CapitalPlayed: lambda s, x: x.copy in s.capital[x.seat],
    m.BorderPlayed: lambda s, x: x.entry in s.border(x.seat, x.other),
    m.CardMoved: lambda s, x: x.entry in s.border(x.seat, x.to) and x.entry not in s.border(x.seat, x.origin),
    m.CardStored: lambda s, x: x.entry in s.stock[x.seat],
    m.Fell: lambda s, x: s.ruined[x.seat] and not s.worth[x.seat],
    m.Recovered: lambda s, x: not s.ruined[x.seat],
    m.Eliminated: lambda s, x: s.eliminated[x.seat],
    m.ClockTicked: lambda s, x: s.clock == x.clock,
    m.PactMade: lambda s, x: (min(x.seat, x.other), max(x.seat, x.other), x.owner) in s.pacts,
    m.PactBroken: lambda s, x: all(pact[:2] != (min(x.seat, x.other), max(x.seat, x.other)) for pact in s.pacts),
}
SHOWN: dict[str, dict[type, Any]] = {"bridgefront": BOARD, "midnight": DOOMSDAY}


@pytest.mark.parametrize(("name", "seats"), [("bridgefront", (2, 3, 5)), ("midnight", (3, 4, 5))])
def test_an_events_facts_are_in_the_state_kept_with_it(name: str, seats: tuple[int, ...]) -> None:
    met = set()
    for count in seats:
        for event, _, state in told(name, count, f"moments {count}"):
            shows = SHOWN[name].get(type(event))
            if shows is not None:
                assert shows(state, event), event
                met.add(type(event))
    assert len(met) > len(SHOWN[name]) - 4, set(SHOWN[name]) - met


def test_worth_changes_only_with_its_event() -> None:
    for event, before, state in told("midnight", 4, "worth"):
        change = [now - was for was, now in zip(before.worth, state.worth)]
        if isinstance(event, (m.WorthGained, m.WorthLost)):
            assert abs(change[event.seat]) <= event.amount and not any(change[: event.seat] + change[event.seat + 1 :])
        elif not isinstance(event, m.Fell):
            assert not any(change), event


def test_victory_points_change_only_with_their_event() -> None:
    for event, before, state in told("bridgefront", 3, "points"):
        change = [now - was for was, now in zip(before.vp, state.vp)]
        if isinstance(event, b.VictoryPoints):
            assert change[event.seat] == event.amount
        else:
            assert not any(change), event


def test_intermediate_states_are_kept_only_on_request() -> None:
    game = find_game("midnight")
    table = LocalMatch(game, {s: RandomBot("no", s) for s in (1, 2, 3)}, "no")
    assert game.step_class(table.state, bytes(32)).states is None
