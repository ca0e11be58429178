"""Drawing programs for boards, cards, icons, fonts and sounds; they do not read the state of a match."""

__all__ = ["burst", "colour", "faces", "fonts", "gems", "icons", "paint", "paragraph", "theme", "war_map"]
