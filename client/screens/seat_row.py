"""Row for a seat of a room: its player, and the actions that are possible there."""

from __future__ import annotations

from client.app.local_player import has_different_key, key_words
from client.screens.people import LEVEL_TIPS, LEVEL_WORDS, paint_colour, paint_face, paint_key
from client.ui import text as typeset
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from client.ui.widget import UNLIMITED, Widget
from lobby.players.identity import fingerprint
from lobby.players.known_players import KnownPlayers
from lobby.room.seating import RoomSeat


class SeatRow(Widget):
    """Row of one seat of the room, with its player."""

    role = "seat"

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat}", grow=1, tip=self._tip)
        self.seat = seat
        self.who: RoomSeat | None = None
        self.mine = False
        self.known: KnownPlayers | None = None
        """Players that our player has met before, or None."""

    def show(self, place: RoomSeat | None, mine: bool) -> None:
        """Show the current player of the seat."""
        if (place, mine) != (self.who, self.mine):
            self.who, self.mine = place, mine
            self.touch()

    @property
    def has_warning(self) -> bool:
        """True if the player uses a known name with another key."""
        who = self.who
        return (
            who is not None
            and who.is_person
            and not self.mine
            and has_different_key(self.known, who.name, who.identity)
        )

    def _tip(self) -> str | None:
        who = self.who
        if who is None:
            return None
        if who.bot:
            return f"*{escape(who.name)}*\n{LEVEL_TIPS.get(who.bot, 'A bot.')}"
        words = escape(key_words(None if self.mine else self.known, who.name, who.identity))
        return f"*{escape(who.name)}*\n{{warn}}{words}{{/}}" if self.has_warning else f"*{escape(who.name)}*\n{words}"

    def measure(self, limit: float = UNLIMITED) -> tuple[float, float]:
        """Return the preferred size, which is one line."""
        return 300, 44

    def paint(self, canvas: Canvas) -> None:
        """Paint the seat's number, and the player's name, fingerprint and readiness."""
        r, place = self.rect, self.who
        canvas.box("seat.lit" if self.mine else "panel", r)
        if place is None:
            canvas.label(str(self.seat), Rect(r.x + 8, r.y, 26, r.h), "muted", "heading", "bold")
            canvas.label("free", Rect(r.x + 46, r.y, r.w - 60, r.h), "muted", align=0)
            return
        paint_colour(canvas, place.colour or self.seat, Rect(r.x + 7, r.y + r.h / 2 - 13, 28, 26), str(self.seat))
        if place.bot:
            paint_face(canvas, place.name, Rect(r.x + 37, r.y + r.h / 2 - 13, 26, 26))
        else:
            paint_key(canvas, place.identity, Rect(r.x + 39, r.y + r.h / 2 - 11, 22, 22))
        name = place.name + (" (you)" if self.mine else "")
        note = min(typeset.width(self.note(place), size="small"), r.w * 0.4)
        canvas.label(name, Rect(r.x + 66, r.y, r.w - 114 - note, r.h), "text", "body", "bold", 0)
        canvas.label(self.note(place), Rect(r.right - 40 - note, r.y, note + 1, r.h), "muted", "small", align=1)
        if self.has_warning:
            canvas.frame(r.inset(1), "warn", 2)
        if place.ready:
            canvas.stroke_icon("check", Rect(r.right - 30, r.y + r.h / 2 - 9, 18, 18), "good")

    def note(self, place: RoomSeat) -> str:
        """Return the note beside the name."""
        if place.bot:
            return f"bot: {LEVEL_WORDS.get(place.bot, place.bot).lower()}"
        return "not the key you know" if self.has_warning else fingerprint(place.identity)

    def value_text(self) -> str:
        """Return the player of the seat in words."""
        if self.who is None:
            return "free"
        ready = ", ready" if self.who.ready else ""
        key = "" if self.who.bot else f"key {fingerprint(self.who.identity)}"
        note = ", not the key you know" if self.has_warning else self.note(self.who) if self.who.bot else ""
        return f"{self.who.name}, {key}{note}{ready}"
