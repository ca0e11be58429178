"""Options of a match, fixed and shown to all before the first decision (rules part 16)."""

from __future__ import annotations

from core.engine.options import Option, Options, Value

VALUE_TEXTS: dict[str, tuple[tuple[Value, str, str], ...]] = {
    "mana_per_age": (
        (0, "none", "the same mana in every age"),
        (1, "1 more", "Age II starts with 1 mana more, Age III with 2"),
    ),
    "vp_to_win": ((0, "all ten rounds", "nobody wins before round 10 is over"),),
    "champion_limit": ((0, "no limit", "as many Champions as one can pay for"),),
    "fourth_champion_price": (
        ("third", "as the third", "a fourth Champion costs what the third did"),
        ("step", "one step more", "the price rises once more by as much as from the second to the third"),
    ),
    "virtuous_steal": (
        ("off", "never", "bounties are paid and nothing else"),
        (
            "passive",
            "by any kill",
            "for a bounty the Virtuous Court rolls a die: on 1 the Champion changes sides with 1 HP instead",
        ),
        ("spell", "by their spell", "the same roll, only for a Champion that is marked by Marked for Coin"),
    ),
    "initiative_mode": (
        ("range", "drawn", "each copy has one number of its printed range"),
        ("choice", "low or high", "as its player chooses"),
        ("low", "all low", "the lower number counts"),
        ("high", "all high", "the higher number counts"),
    ),
    "seat_order": (
        ("lobby", "as in the room", "clockwise by seat number"),
        ("random", "drawn", "the order is drawn before the match"),
    ),
    "gold_word": (
        ("Gold", "Gold", "gold is called Gold"),
        ("Aurum", "Aurum", "gold is called Aurum"),
    ),
    "victory_card_names": (
        ("permanence", "new names", "Victory cards bear names of Permanence"),
        ("printed", "printed names", "Victory cards bear the names of the designer"),
    ),
    "board_size": (
        ("compact", "compact", "7 hexes across for two or three players, 9 for more"),
        ("wide", "wide", "9 hexes across for two or three players, 11 for more"),
    ),
    "home_mine_values": (
        ("independent", "each its own", "every home Mine draws its own value"),
        ("shared", "all the same", "one draw for all home Mines"),
    ),
    "capital_draft": (
        ("ranking", "all at once", "everybody ranks the slots in secret; the last seat is served first"),
        ("sequential", "one by one", "seats choose in turn, the last seat first"),
    ),
    "duplicate_factions": (
        ("off", "each once", "no two players have the same faction"),
        ("on", "any", "everybody gets the faction first named"),
    ),
    "lead_rotation": (
        ("round", "each round", "Lead passes clockwise at every Reset"),
        ("fixed", "never", "seat 1 keeps it"),
        ("step", "each step", "Lead passes after every action step"),
        ("random", "drawn", "a new Lead is drawn each round"),
    ),
    "preview": (
        ("table", "a few", "none to two cards of the next age, by round"),
        ("formula", "more and more", "by a formula, up to nearly the whole row"),
        ("off", "none", "cards of the present age alone"),
    ),
    "refuse_card": (
        ("off", "must be taken", "a card that nobody buys goes to the lowest Pass"),
        ("on", "may be refused", "a card that all refuse goes to the bottom of its deck"),
    ),
    "market_mode": (
        ("sequential", "card by card", "everybody bids on one card after the other"),
        ("sealed_row", "all at once", "one sealed bid for every card of the row; quicker with many players"),
    ),
    "power_deck": (
        ("listed", "as listed", "11, 8 and 11 cards"),
        ("padded", "12 each", "filled up with second copies"),
    ),
    "two_player_trim": (
        ("on", "taken out", "Pulling Strings is left out of the deck with two players"),
        ("off", "kept", "every card stays in"),
    ),
    "act_at_zero_mana": (
        ("off", "sit out", "without mana nobody chooses"),
        ("on", "may still choose", "cards that cost no mana can be played until one is Done"),
    ),
    "initiative_ties": (
        ("lead", "by Lead", "from Lead clockwise"),
        ("dice", "by dice", "the lowest roll goes first"),
    ),
    "fizzle_scope": (
        ("part", "only that part", "a card does what it still can"),
        ("card", "the whole card", "one illegal target stops everything"),
    ),
    "blocked_path": (
        ("stop_short", "goes as far as it can", "the stack stops before the gap"),
        ("fizzle", "stays", "the whole walk is lost"),
    ),
    "fizzled_burn": (
        ("discard", "discard pile", "it comes back like any card"),
        ("burn", "Entropy", "it is gone"),
    ),
    "two_stack_battles": (
        ("together", "after both", "both stacks walk, then battles are fought"),
        ("separate", "after each", "each walk fights before the next begins"),
    ),
    "link_users": (
        ("everyone", "everybody", "tunnels and wormholes are open to all"),
        ("owner", "who made it", "tunnels and wormholes carry only the player who made them"),
    ),
    "hit_control": (
        ("standing_order", "by a standing order", "chosen hits follow the target order that was named with the action"),
        ("prompt", "asked each time", "the table waits in each combat round for the choice"),
    ),
    "show_vp": (
        ("own", "only your own", "others show what they hold; what lasts is seen at the end"),
        ("all", "of all", "everybody sees everything"),
    ),
    "final_tie": (
        ("shared", "shared victory", "complete equals win together"),
        ("dice", "by dice", "the lowest roll wins"),
    ),
}
"""Words and meanings of option values that are not self-explanatory."""

