"""Log and chat: one line per event, with tooltips for names, cards and places, filters and a search.

The line of event N has the link "event N". `StoryPanel.events[N]` contains the event's place and its seats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from client.table.chat import format_chat_line, receiver_options
from client.table.seats.names import Names
from client.ui import richtext
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column
from client.ui.controls.log import Log, LogLine
from client.ui.controls.panel import Panel
from client.ui.controls.segments import Segments
from client.ui.controls.tabs import Tabs
from client.ui.widget import Widget
from core.engine.events import AuditOwed, AuditPassed
from core.engine.game import Event
from net.crypto.private_chat import parse_line
from net.match.genesis import MAX_SEATS
from net.text.unicode import normalize_blanks, replace_invisible

FAIR, ON_REQUEST = "fair", "aside"
"""Tags of lines: one for lines that serve checks of fairness, one for lines shown only on request."""
MAX_CHAT_LETTERS = 200
"""Letters: maximum length of a line of chat."""


class LineFormat(NamedTuple):
    """Format of a line: its markup with {} for the words, its tags for the filters, and its indent."""

    markup: str = ""
    tags: tuple[str, ...] = ("action",)
    indent: float = 0.0


def line_formats(*rows: tuple[tuple[type, ...], str, tuple[str, ...], float]) -> dict[type, LineFormat]:
    """Return the format of each event class; each row has classes, an ink, tags and an indent.

    The ink is "" for plain text, and ends with " *" for bold text.

    >>> line_formats(((int, str), "accent *", ("war",), 0.0))[str].markup
    '{{accent}}*{}*{{/}}'
    """
    found = {}
    for types, ink, tags, indent in rows:
        name, bold, _ = ink.partition(" *")
        words = "*{}*" if bold else "{}"
        found.update(dict.fromkeys(types, LineFormat(f"{{{{{name}}}}}{words}{{{{/}}}}" if name else "", tags, indent)))
    return found


def concerned_seats(event: Event, *fields: str) -> tuple[int, ...]:
    """Return the seats whose numbers are in these fields of an event."""
    found = (getattr(event, field, 0) for field in fields)
    return tuple(dict.fromkeys(seat for seat in found if isinstance(seat, int) and 0 < seat <= MAX_SEATS))


Line = tuple[str, set[str], float]
"""Line of the log: its markup, its tags and its indent."""


def _no_seats(event: Event) -> tuple[int, ...]:
    return ()


PLAIN_LINE = LineFormat()


@dataclass(frozen=True)
class LogSpec:
    """Log of a game: the formats of its events, and the seats that they concern."""

    filters: tuple[tuple[str, str], ...] = (("", "All"), ("chat", "Chat"))
    """Filters of the log, each with the tag of its lines and its label."""
    formats: Mapping[type, LineFormat] = field(default_factory=dict)
    """Formats of events by class."""
    usual: LineFormat = PLAIN_LINE
    """Format of all other events."""
    seats_of: Callable[[Event], tuple[int, ...]] = _no_seats
    """Function that returns the seats that an event concerns."""
    write: Callable[[Event, str], Line] | None = None
    """Function that returns the line for an event and its sentence, instead of these formats."""

    def format_line(self, event: Event, told: str) -> Line:
        """Return the line of an event's sentence."""
        if self.write is not None:
            return self.write(event, told)
        look = self.formats.get(type(event), self.usual)
        return look.markup.format(told) if look.markup else told, set(look.tags), look.indent


PLAIN_LOG = LogSpec()


