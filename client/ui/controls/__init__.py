"""The widgets of the kit: labels, buttons, fields, lists, tables, and the boxes that arrange them."""

__all__ = [
    "basic",
    "choice",
    "fields",
    "hand_fan",
    "layout",
    "lists",
    "log",
    "numbers",
    "panel",
    "pictures",
    "scroll",
    "segments",
    "table",
    "tabs",
    "tooltip",
]
