"""Painters: boards, cards, icons, fonts and sounds, drawn by programs. They read no state of a match."""

__all__ = [
    "board",
    "board_still",
    "board_units",
    "card_layout",
    "cards",
    "colour",
    "faces",
    "fonts",
    "gems",
    "ground",
    "icons",
    "mixer",
    "music",
    "paint",
    "theme",
    "tokens",
    "war_cards",
    "war_map",
]
