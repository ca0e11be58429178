"""What the screen shows while a step is being told: the state before it, changed event by event.

The engine's state is already final when its events arrive. The story starts at the state before and each event moves it
on, so that units, Bridges, gold and points change when they are told. At the end the final state takes its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.bridgefront import events as e
from core.bridgefront.state import Bridgefront, Champion, Mark

Apply = Callable[[Bridgefront, Any], None]
_ON_EDGES = ("trap", "closed", "temporary")


def begin(before: Bridgefront, after: Bridgefront) -> Bridgefront:
    """The state before, which already knows the faces of the cards that appear in the step."""
    story = before.clone()
    story.card, story.number = bytearray(after.card), list(after.number)
    story.counter, story.changed = dict(after.counter), after.changed
    story.asking = ()
    return story


def apply(story: Bridgefront, event: Any) -> None:
    """Moves the story on by one event; one that moves nothing on the table changes nothing."""
    change = CHANGES.get(type(event))
    if change is not None:
        change(story, event)


def _forces(s: Bridgefront, seat: int, hex_: int, by: int) -> None:
    column = s.forces[seat]
    left = column.get(hex_, 0) + by
    if left > 0:
        column[hex_] = left
    else:
        column.pop(hex_, None)


def _champion(s: Bridgefront, copy: int, **changes: int) -> None:
    if copy in s.champions:
        s.champions[copy] = s.champions[copy]._replace(**changes)


def _built(s: Bridgefront, x: e.BridgeBuilt) -> None:
    s.bridges[x.edge] = 1
    if x.temporary:
        s.marks.append(Mark("temporary", x.seat, x.edge))


def _gone(s: Bridgefront, x: Any) -> None:
    s.bridges[x.edge] = 0
    s.marks = [m for m in s.marks if m.kind not in _ON_EDGES or m.what != x.edge]


def _sprung(s: Bridgefront, x: e.TrapSprung) -> None:
    s.marks = [m for m in s.marks if m.kind != "trap" or m.what != x.edge]


def _gold(*shares: tuple[str, int]) -> Apply:
    def change(s: Bridgefront, x: Any) -> None:
        for who, sign in shares:
            s.gold[getattr(x, who)] += sign * x.amount

    return change


def _mana_set(s: Bridgefront, x: e.ManaSet) -> None:
    s.mana = [x.mana if i else 0 for i in range(len(s.mana))]


def _revealed(s: Bridgefront, x: e.ActionRevealed) -> None:
    s.mana[x.seat] -= x.mana
    s.gold[x.seat] -= x.gold
    if x.kind == "done":
        s.done[x.seat], s.mana[x.seat] = 1, 0


def _moved(s: Bridgefront, x: e.StackMoved) -> None:
    _forces(s, x.seat, x.start, -x.forces)
    _forces(s, x.seat, x.hex, x.forces)
    for copy in x.champions:
        _champion(s, copy, hex=x.hex)


def _retreat(s: Bridgefront, x: e.SkirmishRetreat) -> None:
    if x.to < 0:
        return
    _forces(s, x.seat, x.to, s.forces[x.seat].get(x.hex, 0))
    s.forces[x.seat].pop(x.hex, None)
    for champion in s.champions_at(x.hex, x.seat):
        _champion(s, champion.copy, hex=x.to)


def _arrives(s: Bridgefront, seat: int, copy: int, hex_: int, hp: int) -> None:
    s.arrivals += 1
    s.champions[copy] = Champion(copy, seat, hex_, hp, hp, s.arrivals)


def _board(s: Bridgefront, x: e.BoardMade) -> None:
    s.forges, s.mines = x.forges, dict(x.mines)


def _round(s: Bridgefront, x: e.RoundBegan) -> None:
    s.round, s.lead, s.action_step = x.round, x.lead, 0
    s.done = [0] * len(s.done)
    s.marks = []


def _assign(column: str, value: str) -> Apply:
    return lambda s, x: getattr(s, column).__setitem__(x.seat, getattr(x, value))


def _set(field: str, value: str) -> Apply:
    return lambda s, x: setattr(s, field, getattr(x, value))


def _row(s: Bridgefront, x: e.RowLaid) -> None:
    s.row, s.row_at = x.copies, 0


CHANGES: dict[type, Apply] = {
    e.FactionTaken: _assign("faction", "faction"),
    e.CapitalTaken: _assign("capital", "hex"),
    e.BoardMade: _board,
    e.BridgeBuilt: _built,
    e.BridgeDestroyed: _gone,
    e.BridgeVanished: _gone,
    e.BridgeTrapped: lambda s, x: s.marks.append(Mark("trap", x.seat, x.edge)),
    e.BridgeClosed: lambda s, x: s.marks.append(Mark("closed", x.seat, x.edge)),
    e.TrapSprung: _sprung,
    e.Linked: lambda s, x: s.marks.append(Mark("link", x.seat, x.a, x.b)),
    e.RoundBegan: _round,
    e.PhaseBegan: _set("phase", "phase"),
    e.LeadPassed: _set("lead", "seat"),
    e.ManaSet: _mana_set,
    e.GoldTaken: _gold(("seat", 1)),
    e.GoldPaid: _gold(("seat", -1)),
    e.GoldHanded: _gold(("giver", -1), ("receiver", 1)),
    e.ManaGained: lambda s, x: s.mana.__setitem__(x.seat, s.mana[x.seat] + x.amount),
    e.ManaLost: lambda s, x: s.mana.__setitem__(x.seat, 0),
    e.RowLaid: _row,
    e.VictoryPoints: lambda s, x: s.vp.__setitem__(x.seat, s.vp[x.seat] + x.amount),
    e.ActionStepBegan: _set("action_step", "number"),
    e.ActionRevealed: _revealed,
    e.StackMoved: _moved,
    e.ChampionLifted: lambda s, x: _champion(s, x.copy, hex=x.hex),
    e.ForcesDeployed: lambda s, x: _forces(s, x.seat, x.hex, x.forces),
    e.ChampionDeployed: lambda s, x: _arrives(s, x.seat, x.copy, x.hex, x.hp),
    e.ChampionLeft: lambda s, x: s.champions.pop(x.copy, None) and None,
    e.ForcesDied: lambda s, x: _forces(s, x.seat, x.hex, -x.forces),
    e.ChampionHurt: lambda s, x: _champion(s, x.copy, hp=x.hp),
    e.ChampionHealed: lambda s, x: _champion(s, x.copy, hp=x.hp),
    e.ChampionDied: lambda s, x: s.champions.pop(x.copy, None) and None,
    e.ChampionStolen: lambda s, x: _arrives(s, x.seat, x.copy, x.hex, 1),
    e.EffectBegan: lambda s, x: s.marks.append(Mark(x.kind, x.seat, x.what)),
    e.MineRaised: lambda s, x: s.mines.__setitem__(x.hex, x.value),
    e.SkirmishRetreat: _retreat,
}
"""What each event changes on the table; events that are not here only say something."""
