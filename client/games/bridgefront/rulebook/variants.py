"""Sentences of Bridgefront's rulebook that depend on the value of a match option."""

from __future__ import annotations

from client.table.book import ChosenOptions

FINAL_TIE = {
    "shared": "Players tied in everything share the victory.",
    "dice": "If players are tied in everything, the lowest die roll wins.",
}
SHOW_VP = {
    "own": "It counts from the moment you gain the card. Other players' lasting Permanence stays hidden until the end.",
    "all": "It counts from the moment you gain the card. Everyone's lasting Permanence is visible.",
}
BOARD = {
    "compact": "The board is 7 hexes across for two or three players, 9 for more.",
    "wide": "The board is 9 hexes across for two or three players, 11 for more.",
}
SEATS = {
    "lobby": "Seats are in the order of the room.",
    "random": "The seat order is random.",
}
FACTIONS_TAKEN = {
    "off": "Each faction is played by at most one player.",
    "on": "Several players may have the same faction.",
}
CAPITALS = {
    "ranking": "Everyone ranks the places for a Capital in secret; the last seat gets its choice first.",
    "sequential": "Players choose a place for their Capital in turn, the last seat first.",
}
LEAD = {
    "round": "The *Lead* :lead: passes clockwise at each Reset.",
    "fixed": "Seat 1 keeps the *Lead* :lead: in all rounds.",
    "step": "The *Lead* :lead: passes clockwise after every action step.",
    "random": "Each round the *Lead* :lead: goes to a random seat.",
}
TIE_TEXTS = {
    "lead": "Cards with equal numbers act clockwise from the Lead.",
    "dice": "If numbers are equal, the lowest die roll acts first.",
}
BIDDING_TEXTS = {
    "sequential": "The cards are auctioned one by one. All players without a card bid at the same time: *Buy* or "
    "*Pass*, and an amount of :gold:.",
    "sealed_row": "All players bid in secret on every card at once: *Buy* or *Pass*, and an amount of :gold: "
    "for each. Then the cards are awarded one by one.",
}
REFUSAL_TEXTS = {
    "off": "Everyone gets exactly one card. The last player takes the last card for free.",
    "on": "A *Pass* may refuse the card. A card that all refuse goes to the bottom of its deck.",
}
PREVIEW_BOX = {
    "table": "Up to two cards of the row are from the next age, depending on the round.",
    "formula": "More and more cards of the row are from the next age, nearly all just before it begins.",
    "off": "All cards of the row are from the current age.",
}
COPIES = {1: "There is one copy of each card of the Archive.", 2: "There are two copies of each card of the Archive."}
CHOOSER_TEXTS = {
    "off": "everyone with mana chooses",
    "on": "everyone who is not done, even without mana, chooses",
}
INITIATIVE_TEXTS = {
    "range": "Each copy of a card has one number from its printed range.",
    "choice": "You choose one of the two printed numbers when you play the card.",
    "low": "The lower of the two printed numbers counts.",
    "high": "The higher of the two printed numbers counts.",
}
FIZZLE_TEXTS = {
    "part": "If a target is no longer possible, that part of the card *fizzles*.",
    "card": "If one target is no longer possible, the whole card *fizzles*.",
}
BLOCKED = {
    "stop_short": "A stack whose path is broken walks as far as it can.",
    "fizzle": "A stack whose path is broken stays where it is.",
}
STACK_TEXTS = {
    "together": "When a card moves two stacks, both walk before battles are fought.",
    "separate": "When a card moves two stacks, the first one fights before the second one walks.",
}
LINKS = {
    "everyone": "All players may use tunnels and wormholes.",
    "owner": "Tunnels and wormholes carry only the units of the player who made them.",
}
STEALING_TEXTS = {
    "off": "Killed Champions never change sides.",
    "passive": "The Virtuous Court rolls a die for each: on a 1 the Champion joins it with 1 HP instead.",
    "spell": "For a Champion under Marked for Coin the Virtuous Court rolls a die: on a 1 it joins the Court with 1 HP "
    "instead.",
}
MINE_TEXTS = {
    "independent": ":mine:  The Mines near the Capitals each have their own value.",
    "shared": ":mine:  The Mines near the Capitals all have the same value.",
}
POWER = {
    "listed": "There are 11, 8 and 11 power cards, by age.",
    "padded": "There are 12 power cards for each age; some have a second copy.",
}
BURN_TEXTS = {
    "discard": "They are then out of the match. If one fizzles, it goes to the discard pile instead.",
    "burn": "They are then out of the match, even if they fizzle.",
}
TRIM = {
    "on": "With two players Pulling Strings is left out.",
    "off": "With two players every card stays in.",
}
PROPAGANDA_TEXT = "The counter of Propaganda Recruitment starts at {}."
HITS = {
    "standing_order": "Your target order decides: {}.",
    "prompt": "You are asked in each combat round.",
}
FOURTH_CHAMPION_TEXTS = {
    "third": "Any further one costs as much as the third.",
    "step": "A fourth one costs one step more than the third.",
}


def mana(o: ChosenOptions) -> str:
    """Return a sentence about the mana that a Reset gives, by age if the ages differ."""
    base, more = int(o["base_mana"]), int(o["mana_per_age"])
    if not more:
        return f"*{base}* :mana:"
    ages = [f"*{base + more * age}* in Age {'I' * (age + 1)}" for age in range(3)]
    return f":mana: by the age ({', '.join(ages)})"


def champions(o: ChosenOptions) -> str:
    """Return the maximum number of Champions that a player may have, and their prices, as a sentence."""
    most = int(o["champion_limit"])
    may = f"You may have *{most}* at a time." if most else "You may have as many as you can pay for."
    further = "" if 0 < most < 4 else f" {FOURTH_CHAMPION_TEXTS[str(o['fourth_champion_price'])]}"
    return f":champion:  *Champions*: {may} Each has three prices: for your first, second and third Champion.{further}"
