"""Match screen of Outposts: the Shelf, our hold and hand, and prompts answered on the table."""

from __future__ import annotations

from client.games.outposts.board import Board
from client.games.outposts.hand import Hand
from client.games.outposts.log import Story
from client.games.outposts.prompts import DEED_NAMES, PASS, OutpostsPrompt
from client.games.outposts.scene import Scene
from client.games.outposts.seats import Plate, Warden
from client.games.outposts.sidebar import SIDEBAR
from client.games.outposts.standings import ranks
from client.table.ending import Ending
from client.table.pick.place import Place
from client.table.pick.screen import PickScreen
from client.table.pick.script import CARD, Pick
from client.ui.controls.basic import Button
from client.ui.richtext import escape
from core.engine.game import any_game
from core.engine.text.words import count
from core.games.outposts import action, cleanup, lookout_phase, production, setup
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN, Outposts

CONFIRM = {setup.LEAGUE: "Lead it", setup.BURY: "Put them there", production.FAVOUR: "Favour it",
           cleanup.TIDY: "Keep these"}  # fmt: skip
LOCK_IN_LABELS = {"link": "Claim it", "board": "Do it", "labour": "Labour", "walls": "Place them", "pass": "Pass",
        "place": "Raze it", "rival": "Do it", "own": "Use it"}  # fmt: skip
"""Label of the large button, by the question or by the first pick of an action."""
ICONS = {"place": "outpost", "away": "discard", "own": "play", "loc": "exposed", "link": "connection", "row": "card",
         "board": "done", "labour": "labour", "walls": "wall", "rival": "seat 1", "ruin": "ruins", "take": "hand",
         "pass": "pass"}  # fmt: skip
SHORT = 12
"""Letters: maximum length of a pick's gain in the list; the tooltip has the rest."""
SIDE = ("deed", "level", "mark", "league", "way")
"""Kinds of picks without a place on the table; the row of choices above the hand shows them."""
DEED_SIGNS = ("survey mark", "parley mark", "raid mark", "crew")


class OutpostsScreen(Scene, PickScreen[OutpostsPrompt]):
    """Match screen of Outposts, from the choice of leagues to the final standings."""

    game = any_game(GAME)
    action_height = 322.0
    hand_kind, story_kind, inquiry_kind = Hand, Story, OutpostsPrompt
    sidebar = SIDEBAR
    board: Board
    hand: Hand

    def buttons(self) -> tuple[Button, ...]:
        """Return the button for passing; a seat that passes is safe, and does not act again in the round."""
        self.pass_it = Button("Pass: safe for this round", self._pick_pass, "pass", size="small", does="done", grow=1,
                              height=27, name="Pass")  # fmt: skip
        return (self.pass_it,)

    # Questions --------------------------------------------------------------------------------------------------------

    def confirms(self, inquiry: OutpostsPrompt) -> str:
        """Return the label of the large button."""
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
        return LOCK_IN_LABELS.get(inquiry.answers[0][0], "Do it")

    def named(self, inquiry: OutpostsPrompt) -> str:
        """Return the picks made up to now, in words."""
        return ", ".join(inquiry.name_of(pick) for pick in inquiry.answers)

    def told(self, inquiry: OutpostsPrompt) -> str:
        """Return the instruction for the present pick."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Your turn: choose a card from your hand or something lit on the table, or pass."
        if inquiry.targets and inquiry.decision is None:
            return escape(self.names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def show_aim(self, inquiry: OutpostsPrompt, pick: Pick | None) -> None:
        """Show the chosen pick or the pick aimed at, or the instruction if there is neither."""
        self.board.aim = pick
        self.board.purse.touch()
        super().show_aim(inquiry, pick)

    def help_of(self, inquiry: OutpostsPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Choose a card: *build* it, make it a *Deal*, *raze* it for its spoils, or spend it on the map.\n" \
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

    # Player actions ---------------------------------------------------------------------------------------------------

    def pick_place(self, place: Place) -> None:
        """Pick the place that the player presses, or show the hold of a seat that cannot be picked."""
        if place.pick is None and isinstance(place, Plate | Warden) and not self._telling:
            self.board.look_at(WARDEN if isinstance(place, Warden) else place.seat)
            self.board.refresh()
            return
        super().pick_place(place)

    def _pick_pass(self) -> None:
        """Pick "pass", which the player must then lock in."""
        if self.inquiry is not None and PASS in self.inquiry.targets:
            self.answer(PASS)

    # End --------------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """Return the content of the end screen: the result of the match and the final standings."""
        return Ending(
            self.ended, ranks(self.model, self.standing), f"after {count(self.model.table_of(Outposts).round, 'round')}"
        )
