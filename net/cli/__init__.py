"""The commands of `tether` for matches, records, games and cards.

`commands` declares only their texts and options. The code that does the work is imported when a command runs:
`matches` plays and follows matches, `games` shows, checks and makes games, `records` and `file_report` read files.
"""

__all__ = ["app", "commands", "declarations", "file_report", "records"]
