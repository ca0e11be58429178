"""Story of Bridgefront for the places where players see it: the world, its ages and its factions."""

from __future__ import annotations

STORY_PARAGRAPHS = (
    "Orodin is a prison. The gods built it of basalt and aurum around the Roil, a force without form. What leaked out "
    "became all life.",
    "For thousands of years it held. Then people mined the aurum, not knowing that it was the lock, and the world "
    "broke apart. The break still grows, and every rift is wider than the day before.",
    "Only the *Axis Mundi* stands still, the plate that the gods touched last. Without *Permanence*, the Roil takes "
    "everything: the ground, the matter, the memory. So the great houses fight for Permanence, and for the *Forges* "
    "that the gods left behind.",
)
AGES = (
    "The Great Groan sounds, and the crust flakes off into the sky. The houses secure gold, and their first Bridges.",
    "The gaps widen, and the mist of the Roil rises in them.",
    "The outer world is gone. The houses use their last relics: the last solid ground bears only one of them.",
)
"""Story of each age, in order."""
FACTIONS = {
    "leadbound": "Zealots of weight: the Roil cannot move what is heavy enough. They sew lead into their skin and wear "
    "basalt; their Anchorite drags a slab of it into battle.",
    "virtuous": "They believe that noise and life are breaking the world, and kill to bring it silence.",
    "vapourborn": "They breathe the Roil to be faster, and to fly. They pay for it with themselves.",
    "refiner": "They know that only aurum resists the Roil, and plan to build a fortress of gold.",
    "cipher": "They take the world for an equation with an error in it, and gather knowledge to find the last formula.",
    "gatewright": "They believe that pain is a kind of Permanence, and carry it over every Bridge.",
}
"""Story of each faction, by the faction's code."""
