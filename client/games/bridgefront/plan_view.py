"""Display of a decision in progress: its ghosts on the board, its text and its cost."""

from __future__ import annotations

from client.art.board.view import BoardView
from client.games.bridgefront.locked_choices import Stack
from client.games.bridgefront.names import card_name, place
from client.games.bridgefront.panels.powers import HIT_ORDER_WORDS
from client.games.bridgefront.questions import BridgefrontPrompt
from client.games.bridgefront.targets import Target, TargetPicks
from client.table.pick.script import ENOUGH
from client.table.seats.names import Names
from client.ui.richtext import escape
from core.engine.text.words import format_count, join_list
from core.games.bridgefront.phases import action
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.narration import BASICS
from core.games.bridgefront.text.words import to_screen_text

Walks = list[tuple[Stack, tuple[int, ...]]]
"""Planned walks: each stack with the hexes of its walk, including the start."""


def planned_moves(inquiry: BridgefrontPrompt) -> tuple[Walks, list[int], list[int]]:
    """Return the walks, edges and hexes that the answers so far contain."""
    state, seat = inquiry.state, inquiry.seat
    chosen: list[int] = []
    edges: list[int] = []
    stack = Stack(0, ())
    walk: tuple[int, ...] = ()
    walks: Walks = []
    for question, value in inquiry.history:
        if value == ENOUGH:
            continue
        if question.kind == "path":
            if walk and question.chosen[: len(walk)] != walk:
                walks.append((stack, walk))
            walk = (*question.chosen, value)
            continue
        if walk:
            walks.append((stack, walk))
            walk = ()
        if question.kind == "hex":
            chosen.append(value)
            stack = Stack(state.forces[seat].get(value, 0), ())
        elif question.kind == "stack":
            stack = value
        elif question.kind == "edge":
            edges.append(value)
        elif question.kind == "champion" and value in state.champions:
            chosen.append(state.champions[value].hex)
    if walk:
        walks.append((stack, walk))
    return walks, edges, chosen


def show_ghosts(view: BoardView, inquiry: BridgefrontPrompt) -> Walks:
    """Draw the plan on the board, and return its walks.

    The plan shows paths with their ends, hexes to fight for, Bridges and chosen hexes.
    """
    view.plans.clear()
    state, seat = inquiry.state, inquiry.seat
    walks, edges, chosen = planned_moves(inquiry)
    fought = []
    for number, (units, path) in enumerate(walks):
        fight = bool(state.enemies_at(path[-1], seat))
        fought += [path[-1]] if fight else []
        view.plans.path(path, "path", fight)
        view.units.plan_stack(seat, units.forces, units.champions, path, number)
    for edge in edges:
        view.plans.bridge(edge, seat)
    view.lights.light("chosen", chosen)
    view.lights.light("battle", fought)
    return walks


def sources(question: TargetPicks | None) -> list[int]:
    """Return the hexes from which the action in a question starts."""
    if question is None:
        return []
    if question.kind in ("path", "stack"):
        return [question.chosen[0]]
    return list(question.chosen) if question.kind in ("word", "pick") else []


def price(inquiry: BridgefrontPrompt) -> tuple[int, int]:
    """Return the amounts of mana and gold that the plan costs."""
    if not inquiry.history or inquiry.plan is None:
        return 0, 0
    what = inquiry.history[0][1]
    if isinstance(what, tuple):
        return action.card_cost(inquiry.state, inquiry.seat, what[1])
    if what in action.BASICS:
        basic = inquiry.state.rules.basics[what]
        return basic.mana, basic.gold[0]
    return 0, 0


def summary(inquiry: BridgefrontPrompt, names: Names) -> str:
    """Return the choices so far, as rich text."""
    if inquiry.plan is None:
        return "\n".join(escape(line[0].upper() + line[1:]) for line in inquiry.said) or "{muted}Nothing chosen yet.{/}"
    if not inquiry.history:
        return "{muted}Choose a card of your hand or a basic action.{/}"
    state = inquiry.state
    powers = [f"{{info}}:bolt: {escape(card_name(state, p.champion))}{{/}}" for p in inquiry.plan.powers]
    if inquiry.plan.order:
        powers.append(f"{{info}}:battle: hits: {HIT_ORDER_WORDS[inquiry.plan.order]}{{/}}")
    what = inquiry.history[0][1]
    copy = what[1] if isinstance(what, tuple) else 0
    title = card_name(state, copy) if copy else BASICS[what]
    parts = [_said(state, question, value, names) for question, value in inquiry.history[1:]]
    mana, gold = price(inquiry)
    costs = " ".join(f"*{n}* :{icon}:" for n, icon in ((mana, "mana"), (gold, "gold")) if n)
    order = f"  :initiative: *{state.number[copy]}*" if copy else "  {muted}after all cards{/}"
    price_ = (costs or "{muted}free{/}") + (order if what != "done" else "")
    if what == "done" and state.mana[inquiry.seat]:
        powers.append(f"{{warn}}You lose your {state.mana[inquiry.seat]} :mana:, for mana is not kept.{{/}}")
    lines = [f"*{escape(title)}*   {price_}", escape(", ".join(part for part in parts if part)), *powers]
    return "\n".join(line for line in lines if line)


def _said(state: Bridgefront, question: TargetPicks, value: Target, names: Names) -> str:
    if value == ENOUGH:
        return ""
    if question.kind == "hex":
        return place(state, value, names)
    if question.kind == "path":
        return f"to {place(state, value, names)}"
    if question.kind == "edge":
        a, b = state.grid.edges[value]
        return f"between {place(state, a, names)} and {place(state, b, names)}"
    if question.kind == "champion":
        return card_name(state, value)
    if question.kind == "stack":
        units = [format_count(value.forces, "Cohort")] if value.forces else []
        return join_list([*units, *(card_name(state, c) for c in value.champions)])
    if question.kind == "card":
        return card_name(state, value if isinstance(value, int) else value[1])
    if question.kind == "seat":
        return names.plain_name(value)
    return to_screen_text(str(value), str(state.option("gold_word")))