OPTIONS = Options(
    option._replace(said=VALUE_TEXTS.get(option.name, ()))
    for option in [
        Option("base_mana", (4, 5, 6), 5, "open", "mana at each Reset", "O1"),
        Option("mana_per_age", (0, 1), 0, "open", "mana more for each age after the first", "O2"),
        Option("vp_to_win", (0, *range(5, 16)), 8, "open", "VP that win at Scoring; 0 plays all ten rounds", "O3"),
        Option("champion_limit", tuple(range(9)), 4, "open", "Champions a player may have; 0 is no limit", "O4"),
        Option("fourth_champion_price", ("third", "step"), "third", "open", "gold for a fourth Champion", "O4"),
        Option("virtuous_steal", ("off", "passive", "spell"), "off", "open", "Virtuous may win over a Champion", "O5"),
        Option(
            "initiative_mode",
            ("range", "choice", "low", "high"),
            "range",
            "open",
            "where a copy's initiative number comes from",
            "O6",
        ),
        Option("seat_order", ("lobby", "random"), "lobby", "open", "how seats follow each other clockwise", "O7"),
        Option("gold_word", ("Gold", "Aurum"), "Gold", "open", "the word for gold on screen", "O8"),
        Option("victory_card_names", ("permanence", "printed"), "permanence", "open", "names of Victory cards", "O8"),
        Option("board_size", ("compact", "wide"), "compact", "read", "hexes across: 7 / 9 or 9 / 11", "B1"),
        Option("home_mine_values", ("independent", "shared"), "independent", "cure", "values of home Mines", "B6"),
        Option("capital_draft", ("ranking", "sequential"), "ranking", "read", "how Capital slots are taken", "B8"),
        Option("duplicate_factions", ("off", "on"), "off", "read", "whether two players may have one faction", "B9"),
        Option("lead_rotation", ("round", "fixed", "step", "random"), "round", "read", "when Lead passes", "M1"),
        Option("preview", ("table", "formula", "off"), "table", "read", "cards of the next age in the row", "M2"),
        Option("refuse_card", ("off", "on"), "off", "cure", "a card nobody wants may be refused", "M3"),
        Option("market_mode", ("sequential", "sealed_row"), "sequential", "cure", "bid card by card or at once", "M17"),
        Option("market_copies", (1, 2), 1, "read", "copies of each market card", "M13"),
        Option("power_deck", ("listed", "padded"), "listed", "read", "power decks as listed or of 12 cards", "M14"),
        Option("two_player_trim", ("on", "off"), "on", "cure", "takes out what cannot work with two players", "M16"),
        Option("act_at_zero_mana", ("off", "on"), "off", "read", "players at 0 mana may still choose", "A1"),
        Option("max_action_steps", tuple(range(8, 61)), 20, "cure", "action steps in a round at most", "A3"),
        Option("initiative_ties", ("lead", "dice"), "lead", "read", "who goes first at equal numbers", "A4"),
        Option("fizzle_scope", ("part", "card"), "part", "read", "what an illegal target stops", "A7"),
        Option("blocked_path", ("stop_short", "fizzle"), "stop_short", "read", "a walk whose path is broken", "A8"),
        Option("fizzled_burn", ("discard", "burn"), "discard", "read", "where a fizzled Burn card goes", "A9"),
        Option("two_stack_battles", ("together", "separate"), "together", "read", "battles of two stacks", "A11"),
        Option("link_users", ("everyone", "owner"), "everyone", "read", "who may walk a link", "A19"),
        Option("hit_control", ("standing_order", "prompt"), "standing_order", "read", "how hits are chosen", "C10"),
        Option("show_vp", ("own", "all"), "own", "read", "whose VP are shown while playing", "L4"),
        Option("final_tie", ("shared", "dice"), "shared", "read", "a complete tie at the end", "L7"),
        Option("propaganda_start", (0, 1, 2), 0, "cure", "first counter of Propaganda Recruitment", "K4"),
    ]
)
