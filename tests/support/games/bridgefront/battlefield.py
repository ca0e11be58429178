"""Battle set-ups: the units that meet, the place and the result."""

from __future__ import annotations

from core.games.bridgefront import events
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.positions import forces, happened, hex_at

ATTACKER, DEFENDER = 1, 2


def field(state: Bridgefront) -> int:
    """Return a hex that is neither a Capital nor a Center."""
    return hex_at(state, 0, 1)


def winner(step: Step) -> int:
    return happened(step, events.BattleEnded)[-1].winner


def rolls(step: Step, copy: int, seat: int = 0) -> list[events.CombatRolled]:
    return [r for r in happened(step, events.CombatRolled) if r.copy == copy and seat in (0, r.seat)]


def on(state: Bridgefront, hex_: int, attackers: int = 0, defenders: int = 0) -> None:
    if attackers:
        forces(state, ATTACKER, hex_, attackers)
    if defenders:
        forces(state, DEFENDER, hex_, defenders)
