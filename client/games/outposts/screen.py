"""The match screen of Outposts: the Shelf, the own hold and hand, and what is asked, chosen on the table itself."""

from __future__ import annotations

from client.games.outposts.board import Board
from client.games.outposts.hand import Hand
from client.games.outposts.log import Story
from client.games.outposts.prompts import DEED_NAMES, PASS, Inquiry
from client.games.outposts.scene import Scene
from client.games.outposts.seats import Plate, Warden
from client.games.outposts.sidebar import SIDEBAR
from client.games.outposts.standings import ranks
from client.table.ending import Ending
from client.table.pick_screen import PickScreen
from client.table.picking import CARD, Pick
from client.table.place import Place
from client.ui.richtext import escape
from client.ui.widgets import Button
from core.engine.text.words import count
from core.games.outposts import action, cleanup, lookout_phase, production, setup
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN

CONFIRM = {setup.LEAGUE: "Lead it", setup.BURY: "Put them there", production.FAVOUR: "Favour it",
           cleanup.TIDY: "Keep these"}  # fmt: skip
DOES = {"link": "Claim it", "board": "Do it", "labour": "Labour", "walls": "Place them", "pass": "Pass",
        "place": "Raze it", "rival": "Do it", "own": "Use it"}  # fmt: skip
"""What the large button says, by the question, or by the first pick of an action."""
ICONS = {"place": "outpost", "away": "discard", "own": "play", "loc": "exposed", "link": "connection", "row": "card",
         "board": "done", "labour": "labour", "walls": "wall", "rival": "seat 1", "ruin": "ruins", "take": "hand",
         "pass": "pass"}  # fmt: skip
SHORT = 12
"""So many letters of what a pick gives stand in the list; more is read beside it."""
SIDE = ("deed", "level", "mark", "league", "way")
"""Kinds of picks that lie nowhere on the table: a row of choices over the hand."""
DEED_SIGNS = ("survey mark", "parley mark", "raid mark", "crew")


class OutpostsScreen(Scene, PickScreen[Inquiry]):
    """A match of Outposts, from the choice of leagues to the standing at the end."""

    game = GAME
    action_high = 322.0
    hand_kind, story_kind, inquiry_kind = Hand, Story, Inquiry
    sidebar = SIDEBAR
    board: Board
    hand: Hand

    def buttons(self) -> tuple[Button, ...]:
        """Who passes is safe, and out for the round."""
        self.pass_it = Button("Pass: safe for this round", self._pass, "pass", size="small", does="done", grow=1,
                              height=27, name="Pass")  # fmt: skip
        return (self.pass_it,)

    # What is asked ----------------------------------------------------------------------------------------------------

    def confirms(self, inquiry: Inquiry) -> str:
        """What the large button says."""
        if inquiry.asked_of is lookout_phase.SELECT:
            shown = {kind for kind, _ in inquiry.answers or inquiry.targets}
            return "Take it" if "row" in shown else "Build here" if "place" in shown else "Take nothing"
        if inquiry.asked_of is not action.ACT:
            return CONFIRM[inquiry.asked_of]
        deed = inquiry.picked_of("deed")
        if deed:
            return f"{DEED_NAMES[deed[-1]]} it"
        if not inquiry.answers:
            return "Do it"
        if inquiry.answers[0][0] == CARD:
            kinds = [kind for kind, _ in inquiry.answers]
            owned = [inquiry.state.owner[at] for at in inquiry.picked_of("place")]
            outpost = "Upgrade it" if owned and owned[0] else "Build it there"
            return "Develop it" if "own" in kinds or "ruin" in kinds else outpost if owned else "Do it"
        return DOES.get(inquiry.answers[0][0], "Do it")

    def named(self, inquiry: Inquiry) -> str:
        """What has been picked, in words."""
        return ", ".join(inquiry.name_of(pick) for pick in inquiry.answers)

    def told(self, inquiry: Inquiry) -> str:
        """What must be done now."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Your turn: choose a card from your hand or something lit on the table, or pass."
        if inquiry.targets and inquiry.decision is None:
            return escape(self.names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def show_aim(self, inquiry: Inquiry, pick: Pick | None) -> None:
        """What is chosen or aimed at, else what to do."""
        self.board.aim = pick
        self.board.purse.touch()
        super().show_aim(inquiry, pick)

    def help_of(self, inquiry: Inquiry) -> str:
        """What the own action says while nothing is lifted."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Lift a card: *build* it, make it a *Deal*, *raze* it for its spoils, or spend it on the map.\n" \
                   "{muted}If you pass, you are out for this round and safe from razing.{/}"  # fmt: skip
        if inquiry.asked_of is lookout_phase.SELECT and {"row", "place"} <= {kind for kind, _ in inquiry.targets}:
            return "Take an open card into your hand, or skip and build an Outpost on a lit Territory."
        return self.plan(inquiry) if inquiry.decision is not None else escape(self.names.plain(inquiry.sentence()))

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        inquiry = self.inquiry
        may = inquiry is not None and self.inquiry_open and PASS in inquiry.targets
        second = inquiry is not None and inquiry.asked_of is action.ACT and inquiry.detail == (action.SECOND,)
        skip = inquiry is not None and inquiry.asked_of is lookout_phase.SELECT
        self.pass_it.text = "No second action" if second else "Take nothing" if skip else "Pass: safe for this round"
        self.pass_it.enabled = may
        self.pass_it.reason = "" if may else "Cancel your choice first." if self.panel.back.enabled else (
            "It is not your turn.")  # fmt: skip

    # What the player does ---------------------------------------------------------------------------------------------

    def pick_place(self, place: Place) -> None:
        """A place of the table was pressed; a seat that cannot be picked shows its hold."""
        if place.pick is None and isinstance(place, Plate | Warden) and not self._telling:
            self.board.look_at(WARDEN if isinstance(place, Warden) else place.seat)
            self.board.refresh()
            return
        super().pick_place(place)

    def _pass(self) -> None:
        """Passes: picked, then locked in."""
        if self.inquiry is not None and PASS in self.inquiry.targets:
            self.answer(PASS)

    # The end ----------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """How the match was won, and how everybody stands."""
        return Ending(self.ended, ranks(self.model, self.standing), f"after {count(self.model.state.round, 'round')}")