class StoryPanel(Panel):
    """Panel with two tabs: the log of events and the chat."""

    def format_event(self, event: Event, told: str) -> tuple[str, set[str], float]:
        """Return the markup, the tags and the indent of an event's line; audits have a separate filter."""
        markup, tags, indent = self.spec.format_line(event, told)
        return (
            (markup, {FAIR, ON_REQUEST}, indent)
            if isinstance(event, (AuditPassed, AuditOwed))
            else (markup, tags, indent)
        )

    def __init__(
        self,
        names: Names,
        spec: LogSpec,
        on_hover: Callable[[str], object],
        on_say: Callable[[str, int], object] | None,
        on_line: Callable[[LogLine], object] | None = None,
        link_tip: Callable[[str], str | Widget | None] | None = None,
    ) -> None:
        """Create the panel; without `on_say` it has no chat tab, as in a replay."""
        self.names, self.spec, self.on_say = names, spec, on_say
        self.on_told: Callable[[], object] | None = None
        """In a replay, callback for each event that is shown; the log is then complete and gets no line."""
        self.aloud = True
        """True if the screen reader announces the line of each event."""
        self.events: list[object] = []
        """Subjects of each event, by the event's number in the log."""
        self.log = Log("Log", on_hover=on_hover, on_line=on_line, link_tip=link_tip, grow=1)
        self.log.hidden_tags = frozenset((ON_REQUEST,))
        shows = (*spec.filters, (FAIR, "Fair"))
        self.filter = Segments("Show in the log", shows, "", lambda _tag: self.apply_filter(), size="tiny")
        self.search = TextField("Search the log", hint="Search", max_length=60, height=26)
        self.search.on_change = lambda _text: self.apply_filter()
        self.search.on_submit = lambda _text: self._focus_matches()
        told = Column(self.filter, self.log, self.search, gap=4)
        self.chat = Log("Chat lines", grow=1)
        self.field = TextField(
            "Say", hint="Say something to the table", max_length=MAX_CHAT_LETTERS, on_submit=self._submit_line
        )
        self.to: Choice[int] = Choice("Send to", receiver_options(names), 0, lambda _to: self._show_receiver_hint())
        self.muted: set[int] = set()
        """Seats whose chat this client does not show; the record keeps their chat."""
        self.talkers: list[int] = []
        """Other seats that have written in the chat."""
        self.heard: Choice[int] = Choice("Mute players", [Option(0, "Nobody is muted")], 0, self._mute, visible=False)
        pages: dict[str, Widget] = {"Log": told}
        if on_say is not None:
            pages["Chat"] = Column(self.chat, self.heard, self.to, self.field, gap=4)
        self.tabs = Tabs("Log and chat", pages)
        inside = self.tabs if on_say is not None else told
        super().__init__(inside, region="log", pad=6, name="Log and chat panel")

    # Entries ----------------------------------------------------------------------------------------------------------

    def add_event(self, event: Event, told: str, about: object) -> None:
        """Append the line of an event to the log, or mark it as shown in a replay."""
        if self.on_told is not None:
            if self.aloud:
                self._announce(told)
            self.on_told()
            return
        markup, tags, indent = self.format_event(event, told)
        self.events.append(about)
        self.log.append(markup, tags, f"event {len(self.events) - 1}", indent=indent)
        self._announce(told)

    def add_remark(self, markup: str) -> None:
        """Append a line that belongs to no event."""
        self.log.append(markup, {"action"})
        self._announce(markup)

    def _announce(self, markup: str) -> None:
        if self.ui is not None:
            self.ui.announcer.announce(markup)

    def offer_receivers(self) -> None:
        """Update the list of receivers after the names have changed."""
        chosen = self.to.chosen_value
        self.to.options = receiver_options(self.names)
        self.to.index = next((i for i, option in enumerate(self.to.options) if option.value == chosen), 0)
        self.to.touch()
        self._show_receiver_hint()

    def _show_receiver_hint(self) -> None:
        """Show the receiver in the hint of the field."""
        to = self.to.chosen_value
        self.field.hint = f"Say something to {self.names.public_name(to)} alone" if to else "Say something to the table"
        self.field.touch()

    def add_chat_line(self, seat: int, text: str, to: int = 0) -> bool:
        """Append a chat line, reduced to one line of visible letters; return False if its seat is muted."""
        self.offer_muting(seat)
        if seat in self.muted:
            return False
        line = normalize_blanks(replace_invisible(text, " "))[:MAX_CHAT_LETTERS]
        markup = format_chat_line(self.names, seat, richtext.escape(line), to)
        self.log.append(f":chat: {markup}", {"chat"})
        self.chat.append(markup)
        self._announce(markup)
        if self.tabs.current_title != "Chat":
            waiting = int(self.tabs.badges.get("Chat") or 0)
            self.tabs.set_badge("Chat", str(waiting + 1))
        return True

    def offer_muting(self, *new: int) -> None:
        """Update the list of seats that the player can mute or unmute, after these have written or made a gesture."""
        self.talkers += [seat for seat in new if seat not in (self.names.own, *self.talkers)]
        names = ", ".join(self.names.plain_name(seat) for seat in sorted(self.muted))
        says = [Option(0, f"Muted: {names}" if names else "Nobody is muted")]
        for seat in sorted(self.talkers):
            who = self.names.plain_name(seat)
            says.append(Option(seat, f"Unmute {who}" if seat in self.muted else f"Mute {who}"))
        self.heard.options, self.heard.index, self.heard.visible = says, 0, bool(self.talkers)
        self.heard.touch()

    def _mute(self, seat: int) -> None:
        """Mute a seat, or unmute it."""
        if not seat:
            return
        self.muted ^= {seat}
        words = "is muted: you do not see their messages" if seat in self.muted else "is no longer muted"
        self.chat.append(f"{{muted}}{self.names.coloured_name(seat)} {words}.{{/}}")
        self.offer_muting()

    def subjects_of(self, link: str) -> object:
        """Return the subjects of the event that a line's link names, or None for any other line."""
        kind, _, number = link.partition(" ")
        return self.events[int(number)] if kind == "event" else None

    def seats_about(self, link: str) -> tuple[int, ...]:
        """Return the subjects of the event in a log line, for a game whose subjects are seats."""
        about = self.subjects_of(link)
        return about if isinstance(about, tuple) else ()

    # Display ----------------------------------------------------------------------------------------------------------

    def apply_filter(self) -> None:
        """Show only the log lines that pass the filter and match the search."""
        tag = self.filter.chosen_value
        self.log.set_filter({tag} if tag else None, self.search.text)
        nothing = bool(self.search.text.strip()) and not self.log.visible_lines
        self.search.error = "No lines found." if nothing else ""

    def focus_search(self) -> None:
        """Move the focus to the search field."""
        self.tabs.show("Log")
        if self.ui is not None:
            self.ui.focus_on(self.search, ring=True)

    def _focus_matches(self) -> None:
        """Move the focus from the search field to the lines that were found."""
        if self.ui is not None and self.log.visible_lines:
            self.ui.focus_on(self.log, ring=True)
            self.log.show_line(self.log.visible_lines[-1])

    def _submit_line(self, text: str) -> None:
        if text.strip() and self.on_say is not None:
            try:
                to, line = parse_line(text.strip(), self.names.own, self.names.names)
            except ValueError as nobody:
                self.field.error = str(nobody)
                return
            self.on_say(line, to or self.to.chosen_value)
        self.field.set("")
