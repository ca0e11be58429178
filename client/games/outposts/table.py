"""Table of Outposts: its board, its words, and the button of our seat."""

from __future__ import annotations

from client.games.outposts.animation import OutpostsAnimation, OutpostsFlights
from client.games.outposts.board import Board
from client.games.outposts.extras import TURNS_HEIGHT, OutpostsExtras
from client.games.outposts.hand import Faces
from client.games.outposts.log import LOG
from client.games.outposts.prompts import DEED_NAMES, PASS, OutpostsPrompt
from client.games.outposts.seats import Plate, Warden
from client.games.outposts.sidebar import SIDEBAR
from client.games.outposts.standings import ranks
from client.games.outposts.tooltips import PHASE_OF_QUESTION, PHASES, card_tip, phase_word
from client.table.pick.board import Place
from client.table.pick.prompts import PickPrompts, PromptWords, SeatControls
from client.table.pick.replay import Marks
from client.table.pick.script import CARD, Pick
from client.table.pick.spec import PickSpec, pick_table
from client.table.pick.table import PickTable
from client.ui.controls.basic import Button
from client.ui.richtext import escape
from core.engine.game import any_game
from core.engine.text.words import format_count
from core.games.outposts import action, cleanup, lookout_phase, production, setup
from core.games.outposts import events as e
from core.games.outposts.game import GAME
from core.games.outposts.state import WARDEN

CONFIRM = {setup.LEAGUE: "Lead it", setup.BURY: "Put them there", production.FAVOUR: "Favour it",
           cleanup.TIDY: "Keep these"}  # fmt: skip
LOCK_IN_LABELS = {"link": "Claim it", "board": "Do it", "labour": "Labour", "walls": "Place them", "pass": "Pass",
        "place": "Raze it", "rival": "Do it", "own": "Use it"}  # fmt: skip
"""Label of the large button, by the question or by the first pick of an action."""


