"""Help for a player against bots: *Hint* shows what the hard bot would do, *Undo* returns to an earlier choice.

There is none of it in a match with other people. Both work in a thread, so that no frame waits for them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from client import games
from client.session.source import MatchSource, UndoSource
from client.table.match.hint import Hint, HintFrames, HintPanel, remaining_answers
from client.table.match.inquiry import OpenQuestion
from client.table.match.undo import Checkpoint, restore_checkpoint, take_checkpoint
from client.table.replay.frames import ProgressCallback, Unplayable
from client.table.replay.loader import BackgroundLoad
from client.ui.controls.basic import IconButton
from client.ui.hexes import Rect
from client.ui.richtext import escape, plain_text
from client.ui.screen import KeyActions
from core.bots.advice import advise
from core.engine.text.words import capitalise
from net.replication.entry_log import EntryLogInUse
from net.session.saved_match import BadSavedMatch
from net.text.errors import error_reason_with_file

if TYPE_CHECKING:
    from client.table.match.controller import MatchController

NOTHING_TO_UNDO = "You have not locked anything in yet."
NOT_KEPT = "Choices can be undone only in a saved match that no other computer can watch."


class Assist:
    """The hint and the undo of a match against bots."""

    def __init__(self, match: MatchController) -> None:
        self.match, self.table, self.prompts = match, match.table, match.prompts
        self.checkpoints: list[Checkpoint] = []
        """The table at each question to our seat, the first one first."""
        self.panel = HintPanel(self.give_answers, self.hide)
        self.frames = HintFrames()
        keys = match.screen.window.keys.label
        self.hint_button = IconButton("hint", f"Hint: what would a hard bot do? ({keys('hint')})", self.toggle)
        self.undo_button = IconButton("undo", f"Undo your last choice ({keys('undo')})", self.undo)
        self.hint: Hint | None = None
        self._thinking: BackgroundLoad[Hint] | None = None
        self._returning: BackgroundLoad[MatchSource] | None = None
        self._returned: MatchSource | None = None
        """The source to which an undo returned, until the match follows it."""
        self._closed = False
        self._lock = threading.Lock()
        """Guard of `_returned` and `_closed`, so that a source is closed even if both threads come to it together."""

    def build(self) -> None:
        """Add the buttons to the top bar, and the panel and the frames above the table."""
        ui, top = self.match.screen.ui, self.table.top
        at = top.row.children.index(top.help)
        later = top.row.children[at:]
        top.row.remove(*later)
        top.row.add(self.undo_button, self.hint_button, *later)
        ui.open(self.frames, lambda _size, window: window, "panel", escapable=False)
        ui.open(self.panel.widget, HintPanel.panel_rect, "panel", escapable=False)
        self._refresh()

    # Questions --------------------------------------------------------------------------------------------------------

    def remember_question(self, asked: OpenQuestion) -> None:
        """Remember the table at a question to our seat, before it is shown."""
        self.hide()
        t = asked.state.t
        self.checkpoints = [each for each in self.checkpoints if each.t < t]
        self.checkpoints.append(take_checkpoint(self.table, t, asked.state))
        self._refresh()

    def clear_question(self) -> None:
        """Remove the hint, since our seat has no question to answer."""
        self.hide()
        self._refresh()

    @property
    def is_returning(self) -> bool:
        """True while the match returns to an earlier question."""
        return self._returning is not None

    # Hint -------------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Show a hint for the present question, or hide it."""
        if self.panel.visible:
            self.hide()
        elif self.prompts.is_open and self.prompts.asked is not None and not self.table.is_busy:
            self.panel.show_thinking()
            asked = self.prompts.asked
            self._thinking = BackgroundLoad(lambda watch: self._think(asked, watch))
            self._thinking.start()

    def hide(self) -> None:
        """Hide the hint, and stop thinking about it."""
        if self._thinking is not None:
            self._thinking.cancel()
        self._thinking, self.hint = None, None
        self.panel.hide()
        self.frames.show()

    def _think(self, asked: OpenQuestion, watch: ProgressCallback) -> Hint:
        """Return the hint for a question; this runs in a thread, on copies of everything."""
        game, own, view = self.table.game, self.match.model.own, self.prompts.view
        state, names = asked.state.clone(), self.match.names
        advice = advise(game, state, own, asked.own.copy())
        watch(0.5, "")
        copied = OpenQuestion(asked.state.clone(), asked.own.copy(), asked.ask)
        path, words = view.hints.find_answers(copied, advice.decision)
        words = words or escape(
            names.to_plain_text(game.describe_decision(state, own, advice.decision, asked.own.copy()))
        )
        told = games.on_screen(game.name, advice.reason)
        return Hint(capitalise(words), names.to_markup(told), advice.chance, advice.rival, path)

    def give_answers(self) -> None:
        """Give the answers that the hint suggests; the player still locks them in."""
        inquiry, hint = self.prompts.inquiry, self.hint
        if hint is None or not hint.path or inquiry is None or not self.prompts.is_open:
            return
        if remaining_answers(hint.path, self._answers()) is None:
            while inquiry.undo():
                pass
        left = remaining_answers(hint.path, self._answers()) or ()
        for answer in left:
            if self.prompts.inquiry is inquiry and self.prompts.is_open:
                self.prompts.submit(answer)

    def _answers(self) -> Sequence[object]:
        inquiry = self.prompts.inquiry
        return self.prompts.view.hints.answers(inquiry) if inquiry is not None else ()

    def _show_frames(self) -> None:
        """Frame the things that the player must press next to follow the hint."""
        hint, view = self.hint, self.prompts.view
        if hint is None or not self.prompts.is_open or self.match.screen.ui.modal:
            self.frames.show()
            return
        left = remaining_answers(hint.path, self._answers())
        rects: Sequence[Rect] = ()
        if left:
            rects = view.hints.answer_rects(left[0])
        elif left is not None:
            rects = [view.panel.lock_in.rect]
        self.frames.show(*(rect for rect in rects if rect.w > 0))

    # Undo -------------------------------------------------------------------------------------------------------------

    @property
    def undo_target(self) -> Checkpoint | None:
        """The question to which an undo returns, or None if nothing has been locked in."""
        at_question = self.prompts.is_open and bool(self.checkpoints)
        passed = self.checkpoints[:-1] if at_question else self.checkpoints
        return passed[-1] if passed else None

    @property
    def undo_refusal(self) -> str:
        """The reason why nothing can be undone now, or ""."""
        source = self.match.source
        if not isinstance(source, UndoSource) or not source.can_undo:
            return NOT_KEPT
        if self.match.end_shown or self.match.model.verdict:
            return "The match is over."
        return "" if self.undo_target is not None and not self.is_returning else NOTHING_TO_UNDO

    def undo(self) -> None:
        """Return to the question before our last locked choice; the bots decide again."""
        earlier, why, source = self.undo_target, self.undo_refusal, self.match.source
        if why or earlier is None or not isinstance(source, UndoSource):
            self.prompts.refuse_action(why)
            return
        self.hide()
        self.match.rewind(earlier.state)
        self.checkpoints = [each for each in self.checkpoints if each.t < earlier.t]
        restore_checkpoint(self.table, earlier)
        self.match.refresh_all()
        self.table.prompt.show_prompt("Taking back your last choice...", "wait")
        self.table.story.add_remark("{info}You took back your last choice; the bots decide again.{/}")
        self.table.play_sound("taken back")
        self._returning = BackgroundLoad(lambda _watch: self._return_to(source, earlier.t))
        self._returning.start()
        self._refresh()

    def _return_to(self, source: UndoSource, t: int) -> MatchSource:
        """Return the source of the earlier question; this runs in a thread."""
        try:
            found = source.rewind_to(t)
        except (OSError, BadSavedMatch, EntryLogInUse) as wrong:
            raise Unplayable(f"{capitalise(error_reason_with_file(wrong).rstrip('.'))}.") from None
        with self._lock:
            self._returned, closed = found, self._closed
        if closed:
            found.close()
        return found

    # Frames -----------------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Show what a thread has found, and keep the frames where the things are."""
        thinking, returning = self._thinking, self._returning
        if thinking is not None and thinking.is_done:
            self._thinking, self.hint = None, thinking.result
            if thinking.result is not None:
                self.panel.show_hint(thinking.result)
                self.match.screen.ui.announcer.announce(
                    plain_text(f"{thinking.result.choice}. {thinking.result.reason}")
                )
            else:
                self.panel.show_failure("There is no hint for this question.")
        if returning is not None and returning.is_done:
            self._returning = self._returned = None
            if returning.result is not None:
                self.match.follow_source(returning.result)
            else:
                self.match.stop(f"The choice could not be undone. {returning.trouble}")
            self._refresh()
        if self.hint is not None:
            self._show_frames()

    def _refresh(self) -> None:
        why = self.undo_refusal
        self.undo_button.enabled, self.undo_button.reason = not why, why
        can = self.prompts.is_open and not self.table.is_busy
        self.hint_button.enabled, self.hint_button.reason = can, "" if can else "It is not your turn."

    def refresh(self) -> None:
        """Update the buttons after a change of the table."""
        self._refresh()

    def key_actions(self) -> KeyActions:
        """Return the functions of the keys of the hint and the undo."""
        return {"hint": self.toggle, "undo": self.undo}

    def on_closed(self) -> None:
        """Stop everything when the screen closes, also a source that the match does not follow yet."""
        with self._lock:
            self._closed, returned = True, self._returned
        if returned is not None:
            returned.close()
        self.hide()


def may_assist(source: MatchSource) -> bool:
    """Return True if the source is that of a match against bots alone."""
    return isinstance(source, UndoSource) and source.has_only_bots
