"""Lines of chat, and their possible receivers."""

from __future__ import annotations

from client.table.seats.names import Names
from client.ui.controls.choice import Option


def format_chat_line(names: Names, seat: int, line: str, to: int = 0) -> str:
    """Return a line of chat as markup.

    `line` is already markup. It is empty for a private line that this client cannot read.
    """
    who = names.coloured_name(seat)
    if not to:
        return f"{who}: {line}"
    between = f"{who} {{muted}}to{{/}} {names.coloured_name(to, inside=True)}"
    if line:
        return f"{between}{{muted}}, in private:{{/}} {line}"
    unreadable = " that cannot be read" if names.own in (seat, to) else ""
    return f"{between}{{muted}}: a private line{unreadable}{{/}}"


def receiver_options(names: Names) -> list[Option[int]]:
    """Return the possible receivers: the table, and each other seat privately."""
    others = (seat for seat in range(1, len(names.names) + 1) if seat != names.own)
    return [Option(0, "To the table"), *(Option(seat, f"To {names.plain_name(seat)} alone") for seat in others)]
