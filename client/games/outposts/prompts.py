"""Prompt of our seat, answered pick by pick; a decision of Outposts is a path of visible picks.

A pick is something on the screen. ("card", copy) is a card of the hand, and ("deed", n) a use of a card or Location.
("place", n) is a Territory, and ("away", n) a Territory from which an Outpost is removed. ("level", n) is a level, and
("own", copy) a Location of our hold. ("ruin", copy) and ("take", entry) are a Ruins. ("rival", seat) is a hold, and
("loc", copy) a Location in it. ("link", copy) is a Connection, and ("row", copy) a card of the Lookout. ("way", n) is a
Direction. The other picks are ("board", 0), ("labour", 0), ("walls", 0), ("mark", kind), ("league", n) and ("pass", 0).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from client.games.outposts.tooltips import gain_words, parse_prices
from client.table.pick.script import CARD, ENOUGH, Pick, PickPath, Picks
from client.table.prompt.question import PickQuestion, PickScript
from core.engine.game import Decision
from core.engine.hidden.hand import name_card
from core.engine.hidden.piles import copy_of
from core.engine.text.words import format_count
from core.games.outposts import action, actions, cards, cleanup, lookout_phase, production, setup
from core.games.outposts import decisions as d
from core.games.outposts import outposts as posts
from core.games.outposts.board import DIRECTIONS, LEAGUES, territory
from core.games.outposts.gains import production_gain
from core.games.outposts.game import GAME
from core.games.outposts.goods import MARKS, NAMES, PAID_BY, VP, WALL, Gain, sum_gains
from core.games.outposts.state import WARDEN, Outposts
from core.games.outposts.text.prompts import PROMPTS

PASS: Pick = ("pass", 0)
BUILD, DEAL, RAZE, VISIT = range(4)
DEED_NAMES = ("Build", "Deal", "Raze", "Visit")
DEEDS = {"build": BUILD, "deal": DEAL, "raze card": RAZE}
"""Uses of a card of the hand, by the kind of action."""
WALLS_TARGET: Pick = ("walls", 0)


class OutpostsPrompt(PickQuestion):
    """Prompt for one question of Outposts, with the picks made up to now."""

    game, put = GAME, PROMPTS
    state: Outposts

    # Paths ------------------------------------------------------------------------------------------------------------

    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield the picks that lead to each listed answer."""
        for decision in GAME.options_of(self.state, self.seat, self.secrets):
            match decision:
                case d.Act(kind) if kind != action.FORTIFY:
                    yield self._act(decision), decision
                case d.Choose(league):
                    yield (("league", league),), decision
                case d.Bury(entries):
                    yield tuple((CARD, self.copy_of(entry)) for entry in entries), decision
                case d.Select(card, place, away):
                    site: PickPath = (("place", place), *[("away", away)] * bool(away))
                    yield ((("row", card),) if card else site if place else (PASS,)), decision
                case d.Favour(ways):
                    yield tuple(("way", way) for way in ways), decision

    def _act(self, x: d.Act) -> PickPath:
        """Return the path to an action."""
        card: Pick = (CARD, copy_of(x.card))
        if x.kind in DEEDS:
            return card, ("deed", DEEDS[x.kind])
        match x.kind:
            case action.PASS | action.STOP:
                return (PASS,)
            case "develop":
                return card, ("own", x.over) if x.over else ("ruin", copy_of(x.ruin))
            case "raze location" | "visit":
                owner = actions.owner_of(self.state, self.seat, x.at)
                return ("rival", owner), ("loc", x.at), ("deed", VISIT if x.kind == "visit" else RAZE)
            case "claim":
                return (("link", x.at),)
            case "board":
                return (("board", 0),)
            case "labour":
                return ("labour", 0), ("mark", x.at)
        more: list[Pick] = [("place", x.place)] * bool(x.place) + [("level", x.level)] * bool(x.level)
        away: list[Pick] = [("away", x.away)] * bool(x.away)
        if x.kind in ("outpost", "upgrade"):
            return (card, *more, *away)
        spent = [card] * bool(x.card)
        ruins: list[Pick] = [("ruin", copy_of(x.ruin))] * bool(x.ruin) + [("take", x.take)] * bool(x.take)
        start: list[Pick] = [("own", x.at)] if x.kind == "use" else []
        return (*start, *more, *spent, *away, *ruins)

    def walk_paths(self) -> PickScript:
        """Ask pick by pick along the paths to all answers.

        The script skips a question that has only one level or one use.
        """
        picked: PickPath = ()
        while True:
            targets, enough = self.picks_after(picked), picked in self.ways
            if not picked and self.asked_of is action.ACT and any(_room(self, ())):
                targets = (*targets, WALLS_TARGET)
            if not targets:
                return self.ways[picked]
            one = len(targets) == 1 and not enough and bool(picked) and picked[0][0] != CARD
            if one and targets[0][0] in ("level", "deed"):
                picked = (*picked, targets[0])
                continue
            value = yield Picks(targets[0][0], self.path_words(picked), targets, enough)
            if value == ENOUGH:
                return self.ways[picked]
            if value == WALLS_TARGET:
                return (yield from _ask_walls(self))
            picked = (*picked, value)

    # Words ------------------------------------------------------------------------------------------------------------

    def pick_name(self, pick: Pick) -> str:
        """Return a name for a pick, in a few words."""
        kind, number = pick
        if kind in (CARD, "own", "loc", "link", "row"):
            return cards.name_of(number)
        if kind == "ruin":
            return f"Ruins: {cards.name_of(number)}"
        if kind == "take":
            return f"Take {cards.name_of(self.copy_of(number))}"
        if kind in ("place", "away"):
            name = territory(number).name
            return name if kind == "place" else f"Remove the Outpost from {name}"
        if kind == "rival":
            return "The Warden" if number == WARDEN else f"Seat {number}"
        names = {"deed": DEED_NAMES, "way": [each.capitalize() for each in DIRECTIONS], "mark": NAMES,
                 "league": [each.name for each in LEAGUES]}  # fmt: skip
        if kind in names:
            return names[kind][number]
        return f"Level {number}" if kind == "level" else WORDS[kind]

    def path_words(self, picked: PickPath) -> str:
        """Return the instruction for the next pick on the path to an answer."""
        if self.asked_of is setup.BURY:
            return self._bury_words(self.detail[0] - len(picked))
        if not picked:
            return (
                _lookout_choices_text(self)
                if self.asked_of is lookout_phase.SELECT
                else PROMPTS[self.asked_of].sentence
            )
        name, last = self.pick_name(picked[0]), picked[-1][0]
        if last == "rival":
            return "Choose a Location in that hold."
        if last == "level":
            return f"{name}: confirm, or discard a card to build there at once."
        if last in ("place", "loc", "own") and picked[-1] != picked[0]:
            return f"{name}: choose what you gain, or which Outpost you remove."
        if last == "labour":
            return "Labour: choose a mark."
        return f"{name}: choose how to use it."

    def _bury_words(self, left: int) -> str:
        """Return the instruction for a card to put under the satchel, with `left` more to choose."""
        if left < self.detail[0]:
            last = "it goes to the very bottom" if left == 1 else "the last one goes to the very bottom"
            return f"Choose {format_count(left, 'more card')}: {last}."
        return (
            f"Keep {format_count(self.state.rules.numbers.cards_kept, 'card')}: choose {left} to put under "
            f"your satchel."
        )

    def why_not(self, value: Pick) -> str:
        """Return the reason why something cannot be picked now."""
        kind, _ = value
        if self.asked_of is not action.ACT:
            return "You cannot choose that now."
        if kind == CARD and not self.answers:
            return "You cannot use this card now."
        if kind == "own":
            return "Not an Action, already used this round, or too expensive."
        if kind in ("place", "away"):
            return "You can do nothing there now."
        return "You cannot do that now."

    # Gains ------------------------------------------------------------------------------------------------------------

    def price(self, pick: Pick) -> str:
        """Return the price of the pick after the earlier picks, with icons; "" if it is free."""
        kind, number = pick
        copies = self.picked_numbers(CARD)
        if kind == "deed" and copies:
            dist = self.state.rules.card(copies[0]).dist
            return f"{dist} :{('survey mark', 'raid mark', 'parley mark')[(0, 2, 1)[number]]}:"
        if kind == "deed" and number == RAZE:
            owner, copy = self.picked_numbers("rival")[0], self.picked_numbers("loc")[0]
            return f"{actions.location_defence(self.state, owner, copy)} :raid mark:"
        if kind in ("link", "deed"):
            return "1 :crew:"
        if kind == "own":
            return "1 :timber:" if copies else gain_words(self.state.rules.card(number).effect.pays)
        if kind == "place" and not self.answers and self.asked_of is action.ACT:
            return f"{posts.outpost_defence(self.state, number)} :raid mark:"
        if kind == "board":
            return gain_words(self.state.rules.leagues[self.state.league[self.seat]].pays)
        return {"labour": "2 :crew:"}.get(kind, "")

    def paid(self, pick: Pick) -> Gain:
        """Return the goods that pay for the pick.

        A price in marks is paid with the resource first, then with the mark, oil and writs (part 5).
        """
        spent: list[tuple[int, int]] = []
        for number, kind in parse_prices(self.price(pick)):
            for each in PAID_BY.get(kind, (kind,) if kind < len(self.state.goods[self.seat]) else ()):  # not cards
                used = min(number, self.state.goods[self.seat][each])
                spent.append((each, used))
                number -= used
        return sum_gains(spent)

    def gives(self, pick: Pick) -> str:
        """Return the gain of the pick after the earlier picks, with icons, or "" if there is no single gain."""
        kind, number = pick
        state, seat, copies = self.state, self.seat, self.picked_numbers(CARD)
        if kind == "deed" and copies:
            card = self.state.rules.card(copies[0])
            return gain_words((self.built(copies[0]), card.deal, card.spoils)[number])
        if kind == "deed":
            card = self.state.rules.card(self.picked_numbers("loc")[0])
            return gain_words(card.spoils if number == RAZE else card.effect.gives)
        if kind == "own" and copies:
            return gain_words(sum_gains(self.built(copies[0]), ((VP, 1),)))
        if kind == "own":
            effect = self.state.rules.card(number).effect
            return gain_words(effect.gives) if not effect.does else ""
        if kind == "link":
            return gain_words(self.state.rules.connection(number).gain)
        if kind == "place":
            level = 1 if not state.owner[number] else min(3, state.level[number] + (state.owner[number] == seat))
            return gain_words(self.state.rules.territory(number).gives[level - 1])
        if kind == "level":
            at = self.picked_numbers("place")
            return gain_words(self.state.rules.territory(at[0]).gives[number - 1]) if at else ""
        if kind == "board":
            return gain_words(state.rules.leagues[state.league[seat]].gives)
        return ""

    def built(self, copy: int) -> Gain:
        """Return the immediate gain from building a card."""
        return sum_gains(self.state.rules.card(copy).bonus, production_gain(self.state, self.seat, copy))


