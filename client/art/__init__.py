"""Drawing programs for boards, cards, icons, fonts and sounds; they do not read the state of a match."""

__all__ = [
    "board",
    "board_map",
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
    "paragraph",
    "theme",
    "tokens",
    "war_cards",
    "war_map",
]
