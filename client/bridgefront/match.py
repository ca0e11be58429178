"""The match screen: one seat's view of a table, and everything that a player does there.

It is given a source of messages (client/source.py) and knows nothing of how the table is reached. What is heard goes
through the `Reveal`, which tells it event by event; what is asked becomes an `Inquiry`, whose questions are lit on the
board and in the hand or stand in a dialog; what is decided goes back to the source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from client.bridgefront.action_panel import ActionPanel
from client.bridgefront.battle_panel import BattlePanel
from client.bridgefront.board import ON_BOARD, Board
from client.bridgefront.dialogs import DIALOGS, Answering, place_of
from client.bridgefront.fairness import TopBar, fairness_panel
from client.bridgefront.hand import Hand
from client.bridgefront.log import Story
from client.bridgefront.names import Names, card_name
from client.bridgefront.plan import ENOUGH, Question
from client.bridgefront.plan_view import price, show_ghosts, sources, summary
from client.bridgefront.pointing import Pointing
from client.bridgefront.powers import Powers
from client.bridgefront.preview import Preview
from client.bridgefront.prompt import Prompt
from client.bridgefront.questions import Inquiry
from client.bridgefront.resources import Resources
from client.bridgefront.reveal import Reveal
from client.bridgefront.seats import Seats
from client.bridgefront.shown import Shown, Turn
from client.bridgefront.stage import Banner, Played, Sealed, Words
from client.bridgefront.track import Track
from client.kit.layout import Column, Row, Space
from client.kit.panel import Panel
from client.kit.richtext import escape
from client.kit.screen import Screen
from client.kit.widget import Widget
from client.kit.widgets import Button, Label
from client.source import Source
from core.bridgefront.clients import Held, name_card
from core.bridgefront.decisions import Power
from core.kernel.game import Standing
from net.reports import Asked, Finished, Noted, Said, Seated, Stepped, Verdict

AT_ONCE = ("bid", "row bids")
"""Decisions whose dialog is itself the confirmation."""
FULL = 0.45
"""When the atlas is so full, cards that are not in sight are let go, before there is no room any more."""
SPEEDS = (1.0, 2.0, 4.0)


class MatchScreen(Screen):
    """A match, from the first choice to the standing at the end."""

    def __init__(
        self,
        source: Source,
        own: int = 1,
        palette: str = "okabe-ito",
        speed: float = 1.0,
        reduced: bool = False,
        on_end: Callable[[MatchScreen, tuple[Standing, ...]], object] | None = None,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self.source = source
        self.names = Names(own, palette=palette)
        self.sight = Shown(own, self.names, palette)
        self.on_end, self.on_leave = on_end, on_leave
        self.timeline.speed, self.timeline.reduced = speed, reduced
        self.reduced = reduced
        self.inquiry: Inquiry | None = None
        self.dialog: Panel | None = None
        self.standing: tuple[Standing, ...] = ()
        self.refusal = ""
        self._pending: Any = None
        self._latest: Any = None
        self._seats: Seats | None = None
        self._reveal: Reveal | None = None
        self._ended = False
        self._generation = 0

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        ui, window = self.ui, self.window
        ui.space_presses = False
        self.board = Board(window, self.names, self.sight.palette, self.reduced)
        self.board.on_choose, self.board.on_back = self.answer, self.take_back
        self.top = TopBar(self.sight, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.prompt = Prompt()
        self.track = Track(self.sight)
        self.pointing = Pointing(window, self.sight, self.board)
        self.story = Story(self.names, lambda link: self.pointing.over(self.story, link), self.source.chat,
                           lambda line: self.pointing.pin(self.story, line), self.pointing.tip)  # fmt: skip
        self.resources = Resources(self.sight, self.open_pile)
        self.hand = Hand(window, self.sight, self.why_not_card, self.choose_card)
        self.panel = ActionPanel(self.answer, self.confirm, self.clear_plan, window.keys.shown)
        self.words = Words(self.timeline)
        self.played, self.banner = Played(window, self.sight), Banner()
        self.battle, self.sealed = BattlePanel(self.sight), Sealed(window, self.sight)
        ui.put(self.board, (212, 150, 806, 490), "stretch", "stretch")
        ui.put(self.banner, (300, 540, 630, 74), "stretch", "high")
        ui.put(self.played, (214, 376, 160, 260), "low", "high")
        ui.put(self.top, (0, 680, 1280, 40), "stretch", "high")
        ui.put(self.prompt, (250, 644, 730, 30), "stretch", "high")
        ui.put(self.battle, (330, 156, 570, 162), "middle", "low")
        self.powers = Powers(self._toggle_power)
        self.preview = Preview(self.sight)
        ui.put(self.preview, (806, 160, 208, 104), "high", "low")
        ui.put(self.sealed, (385, 156, 460, 206), "middle", "low")
        ui.put(Panel(self.track, "Resolve order", note="initiative, low first", pad=6), (1024, 462, 250, 214), "high",
               "high")  # fmt: skip
        ui.put(self.story, (1024, 150, 250, 306), "high", "stretch")
        ui.put(self.resources, (6, 6, 268, 138))
        ui.put(self.hand, (280, 0, 738, 150), "stretch")
        ui.put(self.panel, (1024, 6, 250, 138), "high")
        ui.put(self.words, (0, 0, 1280, 720), "stretch", "stretch")
        self.prompt.say("Waiting for the table.")

    def _sit_down(self, state: Any) -> None:
        """The number of seats is known: their panels, and who tells what happens."""
        self.sight.state = self._latest = state
        self._seats = self.pointing.seats = Seats(self.sight, len(state.seats))
        high = len(state.seats) * 72.0 - 6
        self.ui.put(self._seats, (6, 676 - high, 200, high), "low", "high")
        self._reveal = Reveal(
            self.timeline, self.board.view, self.sight, self.story, self._seats, self.words, self.played, self.battle,
            self.banner, self.sealed, self.refresh,
        )  # fmt: skip
        self.board.view.show(state)
        self.refresh()

    @property
    def reveal(self) -> Reveal:
        """Who tells what happens; only once the match has begun."""
        assert self._reveal is not None
        return self._reveal

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        self.top.refresh()
        self.resources.refresh()
        self.track.touch()
        if self._seats is not None:
            self._seats.refresh()
        self.redraw()

    # What is heard ----------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Hear the source, let the board live."""
        for told in self.source.drain():
            self.hear(told)
        self.board.view.update(dt)
        if self.sight.state is not None and not self.board.view.still:
            self.redraw()
        if self.textures.fullness() > FULL:
            self.textures.keep_only(self.scale)
        if self.textures.generation != self._generation:
            self._generation = self.textures.generation
            self.ui.touch_all()

    def hear(self, told: Any) -> None:
        """One message."""
        if hasattr(told, "report"):
            if self._reveal is None and told.state is not None:
                if isinstance(told.report, Seated):
                    self.names.names = told.report.names
                self._sit_down(told.state)
            self.sight.owed = frozenset(owed.seat for owed in told.owed)
            self._hear_report(told)
        elif hasattr(told, "record"):
            if told.error:
                self._stop(told.error)
        else:
            self._refused(told.words)

    def _hear_report(self, heard: Any) -> None:
        report = heard.report
        if isinstance(report, Seated):
            self.names.names = report.names
            self.story.remark("{accent}*The match begins*{/}")
        elif isinstance(report, Asked):
            self._pending = heard
            self._next_turn()
        elif isinstance(report, Stepped):
            before, self._latest = self._latest, heard.state
            self._rest()
            self.pointing.rest()
            self.sight.t, self.sight.digest = report.t, report.digest
            self.reveal.tell(before, heard.state, report.events, lambda: self._told(heard))
            self._say_showing()
        elif isinstance(report, Said):
            self.story.said(report.seat, report.text)
        elif isinstance(report, Noted):
            self.story.remark(f"{{info}}{escape(report.words)}{{/}}")
        elif isinstance(report, Verdict):
            self._stop(self.names.plain(str(report)))
        elif isinstance(report, Finished):
            self.standing = report.standing
            self._next_turn()

    def _told(self, heard: Any) -> None:
        """A step has been told to its end."""
        if heard.own is not None:
            self.sight.secrets = heard.own
        self.hand.refresh()
        self.refresh()
        self._next_turn()

    def _next_turn(self) -> None:
        """What waits until everything has been told: the next question, or the end."""
        if self.reveal.busy:
            self._say_showing()
            return
        if self.standing:
            self._finish()
        elif self._pending is not None:
            heard, self._pending = self._pending, None
            self._begin(heard)
        else:
            self._say_waiting()

    def _stop(self, words: str) -> None:
        self.sight.verdict = words
        self._rest()
        self.prompt.say(f"The match has stopped: {escape(words)}", "wait", "Esc: menu")
        self.refresh()

    def _refused(self, words: str) -> None:
        self.refusal = words
        self.ui.announcer.say(words)
        self.story.remark(f"{{warn}}{escape(words)}{{/}}")
        if self.sight.locked:
            self.sight.locked = False
            self._ask()

    def _finish(self) -> None:
        if not self._ended:
            self._ended = True
            self._rest()
            self.panel.title, self.panel.plan.text = "The end", "{muted}The match is over.{/}"
            self._set_buttons("Match over", False, "", "")
            winners = " and ".join(self.names.coloured(s) for s in self.sight.table.winners)
            self.prompt.say(f"The match is over. Victory: {winners}", "show", "Esc: menu")
            self.refresh()
            if self.on_end is not None:
                self.on_end(self, self.standing)

    # What is asked ----------------------------------------------------------------------------------------------------

    def _begin(self, heard: Any) -> None:
        """The own seat must decide."""
        shown = self.sight
        shown.state, shown.secrets = heard.state, heard.own
        shown.asked, shown.locked = True, False
        self.inquiry = Inquiry(heard.state, shown.own, heard.own, heard.report.ask, self.names)
        self.board.view.show(heard.state)
        self.hand.refresh()
        self._ask()

    def _rest(self) -> None:
        """Nothing is asked any more."""
        self.inquiry = None
        self.sight.asked = self.sight.locked = False
        self._close_dialog()
        self.preview.visible = self.powers.visible = False
        self.board.rest()
        self.board.view.clear_plans()
        self.board.view.light("chosen", [])
        self.board.view.light("source", [])
        self.hand.chosen = -1
        self.resources.purse.held = (0, 0)
        self.panel.show_menu(False)
        self.panel.note = ""
        self.panel.plan.text = "{muted}Nothing is asked of you now.{/}"
        self._set_buttons("Skip to now" if self.reveal.busy else "Wait", self.reveal.busy, "F", "")
        self.sight.turns = [t for t in self.sight.turns if t.state != "plan"]

    def _ask(self) -> None:
        """Show the present question, or that everything is answered."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        question = inquiry.question
        self._close_dialog()
        view = self.board.view
        menu = question is not None and question.kind == "action"
        if question is not None and question.kind in ON_BOARD:
            self.board.ask(question.kind, question.targets, inquiry.why_not)
        else:
            self.board.rest()
        walks = show_ghosts(view, inquiry)
        self.preview.show(inquiry.state, inquiry.seat, walks)
        self.powers.show(inquiry)
        if self.powers.visible:
            self.ui.put(self.powers, self.powers.place_of(), "high", "low")
        self.hand.stand_aside(question is None or question.kind not in ("action", "card"))
        view.light("source", sources(question))
        self.panel.title = inquiry.title
        self.panel.note = f"step {self.sight.table.action_step}" if inquiry.plan is not None else ""
        self.panel.show_menu(menu)
        self.panel.plan.text = summary(inquiry, self.names)
        self.resources.purse.held = price(inquiry)
        self._show_turn(inquiry)
        for kind in self.panel.basics:
            why = "" if menu and question is not None and kind in question.targets else "not now"
            if why and menu and inquiry.plan is not None:
                why = inquiry.plan.why_not_action(kind)
            self.panel.set_basic(kind, why)
        planned = inquiry.history[0][1] if inquiry.plan is not None and inquiry.history else None
        self.hand.chosen = self.hand.index_of(planned[1]) if isinstance(planned, tuple) else -1
        if question is None:
            self._set_buttons("Commit", True, "Enter", "Esc")
            self.prompt.say(f"{inquiry.title}: commit it, or take the last choice back.", "you", "Backspace")
        else:
            self._set_buttons("That is all" if question.enough else "Commit", question.enough, "Enter", "Esc")
            self.prompt.say(self._sentence(question), "you", "Backspace: back" if inquiry.begun else "")
            self._open_dialog(question)
        self.hand.touch()
        self._focus(question)
        self.refresh()

    def _sentence(self, question: Question) -> str:
        inquiry = self.inquiry
        assert inquiry is not None
        if question.kind == "action":
            return "You must choose a card or a basic action."
        if inquiry.plan is not None and inquiry.plan.card is not None:
            what = inquiry.history[0][1]
            title = card_name(inquiry.state, what[1]) if isinstance(what, tuple) else inquiry.plan.card.name
            return f"{escape(title)}: {escape(question.words[0].lower() + question.words[1:])}"
        return escape(question.words)

    def _show_turn(self, inquiry: Inquiry) -> None:
        """The plan stands in the resolve order, where only the own player sees it."""
        if inquiry.plan is None:
            return
        own = self.sight.own
        turns = [t for t in self.sight.turns if t.seat != own]
        if inquiry.history:
            what = inquiry.history[0][1]
            copy = what[1] if isinstance(what, tuple) else 0
            number = inquiry.state.number[copy] if copy else 0
            turns.insert(0, Turn(own, "card" if copy else what, copy, number, "plan"))
        else:
            turns.insert(0, Turn(own))
        self.sight.turns = turns

    def _open_dialog(self, question: Question) -> None:
        kind = question.kind
        if kind == "champion":
            hexes = [self.board.hex_of(value) for value in question.targets]
            kind = "word" if len(set(hexes)) < len(hexes) else ""
        make = DIALOGS.get(kind)
        if make is None:
            return
        self.dialog = make(Answering(self.sight, self.window, self.answer), question)
        self.ui.put(self.dialog, place_of(self.dialog, kind), "middle")

    def _close_dialog(self) -> None:
        if self.dialog is not None:
            self.ui.root.remove(self.dialog)
            self.dialog = None

    def _focus(self, question: Question | None) -> None:
        """The keys come to where the answer is given."""
        goal: Widget = self.panel.commit
        if self.dialog is not None:
            goal = next((w for w in self.dialog.walk() if w.focusable and w.enabled), goal)
            goal = getattr(self.dialog, "amount", None) or getattr(self.dialog, "forces", None) or goal
        elif question is not None and question.kind in ON_BOARD:
            goal = self.board
        elif question is not None and question.kind in ("action", "card"):
            goal = self.hand
        self.ui.focus_on(goal, quiet=True)
        if goal is self.hand and self.ui.ring and self.hand.raised < 0 and self.hand.cards:
            self.hand.point_at(0)

    def _set_buttons(self, text: str, on: bool, hint: str, clear: str) -> None:
        commit, clear_button = self.panel.commit, self.panel.clear_button
        commit.text, commit.hint, commit.enabled = text, hint, on
        commit.reason = "" if on else "There is still something to choose." if self.inquiry else "It is not your turn."
        commit.look = "primary" if text == "Commit" else "button"
        clear_button.enabled = bool(clear) and self.inquiry is not None and self.inquiry.begun
        clear_button.reason = "" if clear_button.enabled else "Nothing is chosen yet."

    # What the player does ---------------------------------------------------------------------------------------------

    def answer(self, value: Any) -> None:
        """Answers the question; what is not legal is said and changes nothing."""
        inquiry = self.inquiry
        if self.reveal.busy:
            self.reveal.skip_all()
            return
        if inquiry is None or self.sight.locked:
            return
        try:
            inquiry.answer(value)
        except ValueError as refusal:
            self.ui.announcer.say(str(refusal) or "That is not possible now.")
            return
        if inquiry.decision is not None and inquiry.kind in AT_ONCE:
            self.commit()
        else:
            self._ask()

    def _toggle_power(self, power: Power) -> None:
        """Declares a champion power with the action, or takes that back."""
        if self.inquiry is not None and self.inquiry.plan is not None and not self.sight.locked:
            self.inquiry.plan.toggle(power)
            self._ask()

    def confirm(self) -> bool:
        """Enter: commits what is decided, ends a list, or skips what is being shown."""
        inquiry = self.inquiry
        if self._reveal is not None and self.reveal.busy:
            self.reveal.skip_all()
        elif inquiry is not None and self.sight.locked:
            self.take_back()
        elif inquiry is not None and inquiry.decision is not None:
            self.commit()
        elif inquiry is not None and inquiry.question is not None and inquiry.question.enough:
            self.answer(ENOUGH)
        else:
            return False
        return True

    def commit(self) -> None:
        """Locks the decision in; it can be taken back until all have locked in."""
        inquiry = self.inquiry
        if inquiry is None or inquiry.decision is None:
            return
        self.sight.locked = True
        self._close_dialog()
        self.powers.visible = False
        self.board.rest()
        self._set_buttons("Take back", True, "Backspace", "")
        self.panel.show_menu(False)
        self.panel.plan.text = summary(inquiry, self.names)
        self._say_waiting()
        self.ui.focus_on(self.panel.commit, quiet=True)
        self.source.decide(inquiry.decision, inquiry.secrets)
        self.refresh()

    def take_back(self) -> None:
        """Backspace or the right button: the lock, else the last answer."""
        inquiry = self.inquiry
        if inquiry is None:
            return
        if self.sight.locked:
            self.sight.locked = False
            self.source.take_back()
            if inquiry.kind in AT_ONCE:
                inquiry.undo()
            self._ask()
        elif inquiry.undo():
            self._ask()

    def clear_plan(self) -> bool:
        """Esc: everything chosen so far."""
        if self.inquiry is None or self.sight.locked or not self.inquiry.begun:
            return False
        self.inquiry.clear()
        self._ask()
        return True

    def why_not_card(self, held: Held) -> str:
        """Why a card of the hand cannot be chosen now, or ""."""
        inquiry = self.inquiry
        question = inquiry.question if inquiry is not None and not self.sight.locked else None
        if inquiry is None or question is None:
            return ""
        if question.kind == "action":
            value: Any = ("card", held[0])
            return "" if value in question.targets else inquiry.why_not(value)
        if question.kind == "card":
            named = name_card(inquiry.secrets, held)
            return "" if named in question.targets else inquiry.why_not(named) or "Not this one."
        return ""

    def choose_card(self, held: Held) -> None:
        """A card of the hand was chosen."""
        question = self.inquiry.question if self.inquiry is not None else None
        if self.inquiry is not None and question is not None and question.kind == "card":
            self.answer(name_card(self.inquiry.secrets, held))
        elif question is not None and question.kind == "action":
            self.answer(("card", held[0]))
        elif self.reveal.busy:
            self.reveal.skip_all()

    # Keys -------------------------------------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """A key that no widget wanted."""
        if action == "confirm":
            return self.confirm() or self._show_focus()
        if action == "back":
            if not self.pointing.rest() and not self.clear_plan():
                self.open_menu()
            return True
        done = self._acts().get(action)
        if done is not None:
            done()
            return True
        if action.startswith("card ") and action[5:].isdigit():
            index = int(action[5:]) - 1
            if index < len(self.hand.cards):
                self.hand.point_at(index)
                self.hand.play(index)
            return True
        return False

    def _acts(self) -> dict[str, Callable[[], object]]:
        camera = self.board.view.camera
        step = 60 * self.scale
        middle = camera.view.center
        basics = {kind: lambda k=kind: self._basic(k) for kind in self.panel.basics}
        return {
            **basics,
            "take back": self.take_back,
            "skip": self._skip_one,
            "skip all": self._skip_all,
            "speed": self.next_speed,
            "fairness": self.open_fairness,
            "card before": lambda: self._step_hand(-1),
            "card after": lambda: self._step_hand(1),
            "target before": lambda: self._step_target(-1),
            "target after": lambda: self._step_target(1),
            "fit board": camera.fit,
            "zoom in": lambda: camera.zoom_at(*middle, 1.2),
            "zoom out": lambda: camera.zoom_at(*middle, 1 / 1.2),
            "pan left": lambda: camera.pan(step, 0),
            "pan right": lambda: camera.pan(-step, 0),
            "pan up": lambda: camera.pan(0, -step),
            "pan down": lambda: camera.pan(0, step),
            "log": lambda: self._show_tab("Log"),
            "find": self.story.find,
            "chat": lambda: self._show_tab("Chat"),
            "hide": self.toggle_hud,
        }

    def _skip_one(self) -> None:
        if self._reveal is not None:
            self.reveal.skip_one()

    def _skip_all(self) -> None:
        if self._reveal is not None:
            self.reveal.skip_all()

    def _basic(self, kind: str) -> None:
        if self.panel.menu.visible:
            self.panel.basics[kind].press_it()

    def _show_focus(self) -> bool:
        if self.inquiry is not None:
            self.ui.focus_on(self.ui.focus, ring=True)
            self._focus(self.inquiry.question)
        return True

    def _step_hand(self, by: int) -> None:
        count = len(self.hand.cards)
        if count:
            self.ui.focus_on(self.hand, quiet=True, ring=True)
            self.hand.point_at((self.hand.raised + by) % count)

    def _step_target(self, by: int) -> None:
        if self.board.targets:
            self.ui.focus_on(self.board, quiet=True, ring=True)
            self.board.step_cursor(by)

    def _show_tab(self, title: str) -> None:
        self.story.tabs.show(title)
        self.ui.focus_on(self.story.field if title == "Chat" else self.story.log, ring=True)

    def toggle_hud(self) -> None:
        """Hides everything but the board, or shows it again."""
        for widget in (self.track.parent, self.story, self.resources, self.hand, self.panel, self._seats):
            if widget is not None:
                widget.visible = not widget.visible

    def next_speed(self) -> None:
        """x1, x2, x4, and again."""
        at = SPEEDS.index(self.timeline.speed) if self.timeline.speed in SPEEDS else -1
        self.timeline.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.top.speed.text = f"x{self.timeline.speed:g}"
        self.ui.announcer.say(f"Speed {self.timeline.speed:g}")

    # Words and panels above -------------------------------------------------------------------------------------------

    def _say_waiting(self) -> None:
        others = [s for s in sorted(self.sight.owed) if s != self.sight.own]
        who = ", ".join(self.names.coloured(s) for s in others) or "the table"
        if self.sight.locked:
            self.prompt.say(f"Locked in. Waiting for {who}.", "wait", "Backspace: take back")
        else:
            self.prompt.say(f"Waiting for {who}.", "wait")

    def _say_showing(self) -> None:
        if self.reveal.busy:
            after = "then it is your turn" if self._pending is not None else ""
            self.prompt.say(f"Everybody has chosen: this happens now{', ' + after if after else ''}.", "show",
                            "Space: next   F: skip all")  # fmt: skip
            self._set_buttons("Skip to now", True, "F", "")

    def open_pile(self, name: str) -> None:
        """What lies in one of the own piles."""
        shown, own = self.sight, self.sight.own
        if shown.state is None or shown.secrets is None:
            return
        piles = shown.table.piles
        if name == "draw":
            slots = (*piles.top[own], *piles.bag[own], *piles.bottom[own])
            copies = [shown.secrets.faces[s] for s in slots if s in shown.secrets.faces] + list(piles.mix[own])
            title, note = "Your draw pile", "In no order: nobody knows which card comes next."
        elif name == "discard":
            copies, title, note = list(piles.discard[own]), "Your discard pile", "Shuffled in when the pile is empty."
        else:
            copies, title, note = list(shown.table.burnt[own]), "Entropy", "Gone for the rest of the match."
        counted: dict[str, int] = {}
        for copy in copies:
            counted[card_name(shown.table, copy)] = counted.get(card_name(shown.table, copy), 0) + 1
        lines = [f"*{n}*  {escape(card)}" for card, n in sorted(counted.items())]
        text = "\n".join([f"{{muted}}{note}{{/}}", *(lines or ["{muted}No cards.{/}"])])
        self._open(title, text)

    def _open(self, title: str, text: str, *buttons: Widget) -> None:
        label = Label(text, markup=True, wrap=True, width=360)
        close = Button("Close", lambda: self.ui.close(panel), hint="Esc")
        panel = Panel(Column(label, Row(Space(grow=1), *buttons, close, gap=8), gap=12), title, 14, "dialog")
        self.ui.open(panel)

    def open_fairness(self) -> None:
        """The table behind the fairness chip."""
        panel = fairness_panel(self.sight, lambda: self.ui.close(panel))
        self.ui.open(panel)

    def open_menu(self) -> None:
        """Back to the match, or leave it."""

        def leave() -> None:
            self.ui.close()
            self.leave()

        words = "The match is over." if self._ended else "Leave this match? It is not over yet."
        self._open("Menu", words, Button("Leave the match", leave, look="danger"))

    def leave(self) -> None:
        """Leaves the table."""
        self.source.close()
        if self.on_leave is not None:
            self.on_leave()
        else:
            self.window.pop()

    # Drawing ----------------------------------------------------------------------------------------------------------

    def draw_world(self) -> None:
        """The board lies below everything."""
        if self.board.view.state is not None:
            self.board.view.draw()

    def closed(self) -> None:
        """Leaves the table with the screen."""
        self.source.close()

    def resized(self) -> None:
        """The board follows the scale."""
        if self.sight.state is not None:
            self.ui.arrange()
            self.board.arrange()

    def lit(self) -> list[tuple[Any, tuple[float, float]]]:
        """What may be chosen on the board now, and where that is in the design."""
        question = self.inquiry.question if self.inquiry is not None and not self.sight.locked else None
        return self.board.points() if question is not None and question.kind in ON_BOARD else []
