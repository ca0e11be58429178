"""Lessons of Outposts: the coach's text, the place beside which it is shown, and the player's task.

The stage of a lesson is the number of the question.
"""

from __future__ import annotations

from collections.abc import Callable

from client.games.outposts.prompts import PASS, WALLS_TARGET, OutpostsPrompt
from client.table.lesson.controller import Lesson
from client.table.pick.script import CARD, Pick
from core.engine.text.words import format_count
from core.games.outposts.board import LEAGUES
from core.games.outposts.changes import RULESETS
from core.games.outposts.decisions import Act
from core.games.outposts.goods import RAID
from core.games.outposts.state import Outposts
from core.games.outposts.text.words import printed_text

END_AT = RULESETS.printed.numbers.end_at
SEED = "lesson 9"
OWN = 1
BUILT, SPENT = "Trophy Mast", "Bonded Store"
"""Names of the card that the player builds, and of the card discarded for an Outpost."""
WRIGHTS, CORNER = 0, 7
"""Numbers of the league and the corner that the lesson uses."""


def _do(kind: str, name: str = "") -> Callable[[OutpostsPrompt], tuple[Pick, ...]]:
    """Return a function that finds the first path to an action of this kind with the named card."""
    return lambda q: next(
        way
        for way, act in q.ways.items()
        if isinstance(act, Act) and act.kind == kind and (not name or q.pick_name(way[0]) == name)
    )


def _pick(*picks: Pick) -> Callable[[OutpostsPrompt], tuple[Pick, ...]]:
    return lambda q: picks


def _last_cards(q: OutpostsPrompt) -> tuple[Pick, ...]:
    """Return the required number of cards from the end of the hand."""
    return tuple((CARD, copy) for copy in list(q.hand)[-q.detail[0] :])


def _wall_on_location(q: OutpostsPrompt) -> tuple[Pick, ...]:
    """Return the picks that place a Wall on the player's first Location."""
    return WALLS_TARGET, ("own", q.state.hold[OWN][0])


def _goods_text(state: Outposts) -> str:
    league = LEAGUES[state.league[OWN]]
    return (
        f"*Production* is over: your league gave you {printed_text(league.produces)}. Your goods are at the "
        f"lower left: "
        "crew, four resources, marks and Walls. Those that you have none of are grey."
    )


def _warden_text(state: Outposts) -> str:
    return (
        f"You play solo against the *Warden*. It already has "
        f"{format_count(len(state.warden_hold), 'Location')}, each worth "
        "one point to it. Press its plate to see them; press yours to come back."
    )


LESSONS = (
    Lesson("1", "The dry sea", "The sea has gone out. You build a *hold* out of wrecks, and *Outposts* on nine "
           f"Territories. The match ends when a player has gained {END_AT} points; the most points win."),
    Lesson("1", "A league", "There are four leagues. Each gives you goods every round and has a board action. Choose "
           "the *Wrights' League*, then press *Lead it*.", picks=_pick(("league", WRIGHTS)),
           short="choose the Wrights' League"),
    Lesson("2", "Your cards", "Each card has *three uses*: build it for survey marks, make it a Deal for parley marks, "
           "or raze it for raid marks. The number at the upper left is the price. At the bottom you see what a Deal "
           "and razing give.",
           "hand"),
    Lesson("2", "Four to keep", "You keep four of six cards. Put the last two under your satchel: press both, then "
           "*Put them there*.", picks=_last_cards, short="put the last two cards under your satchel"),
    Lesson("3", "Lookout", "Every round begins with a row of open cards. You choose twice, and take one card each "
           "time. Everyone sees what the others take.", "row"),
    Lesson("3", "Take a card", "Take the first card: press it, then *Take it*.",
           picks=lambda q: (("row", q.state.row[0]),), short="take the first card"),
    Lesson("4", "Skip", "Instead of taking a card you may *skip* and build an Outpost for free. In the first round "
           "you must do so once, on a free corner. Choose the South-west corner, where level 1 gives two crew.",
           picks=_pick(("place", CORNER)), short="build on the South-west corner"),
    Lesson("5", "Goods", _goods_text, "own"),
    Lesson("5", "The Warden", _warden_text, "warden"),
    Lesson("5", "Board action", "You take one action a turn. Once a round you may use your league's board: pay one "
           "timber for a survey mark and a card.",
           picks=_pick(("board", 0)), short="use the board action"),
    Lesson("6", "Connections", "A Connection costs one crew. The Warden has already taken one; claim the other.",
           picks=_do("claim"), short="claim the Connection"),
    Lesson("7", "Build", f"Press *{BUILT}*: its uses appear above your hand, each with its "
           "price on the right and what it gives below. Choose *Build*. The goods you will pay with turn gold.",
           picks=_do("build", BUILT), short=f"build {BUILT}"),
    Lesson("8", "Your Location", "Here it is, with what it gives and, on the right, its *Defence*. A red rim means "
           "that it could be razed right now. A razed Location becomes a Ruins.", "hold"),
    Lesson("8", "The map", "A Territory has three levels, the highest on top. Each shows what it gives and which card "
           "you must discard for it. The number on a shield is the cost of razing.", "map"),
    Lesson("8", "Another Outpost", "Build next to your Outpost by discarding a card of distance 1. Press "
           f"*{SPENT}*, then the lit Territory.", picks=_do("outpost", SPENT), short="build an Outpost"),
    Lesson("9", "Labour", "Once a round you may pay two crew for one mark of your choice. Take a raid mark.",
           picks=_pick(("labour", 0), ("mark", RAID)), short="labour for a raid mark"),
    Lesson("10", "Walls", f"Your league gives you a Wall each round. On *{BUILT}* it makes razing dearer, and stops "
           "one attack of the Warden. Choose the *Walls*, then the Location.", picks=_wall_on_location,
           short=f"place the Wall on {BUILT}"),
    Lesson("11", "Pass", "If you pass you are out for the round. Nobody can raze your *Outposts* then, but your "
           "Locations stay exposed: place Walls before you pass. At the end of the round you lose crew and resources "
           "but keep three marks. Pass now.",
           picks=_pick(PASS), short="pass"),
    Lesson("12", "A new round", "The round is over. Walls, crew and resources are gone; you keep your marks and hand. "
           "In the new round everything in your hold produces again. Play as you like: first take a card.",
           picks=lambda q: (("row", q.state.row[0]),), short="take the first card"),
)  # fmt: skip
