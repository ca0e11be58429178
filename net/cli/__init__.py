"""The commands of `tether` for a match, and for the games and their cards.

They are `match`, `peer`, `verify`, `show`, `watch`, `resume`, `games`, `cards` and `rules`.

`commands` declares only the texts and options. The code that does the work is imported when a command runs.
"""

__all__ = [
    "app",
    "commands",
    "completion",
    "declarations",
    "file_report",
    "options",
    "outfile",
    "paths",
    "peer",
    "processes",
    "progress",
    "records",
    "resume",
    "rules",
    "seat_match",
    "shared_options",
    "value_types",
    "waiting",
    "watch",
]
