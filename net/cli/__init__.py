"""The command line of a match: `tether match`, `peer`, `verify`, `show`, `watch`, `resume`, `games`, `cards`.

`commands` declares texts and options only; the work is imported when a command runs.
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
    "seat_match",
    "shared_options",
    "value_types",
    "waiting",
    "watch",
]
