"""The story of Bridgefront where players look: what the world is, its ages, its factions."""

from __future__ import annotations

STORY = (
    "Orodin is a prison. The gods built it of basalt and aurum around the Roil, a force without form; what leaked out "
    "of it became all that lives.",
    "For thousands of years it held. Then people mined the aurum, not knowing that it was the lock, and the world "
    "broke apart. It still grows, and every rift is wider than the day before.",
    "Only the *Axis Mundi* stands still, the plate that the gods touched last. What has no *Permanence* the Roil will "
    "take: the ground, the matter, the memory of it. So the great houses fight for Permanence, and for the *Forges* "
    "that the gods left behind.",
)
AGES = (
    "The Great Groan is heard, and the crust flakes off into the sky. The houses secure gold, and their first Bridges.",
    "The gaps widen, and the mist of the Roil rises in them.",
    "The outer world is gone. Whoever has relics uses them now: the last solid ground bears one house.",
)
"""One for each age."""
FACTIONS = {
    "leadbound": "Zealots of weight: what is heavy enough the Roil cannot move. They sew lead into their skin and wear "
    "basalt; their Anchorite drags a slab of it into battle.",
    "virtuous": "They hold that the world breaks of too much noise and too much life, and kill to bring it silence.",
    "vapourborn": "They breathe the Roil to be faster, and to fly. They pay for it with themselves.",
    "refiner": "They know that aurum alone resists the Roil, and mean to build a fortress of gold.",
    "cipher": "They take the world for an equation with an error in it, and gather knowledge to find the last formula.",
    "gatewright": "They hold that pain is a kind of Permanence, and bring it over every Bridge.",
}
"""By the code of the faction."""