class OutpostsWords(PromptWords[OutpostsPrompt]):
    """Words for Outposts' questions."""

    def confirm_label(self, inquiry: OutpostsPrompt) -> str:
        """Return the label of the large button."""
        if inquiry.asked_of is lookout_phase.SELECT:
            shown = {kind for kind, _ in inquiry.answers or inquiry.targets}
            return "Take it" if "row" in shown else "Build here" if "place" in shown else "Take nothing"
        if inquiry.asked_of is not action.ACT:
            return CONFIRM[inquiry.asked_of]
        deed = inquiry.picked_numbers("deed")
        if deed:
            return f"{DEED_NAMES[deed[-1]]} it"
        if not inquiry.answers:
            return "Do it"
        if inquiry.answers[0][0] == CARD:
            kinds = [kind for kind, _ in inquiry.answers]
            owned = [inquiry.state.owner[at] for at in inquiry.picked_numbers("place")]
            outpost = "Upgrade it" if owned and owned[0] else "Build it there"
            return "Develop it" if "own" in kinds or "ruin" in kinds else outpost if owned else "Do it"
        return LOCK_IN_LABELS.get(inquiry.answers[0][0], "Do it")

    def describe_picks(self, inquiry: OutpostsPrompt) -> str:
        """Return the picks made up to now, in words."""
        return ", ".join(inquiry.pick_name(pick) for pick in inquiry.answers)

    def instruction(self, inquiry: OutpostsPrompt, places: int = 0) -> str:
        """Return the instruction for the present pick."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Your turn: choose a card from your hand or something lit on the table, or pass."
        if inquiry.targets and inquiry.decision is None:
            return escape(self.names.to_plain_text(inquiry.sentence()))
        return super().instruction(inquiry, places)

    def help_text(self, inquiry: OutpostsPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return (
                "Choose a card: *build* it, make it a *Deal*, *raze* it for its spoils, or spend it on the map.\n"
                f"{{muted}}If you pass, you are out for this round, and {_protected_by_pass(inquiry)} safe.{{/}}"
            )
        if inquiry.asked_of is lookout_phase.SELECT and {"row", "place"} <= {kind for kind, _ in inquiry.targets}:
            return "Take an open card into your hand, or skip and build an Outpost on a lit Territory."
        return (
            self.plan_markup(inquiry)
            if inquiry.decision is not None
            else escape(self.names.to_plain_text(inquiry.sentence()))
        )


def _protected_by_pass(inquiry: OutpostsPrompt) -> str:
    """Return what passing protects from razing, with its verb."""
    if inquiry.state.rules.numbers.pass_guards_hold:
        return "your hold and your Outposts are"
    return "your Outposts (not your Locations) are"


class OutpostsControls(SeatControls):
    """Button for passing; a seat that passes does not act again in the round."""

    def __init__(self, prompts: PickPrompts) -> None:
        super().__init__(prompts)
        self.pass_it = Button("Pass for this round", self._pick_pass, "pass", size="small", action="done", grow=1,
                              height=27, name="Pass")  # fmt: skip
        self.buttons = (self.pass_it,)

    def aim(self, inquiry: OutpostsPrompt, pick: Pick | None) -> None:
        """Show the goods of the pick that is chosen or aimed at."""
        board = self.table.board
        assert isinstance(board, Board)
        board.aim = pick
        board.purse.touch()

    def set_buttons(self, inquiry: OutpostsPrompt | None) -> None:
        """Set the button for passing."""
        may = inquiry is not None and PASS in inquiry.targets
        asked = self.prompts.inquiry
        second = asked is not None and asked.asked_of is action.ACT and asked.detail == (action.SECOND,)
        skip = asked is not None and asked.asked_of is lookout_phase.SELECT
        self.pass_it.text = "No second action" if second else "Take nothing" if skip else "Pass for this round"
        self.pass_it.enabled = may
        put = self.prompts.panel.back.enabled
        self.pass_it.reason = "" if may else "Cancel your choice first." if put else "It is not your turn."

    def _pick_pass(self) -> None:
        """Pick "pass", which the player must then lock in."""
        inquiry = self.prompts.inquiry
        if inquiry is not None and PASS in inquiry.targets:
            self.prompts.prompts.answer(PASS)


def pressed(table: PickTable, place: Place) -> bool:
    """Show the hold of the Warden, or in a match that of a seat, when its plate is pressed."""
    in_match = table.hands is None
    if not isinstance(place, Warden) and not (in_match and isinstance(place, Plate)):
        return False
    board = table.board
    assert isinstance(board, Board)
    board.look_at(WARDEN if isinstance(place, Warden) else place.seat)
    board.refresh()
    return True


TABLE = pick_table(
    PickSpec(
        any_game(GAME),
        heading=("Outposts", "Round"),
        phases=PHASES,
        asked_in=PHASE_OF_QUESTION,
        phase=phase_word,
        when=lambda state: f"Round {state.round}" if state.round else "Set-up",
        order=lambda _state: [],
        begun=lambda state: bool(state.round),
        board=Board,
        flights=OutpostsFlights,
        narrator=OutpostsAnimation,
        faces=Faces,
        open_faces=Faces,
        log=LOG,
        card_tip=lambda state, copy: card_tip(copy, state.rules),
        question=OutpostsPrompt,
        sidebar=SIDEBAR,
        replay=Marks(
            e.RoundBegan,
            "round",
            "raze",
            signs=dict.fromkeys((e.LocationRazed, e.OutpostRazed, e.WardenRazed), "raze"),
            title=lambda event: f"Round {event.round}",
        ),
        plate=Plate,
        pressed=pressed,
        ranks=ranks,
        length=lambda state: format_count(state.round, "round"),
        banner_at=(216, 360, 792, 74),
        prompt_at=(300, 645, 620, 30),
        action_height=322.0,
        below=TURNS_HEIGHT,
        extras=OutpostsExtras,
        words=OutpostsWords,
        controls=OutpostsControls,
    )
)
"""Table of Outposts, for matches, replays and lessons."""
