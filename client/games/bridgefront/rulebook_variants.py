"""Sentences of Bridgefront's rulebook that depend on an option of the match, by its value."""

from __future__ import annotations

from client.table.book import Chosen
from core.games.bridgefront import reset

FINAL_TIE = {
    "shared": "Complete equals share the victory.",
    "dice": "Between complete equals dice decide: the lowest roll wins.",
}
SHOW_VP = {
    "own": "It counts from the moment you gain one. Nobody sees that of the others before the end.",
    "all": "It counts from the moment you gain one. Everybody sees that of all others.",
}
BOARD = {
    "compact": "The board is 7 hexes across for two or three players, 9 for more.",
    "wide": "The board is 9 hexes across for two or three players, 11 for more.",
}
SEATS = {
    "lobby": "Seats follow each other as in the room.",
    "random": "The order of seats is drawn before the match.",
}
FACTIONS_TAKEN = {
    "off": "Each faction is played once at most.",
    "on": "Several players may have the same faction.",
}
CAPITALS = {
    "ranking": "Everybody ranks the places for a Capital in secret; the last seat is served first.",
    "sequential": "Places for a Capital are chosen in turn, by the last seat first.",
}
LEAD = {
    "round": "The *Lead* :lead: passes clockwise at each Reset.",
    "fixed": "Seat 1 keeps the *Lead* :lead: in all rounds.",
    "step": "The *Lead* :lead: passes clockwise after every action step.",
    "random": "A new *Lead* :lead: is drawn each round.",
}
TIES = {
    "lead": "At equal numbers seats act clockwise from the Lead.",
    "dice": "At equal numbers dice say who acts first: the lowest roll.",
}
BIDDING = {
    "sequential": "They are auctioned one after the other: all who have none yet bid at once, *Buy* or *Pass*, and an "
    "amount of :gold:.",
    "sealed_row": "All bid at once on every card of it, in one sealed bid: *Buy* or *Pass*, and an amount of :gold: "
    "for each. Then the cards are given one after the other.",
}
REFUSING = {
    "off": "Everybody gets exactly one card; the last takes what is left.",
    "on": "A *Pass* may refuse a card: what all refuse goes to the bottom of its deck.",
}
PREVIEW = {
    "table": "None to two cards of the row are of the next age, by the round.",
    "formula": "More and more cards of the row are of the next age, up to nearly all before it begins.",
    "off": "All cards of the row are of the present age.",
}
COPIES = {1: "There is one copy of each card of the Archive.", 2: "There are two copies of each card of the Archive."}
CHOOSERS = {
    "off": "everybody with mana chooses",
    "on": "everybody who is not done, also without mana, chooses",
}
INITIATIVE = {
    "range": "Each copy of a card has one number of its printed range.",
    "choice": "Of the two printed numbers you choose one as you play the card.",
    "low": "Of two printed numbers the lower one counts.",
    "high": "Of two printed numbers the higher one counts.",
}
FIZZLE = {
    "part": "If a target has become impossible by then, that part of the card *fizzles*.",
    "card": "If one target has become impossible by then, the whole card *fizzles*.",
}
BLOCKED = {
    "stop_short": "A stack whose path is broken walks as far as it can.",
    "fizzle": "A stack whose path is broken stays where it is.",
}
STACKS = {
    "together": "Where a card moves two stacks, both walk before battles are fought.",
    "separate": "Where a card moves two stacks, the first one fights before the second one walks.",
}
LINKS = {
    "everyone": "Tunnels and wormholes are open to all.",
    "owner": "Tunnels and wormholes carry only the units of the player who made them.",
}
STEALING = {
    "off": "Bounties change nobody's side.",
    "passive": "The Virtuous Court rolls a die for each: on 1 the Champion joins it with 1 HP instead.",
    "spell": "For a Champion under Marked for Coin the Virtuous Court rolls a die: on 1 it joins the Court with 1 HP "
    "instead.",
}
MINES = {
    "independent": ":mine:  The Mines near the Capitals each pay a number of their own.",
    "shared": ":mine:  The Mines near the Capitals all pay the same.",
}
POWER = {
    "listed": "There are 11, 8 and 11 power cards, by age.",
    "padded": "There are 12 power cards for each age; some have a second copy.",
}
BURN = {
    "discard": "They are gone for the match then; one that fizzles goes to the discard pile.",
    "burn": "They are gone for the match then, also if they fizzle.",
}
TRIM = {
    "on": "With two players Pulling Strings is left out.",
    "off": "With two players every card stays in.",
}
PROPAGANDA = "The counter of Propaganda Recruitment begins at {}."
HITS = {
    "standing_order": "Your standing order says how: {}.",
    "prompt": "You are asked in each combat round.",
}
FOURTH = {
    "third": "A further one costs as much as the third.",
    "step": "A fourth one costs one step more than the third.",
}


def mana(o: Chosen) -> str:
    """Return the mana of a Reset, by age where ages differ."""
    base, more = int(o["base_mana"]), int(o["mana_per_age"])
    if not more:
        return f"*{base}* :mana:"
    ages = [f"*{base + more * age}* in Age {'I' * (age + 1)}" for age in range(len(reset.AGE_ENDS) + 1)]
    return f":mana: by the age ({', '.join(ages)})"


def champions(o: Chosen) -> str:
    """Return how many Champions a player may have, and their prices."""
    most = int(o["champion_limit"])
    may = f"You may have *{most}* at a time." if most else "You may have as many as you can pay for."
    further = "" if 0 < most < 4 else f" {FOURTH[str(o['fourth_champion_price'])]}"
    return f":champion:  *Champions*: {may} Each has three prices: as your first, second and third.{further}"
