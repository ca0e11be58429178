"""The lessons: what the coach says, beside what, and what the player is to do. A stage is the number of the ask."""

from __future__ import annotations

from collections.abc import Callable

from client.games.outposts.prompts import PASS, Inquiry
from client.table.lesson.lesson_screen import Lesson
from client.table.picking import CARD, Pick
from core.engine.text.words import count
from core.games.outposts.board import LEAGUES
from core.games.outposts.cleanup import END_AT
from core.games.outposts.decisions import Act
from core.games.outposts.goods import RAID
from core.games.outposts.state import Outposts
from core.games.outposts.text.words import printed

SEED = "lesson 9"
OWN = 1
BUILT, SPENT = "Trophy Mast", "Bonded Store"
"""The card that is built, and the one that is discarded for an Outpost."""
WRIGHTS, CORNER = 0, 7
"""The league and the corner of the lesson."""


def _do(kind: str, name: str = "") -> Callable[[Inquiry], tuple[Pick, ...]]:
    """The first way to an action of this kind, with the card of that name."""
    return lambda q: next(
        way
        for way, act in q.ways.items()
        if isinstance(act, Act) and act.kind == kind and (not name or q.name_of(way[0]) == name)
    )


def _pick(*picks: Pick) -> Callable[[Inquiry], tuple[Pick, ...]]:
    return lambda q: picks


def _last_cards(q: Inquiry) -> tuple[Pick, ...]:
    """So many cards from the end of the hand."""
    return tuple((CARD, copy) for copy in list(q.hand)[-q.detail[0] :])


def _goods(state: Outposts) -> str:
    league = LEAGUES[state.league[OWN]]
    return (
        f"*Production* is over: your league gave you {printed(league.produces)}. Below at the left lie your goods: "
        "crew, four resources, marks and Walls. Grey ones you have none of."
    )


def _warden(state: Outposts) -> str:
    return (
        f"You are alone against the *Warden*. It has {count(len(state.warden_hold), 'Location')} already, each one "
        "point for it. Press its plate to see them; press your own to come back."
    )


LESSONS = (
    Lesson("1", "The dry sea", "The sea has gone out. You build a *hold* out of wrecks, and *Outposts* on the nine "
           f"Territories between. Who has most points when somebody has gained {END_AT} wins."),
    Lesson("1", "A league", "Four leagues, each with its goods in every round, and a board action. Choose the "
           "*Wrights' League*, then press *Lead it*.", picks=_pick(("league", WRIGHTS)),
           short="choose the Wrights' League"),
    Lesson("2", "Your cards", "Each card has *three uses*. It is built, for survey marks; dealt, for parley marks; or "
           "razed, for raid marks. The number at its upper left is the price. Below stand what a Deal and razing give.",
           "hand"),
    Lesson("2", "Four to keep", "Of six cards you keep four. Put the last two under your satchel: press both, then "
           "*Put them there*.", picks=_last_cards, short="put the last two cards away"),
    Lesson("3", "Lookout", "Every round begins here: open cards lie in a row. You may take one in each of two "
           "selections. What others take you know.", "row"),
    Lesson("3", "Take a card", "Take the first one: press it, then *Take it*.",
           picks=lambda q: (("row", q.state.row[0]),), short="take the first card"),
    Lesson("4", "Skip", "Instead of a card you may *skip*, and build an Outpost for nothing. In the first round you "
           "must, once, on a free corner. Build on the South-west one: level 1 gives two crew.",
           picks=_pick(("place", CORNER)), short="build in the South-west"),
    Lesson("5", "Goods", _goods, "own"),
    Lesson("5", "The Warden", _warden, "warden"),
    Lesson("5", "Build", f"One action a turn. Lift *{BUILT}*: over the hand stand its uses, each with its price at "
           "the right and what it gives below. Choose *Build*. What it is paid with turns gold among your goods.",
           picks=_do("build", BUILT), short=f"build {BUILT}"),
    Lesson("6", "It stands", "There it stands: what it gives, and at the right its *Defence*. A red rim says that "
           "somebody could raze it just now. A razed Location is a Ruins.", "hold"),
    Lesson("6", "Connections", "Connections cost one crew. The Warden has taken one already; claim the other.",
           picks=_do("claim"), short="claim the Connection"),
    Lesson("7", "Board action", "Your league's board: once a round one crew for a survey mark.",
           picks=_pick(("board", 0)), short="take the board action"),
    Lesson("8", "The map", "A Territory has three levels, the highest on top: what it gives, and what card is "
           "discarded for it. The number on a shield is what razing costs.", "map"),
    Lesson("8", "Another Outpost", "Build next to your own: discard a card of distance 1. Lift "
           f"*{SPENT}*, and choose the lit Territory.", picks=_do("outpost", SPENT), short="build an Outpost"),
    Lesson("9", "Labour", "Two crew are worth any one mark, once a round. Take a raid mark.",
           picks=_pick(("labour", 0), ("mark", RAID)), short="labour for a raid mark"),
    Lesson("10", "Pass", "Who passes is out for the round, and *safe*: nobody may raze what is theirs. Crew and "
           "resources are lost at its end, three marks stay. Pass.", picks=_pick(PASS), short="pass"),
    Lesson("11", "A new round", "The round is over: Walls and goods are gone, marks and hand are yours. Now it begins "
           "again, with all that stands in your hold producing. Go on as you like: take a card.",
           picks=lambda q: (("row", q.state.row[0]),), short="take the first card"),
)  # fmt: skip
