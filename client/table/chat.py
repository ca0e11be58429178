"""How a line of chat is written, and to whom one can be said."""

from __future__ import annotations

from client.table.names import Names
from client.ui.choice import Option


def said(names: Names, seat: int, line: str, to: int = 0) -> str:
    """A line of chat as markup; `line` is markup already, empty for a private one that cannot be read here."""
    who = names.coloured(seat)
    if not to:
        return f"{who}: {line}"
    between = f"{who} {{muted}}to{{/}} {names.coloured(to, inside=True)}"
    if line:
        return f"{between}{{muted}}, in private:{{/}} {line}"
    unreadable = " that cannot be read" if names.own in (seat, to) else ""
    return f"{between}{{muted}}: a private line{unreadable}{{/}}"


def receivers(names: Names) -> list[Option[int]]:
    """The table, and each other seat alone."""
    others = (seat for seat in range(1, len(names.names) + 1) if seat != names.own)
    return [Option(0, "To the table"), *(Option(seat, f"To {names.who(seat)} alone") for seat in others)]
