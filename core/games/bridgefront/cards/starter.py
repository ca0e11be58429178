"""The starter deck of every player, with nine cards of eight names (rules 12.5)."""

from core.games.bridgefront.card import order
from core.games.bridgefront.catalogue import STARTER_CARDS, add
from core.games.bridgefront.effects.bridges import Build
from core.games.bridgefront.effects.combat import Damage, Heal
from core.games.bridgefront.effects.conditions import pick_one
from core.games.bridgefront.effects.economy import Gold, Scout
from core.games.bridgefront.effects.forces import Deploy, DeployTo
from core.games.bridgefront.effects.movement import Move
from core.games.bridgefront.places import CHAMPION_BESIDE_YOU, OCCUPIED_PLACE

add(
    "Starter",
    STARTER_CARDS,
    [
        order("Recruit", 1, (40, 110), pick_one(Deploy(2), DeployTo(1, OCCUPIED_PLACE)), gold=1, copies=2),
        order("March Orders", 1, (100, 200), Move(2)),
        order("Supply Cache", 1, (55, 120), Gold(2)),
        order("Field Medic", 1, (60, 130), Heal(amount=1)),
        order("Scout Report", 1, (25, 85), Scout(3)),
        order("Bridge Crew", 1, (90, 150), Build(), Move(1, optional=True, after_build=True)),
        order("Quick Move", 1, (20, 30), Move(1, one_force=True)),
        order("Zap", 1, (20, 100), Damage(CHAMPION_BESIDE_YOU, amount=1)),
    ],
)