WORDS = {"board": "Board action", "labour": "Labour: 1 mark of your choice", "walls": "Place Walls", "pass": "Pass"}

# Scripts --------------------------------------------------------------------------------------------------------------


def _lookout_choices_text(q: OutpostsPrompt) -> str:
    """Return the choices that a selection still allows, in words.

    In round 1 exactly one of the two cards builds an Outpost (LK3).
    """
    kinds = {way[0][0] for way in q.ways}
    if "row" not in kinds:
        return "Build an Outpost on a lit Territory." if "place" in kinds else PROMPTS[q.asked_of].sentence
    return PROMPTS[q.asked_of].sentence if "place" in kinds else "Take a card from the Lookout."


def _room(q: OutpostsPrompt, walls: tuple[int, ...]) -> Iterator[Pick]:
    """Yield the places that have room for another Wall."""
    if len(walls) < q.state.goods[q.seat][WALL]:
        left = Counter(actions.wall_places(q.state, q.seat)) - Counter(walls)
        yield from (("own", at) if at > 0 else ("place", -at) for at in dict.fromkeys(left))


def _ask_walls(q: OutpostsPrompt) -> PickScript:
    """Ask for the places of Walls one after the other, up to the number that the player wants."""
    walls: tuple[int, ...] = ()
    while room := tuple(_room(q, walls)):
        value = yield Picks("wall", "Place another Wall, or confirm." if walls else "Choose where to place a Wall.",
                            room, bool(walls))  # fmt: skip
        if value == ENOUGH:
            break
        walls = (*walls, value[1] if value[0] == "own" else -value[1])
    return d.Act(action.FORTIFY, walls=walls)


