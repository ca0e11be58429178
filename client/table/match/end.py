"""Conceding a match, and ending a match by agreement of all seats.

The module holds the state of both, and the two dialogs that ask the player.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from client.table.match.trouble import join_names
from client.table.seats.names import Names
from client.ui.controls.basic import Label
from client.ui.controls.layout import Row
from client.ui.widget import Widget
from core.engine.result import FREE_FOR_ALL, SOLO, kind_of
from net.match.early_end import AGREED, CONCEDED
from net.match.events import Concession, EndAgreement, EndOfMatch
from net.match.feed_reader import AGREES, CONCEDES

if TYPE_CHECKING:
    from client.table.match.controller import MatchController

WIDE = 380
MAX_WISH_LINES = 3
"""The maximum number of log lines about one seat's wish to end the match.

After these, a change of mind changes only a chip.
"""


class EarlyEndControls:
    """The controls of a match for an early end of it."""

    def __init__(self, match: MatchController) -> None:
        self.match = match
        self.finished: EndOfMatch | None = None
        self._told: Counter[int] = Counter()
        self._agreeing: set[int] = set()

    @property
    def names(self) -> Names:
        """The names of the seats."""
        names: Names = self.match.names
        return names

    @property
    def has_conceded(self) -> bool:
        """True if our seat has conceded."""
        return self.match.model.own in self.match.model.now.conceded

    @property
    def _has_voted_to_end(self) -> bool:
        """True if our seat has voted to end the match."""
        return self.match.model.own in self.match.model.now.agreeing

    def process_report(self, report: Concession | EndAgreement) -> None:
        """Process a report of a concession, or of a change in the seats that want to end the match."""
        remark = self.match.table.story.add_remark
        if isinstance(report, Concession):
            own = report.seat == self.match.model.own
            remark(f"{{warn}}{self.names.coloured_name(report.seat)} {'have' if own else 'has'} conceded{{/}}")
            return
        new = [seat for seat in report.seats if seat not in self._agreeing and self._told[seat] < MAX_WISH_LINES]
        self._agreeing = set(report.seats)
        self._told.update(new)
        if new:
            remark(f"{{info}}Proposes a draw:{{/}} {join_names(self.names, new)}. "
                   "{muted}All must agree (menu).{/}")  # fmt: skip

    def menu_buttons(self) -> list[Widget]:
        """Return the two buttons of the menu, or the reason why there are none.

        Return an empty list before the players are seated, and once the match is over or stopped.
        """
        match = self.match
        if match.end_shown or match.model.verdict or not match.table.is_seated:
            return []
        if self.has_conceded:
            words = "You have conceded. Default choices are made for you; you can watch or leave."
            return [Label(words, "warn", wrap=True, width=WIDE)]
        wants = self._has_voted_to_end
        concede = self.match.table.dialogs.closing_button("Concede", self.ask_to_concede, "cross", look="danger")
        end = self.match.table.dialogs.closing_button(
            "Withdraw draw offer" if wants else "Propose a draw", self.ask_to_end, "pact"
        )
        return [Row(concede, end, gap=8)]

    def ask_to_concede(self) -> None:
        """Explain the effect of conceding, and ask the player to confirm it."""
        button = self.match.table.dialogs.closing_button("Concede", self._concede_match, look="danger")
        self.match.table.dialogs.open_words("Concede?", self.describe_concession(), button)

    def describe_concession(self) -> str:
        """Return the effect of conceding at this table, in words."""
        seats, own = len(self.names.names), self.match.model.own
        kind, now = kind_of(self.match.table.game, seats), self.match.model.now
        others = [seat for seat in range(1, seats + 1) if seat != own and seat not in now.conceded]
        if kind == SOLO:
            return "The match ends here and counts as a loss."
        if len(others) <= 1:
            wins = self.names.coloured_name(others[0]) if others else ""
            ends = f"{wins} wins" if kind == FREE_FOR_ALL and wins else "You lose"
            return f"The match ends at once. {ends}, and the record shows that you conceded."
        last = "You finish last" if kind == FREE_FOR_ALL else "The record shows that you conceded"
        return (f"{last}; the others play on. While this window is open it makes default choices for you. You can also "
                "leave; they go on without you.\n{muted}You cannot take this back.{/}")  # fmt: skip

    def _concede_match(self) -> None:
        self.match.source.vote_to_end(CONCEDES)

    def ask_to_end(self) -> None:
        """Show the seats that want to end the match, and ask the player whether ours does too.

        If our seat has already voted to end it, withdraw this vote.
        """
        if self._has_voted_to_end:
            self.match.source.vote_to_end(0)
            self.match.table.story.add_remark(
                "{info}You withdrew your draw proposal; this applies from the next choice on.{/}"
            )
            return
        now = self.match.model.now
        who = join_names(self.names, now.agreeing) if now.agreeing else ""
        words = f"{who} proposed a draw.\n" if who else ""
        words += ("If all agree, the match ends without a winner and is not rated. Bots always agree.\n{muted}Your "
            "proposal stays open until you withdraw it.{/}")  # fmt: skip
        says = "I agree" if who else "Propose a draw"
        button = self.match.table.dialogs.closing_button(says, self._vote_to_end, look="primary", does="confirm")
        self.match.table.dialogs.open_words("Propose a draw?", words, button)

    def _vote_to_end(self) -> None:
        self.match.source.vote_to_end(AGREES)

    def end_line(self) -> str:
        """Return a line, as rich text, that says how the match ended early.

        The line names the seats that conceded or broke a rule. It is "" for most matches.
        """
        end = self.finished
        if end is None:
            return ""
        who = join_names(self.names, end.conceded)
        one = len(end.conceded) == 1 and self.match.model.own not in end.conceded
        said = [f"{who} {'has' if one else 'have'} conceded."] if end.conceded else []
        if end.broke:
            breakers = join_names(self.names, end.broke)
            several = len(end.broke) > 1 or self.match.model.own in end.broke
            said.append(f"{breakers} {'have' if several else 'has'} broken a rule and cannot win.")
        said += ["All agreed to a draw: nobody has won."] if end.ended == AGREED else []
        return " ".join(f"{{warn}}{words}{{/}}" for words in said)

    @property
    def title(self) -> str:
        """The title of an end without a winner, or "" if there is a winner."""
        return "The match has ended" if self.finished is not None and self.finished.ended == AGREED else ""

    @property
    def victory_reason(self) -> str:
        """The reason for a victory that the rules of the game did not decide, or "" for any other."""
        end = self.finished
        if end is None:
            return ""
        if end.broke and not end.ended:
            return (
                "First among players who kept the rules"
                if self.match.table.kind == FREE_FOR_ALL
                else "A rule was broken"
            )
        if end.conceded and not end.ended and self.match.table.kind == FREE_FOR_ALL:
            return "First among players who did not concede"
        given = "Won by concession" if self.match.table.kind == FREE_FOR_ALL else "Conceded"
        return {AGREED: "Ended by agreement", CONCEDED: given}.get(end.ended, "")