def _delete_finished_directory(q: OutpostsPrompt) -> PickScript:
    """Ask for each mark to keep, and then for the cards to discard."""
    had, (over,) = cleanup.marks_of(q.state, q.seat), q.detail
    kept = had if sum(had) <= q.state.rules.numbers.marks_kept else [0, 0, 0, 0]
    while sum(kept) < min(q.state.rules.numbers.marks_kept, sum(had)):
        left = tuple(("mark", kind) for kind, has, now in zip(MARKS, had, kept) if has > now)
        if len(left) == 1:
            kept = [now + (kind == left[0][1]) for kind, now in zip(MARKS, kept)]
            continue
        _, kind = yield Picks(
            "mark", f"Choose {format_count(q.state.rules.numbers.marks_kept - sum(kept), 'mark')} to keep.", left
        )
        kept = [now + (each == kind) for each, now in zip(MARKS, kept)]
    away: tuple[int, ...] = ()
    while len(away) < over:
        left = tuple((CARD, copy) for copy in q.hand if copy not in away)
        words = (
            f"Discard {format_count(over - len(away), 'card')}: the hand limit is {q.state.rules.numbers.hand_limit}."
        )
        away = (*away, (yield Picks(CARD, words, left))[1])
    survey, raid, parley, writs = kept
    return d.Tidy((survey, raid, parley, writs), tuple(name_card(q.secrets, (copy, q.hand[copy])) for copy in away))


OutpostsPrompt.scripts = {cleanup.TIDY: _delete_finished_directory}
assert {lookout_phase.SELECT, production.FAVOUR, setup.LEAGUE, setup.BURY, action.ACT, cleanup.TIDY} == set(PROMPTS)
