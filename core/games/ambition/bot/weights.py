"""Weights of Ambition's heuristic bot: values, chances, and rates of truth and lying.

Unless stated otherwise, a value is in tenths of Influence, and a chance or rate is a percentage. Weights that depend on
the number of players are tuples for three, four, five and six players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights of the heuristic bot; two instances with the same numbers are not equal."""

    # What things are worth --------------------------------------------------------------------------------------------

    an_elite: int = 27
    an_intrigue: int = 10
    """Worths of a closed Elite and of a closed Intrigue card of another seat, in tenths of Influence."""
    a_claim: int = 27
    """Value, in tenths of Influence, of the claim that a seat could make instead of an alliance."""
    a_diplomacy: int = 30
    """Value, in tenths of Influence, of a Diplomacy phase, which a seat gives up for a strike."""
    a_draw: int = 8
    """Worth of drawing an Intrigue card, in tenths of Influence."""
    kept: tuple[int, ...] = (11, 14, 18)
    """Worth of keeping an Intrigue card, in tenths of Influence, by the deck's number of exhaustions."""
    harm_leader: int = 16
    harm: int = 9
    harm_near: int = 40
    """Worths, in tenths of Influence, of a loss of 1 by a leader and by any other seat.

    They are divided by the number of other seats. A seat counts as a leader if it is at most `harm_near` tenths behind
    the best seat.
    """

    # Claims -----------------------------------------------------------------------------------------------------------

    claim_often: int = 65
    claim_in_danger: int = 25
    claim_unrewarded: int = 8
    """Chances, in percent, that the bot claims where it could draw instead.

    They are the usual chance, the chance while a strike would take the gain, and the chance if no draw follows a claim.
    """
    danger_purse: int = 14
    """Influence below which a purse gains little by a claim while a strike threatens."""
    ones_lied: tuple[int, ...] = (90, 90, 100, 100)
    twos_lied: tuple[int, ...] = (0, 8, 20, 25)
    """Percentages of 1s and of 2s that are claimed as a higher value, by number of players.

    With few players to share what an exposed lie gives away, challenging pays sooner. A seat that has been caught lying
    claims falsely less often, and a seat that has been found honest more often.
    """
    least_lie: int = 3
    """Minimum value that a lie declares, if the purse allows that value."""
    twos_doubted: int = 60
    """Chance, in thousandths, that a claim of 2 is challenged: few players lie so low."""
    brakes: tuple[int, ...] = (445, 470, 475, 500)
    """Thousandths of claims of the highest values that all seats together challenge, by number of players.

    `brake_scatter` is added to this rate. For lower values the rate is reduced.
    """
    brake_scatter: int = 6
    """Thousandths added to the rate of `brakes`, per value above 1 and per player beyond the third.

    The reason is the scatter of results, which a lie widens.
    """
    most_doubted: int = 750
    """Maximum rate, in thousandths, at which all seats together challenge a claim that may be true."""
    low_elite: int = 3
    low_usual: int = 40
    low_forgotten: int = 5
    """Value below which an opened Elite was likely a lie, the usual share of these, and its weight.

    The share is in hundredths of the opened Elites. The weight is the number of opened Elites that count as much as the
    usual share.
    """

    # Alliances --------------------------------------------------------------------------------------------------------

    sealed: tuple[int, ...] = (60, 70, 50, 85, 70)
    sealed_in_danger: int = 75
    """Chances, in hundredths, of proposing an alliance in secret, by its type.

    The types are Defense, Unity, Technology, Exchange and Delay. While a strike threatens, only `sealed_in_danger`
    hundredths of the chance remain, since the stake of an open alliance is safe.
    """
    bound: int = 100
    """Worth of an alliance that a new one would replace, in hundredths of its stake times its chance."""
    soon_world: int = 25
    soon_exhausted: int = 15
    """Reductions, in hundredths, of the chance that any alliance is completed near the end of the game.

    The first applies once the world may end, the second once the deck has run out twice.
    """
    exchange_own: int = 66
    exchange_proposed: int = 58
    exchange_blind: int = 8
    """Chances, in hundredths, that an Exchange is completed.

    The first is for an industry that one of the two allies has. The second is for a proposal by a seat with Industrial
    cards, and the third for any other Exchange.
    """
    unity_chance: int = 20
    unity_ready: int = 4
    """Chance, in hundredths, that a Unity Compact is completed, and the reductions of this chance.

    `unity_ready` is subtracted for each of the two allies that is already allied to the third seat.
    """
    trade_chance: int = 24
    trade_armed: int = 12
    trade_blind: int = 8
    """Chances, in hundredths, that a Technology Trade is completed.

    They are the chance with a Bunker, the addition for each third seat with a token, and the chance without a Bunker.
    """
    delay_chance: int = 150
    """Chance, in hundredths, that a Delay Tactic is completed, to be divided by the number of players."""
    defense_guarded: int = 44
    defense_chance: int = 16
    """Chances, in hundredths, that a Pact of Mutual Defense is completed.

    The first applies if one ally is a likely target and the other can help. The second applies otherwise.
    """
    stake_safe: int = 2
    """Worth, in tenths, of each Influence of a stake that leaves a purse that a strike would empty."""
    trade_likely: int = 30
    trade_holder: int = 20
    """Limit on the chance of a Technology Trade, in hundredths, and its bonus in tenths of Influence.

    The bonus applies if the chance is above the limit and the ally has the Bunker.
    """
    defense_leader: int = 25
    """Bonus of a Pact of Mutual Defense for a leading seat that the pact guards, in tenths of Influence."""
    ally_gains: int = 14
    """Divisor of the ally's gain, which counts against an alliance; 10 would count its full harm.

    The smaller the divisor, the more the gain counts.
    """
    unity_helps: int = 15
    """Worth, in tenths of Influence, of an alliance that one of the bot's own Unity Compacts needs."""

    # Industry ---------------------------------------------------------------------------------------------------------

    plant_foils: int = 60
    plant_wanted: int = 100
    """Worths, in tenths of Influence, of an Industrial card in play that affects an Exchange or alliance.

    The first is for a card that foils an Exchange of other seats. The second is for a card that an alliance of the bot
    needs.
    """
    plant: tuple[int, ...] = (6, 25, 20, 5, 5, 5)
    """Worth of any other Industrial card in play, in tenths of Influence, by its type.

    The types are Tecmed, Bunker, Gridworks, Wirehouse, Freightline and Dataworks.
    """
    plant_hoped: int = 15
    hoped_till: int = 2
    """Worth of an Industrial card in hand for a later Exchange, in tenths of Influence, and its limit.

    The worth counts only until the deck has run out `hoped_till` times.
    """

    # Strikes ----------------------------------------------------------------------------------------------------------

    stops_armed: int = 500
    stops_unarmed: int = 80
    """Chances, in thousandths, that a closed Intrigue card stops a strike: with a token and without one.

    A player whose chance of stopping strikes is at least that of one card with a token can guard an ally.
    """
    lost_intrigue: int = 8
    lost_industry: int = 5
    """Worths of an Intrigue and an Industrial card that a strike burns in another hand, in tenths."""
    risked_intrigue: int = 18
    risked_arms: int = -30
    risked_industry: int = 10
    risked_world: int = 20
    """Worths, in tenths of Influence, of cards that a strike burns in this seat's hand.

    They are for an Intrigue card that is not Nuclear Arms, for Nuclear Arms and for an Industrial card. The last number
    is the addition for Armageddon.
    """
    strike_self: int = 30
    """Cost, in tenths of Influence, of a strike that hits its attacker, in addition to its cards in hand."""
    arms_spent: int = 25
    arms_spent_later: int = 12
    """Worth of getting rid of Nuclear Arms by a strike, in tenths, and its increase with each exhaustion.

    An exhaustion is a time when the Intrigue deck has run out.
    """
    strike_sealed: int = 30
    """Cost, in tenths of Influence, of a strike at a seat with which the bot has a secret alliance."""
    counter_arms: int = -40
    counter_warning: int = 20
    """Costs, in tenths of Influence, of stopping a strike with Nuclear Arms and with an Early Warning."""
    ally_saved: int = 100
    """Worth of stopping a strike at an ally under a Pact of Mutual Defense, in tenths of Influence."""
    drilled: int = 30
    """Loss, in tenths of Influence, above which the bot uses a Fallout Drill against a strike."""

    # Armageddon -------------------------------------------------------------------------------------------------------

    end_ahead: tuple[int, ...] = (15, -5, -25)
    """Lead, in tenths of Influence, above which the bot ends the world, by the deck's exhaustions."""
    end_rivals: int = 25
    """Addition to the lead in `end_ahead`, in tenths of Influence, for each player beyond the fourth.

    The more hidden hands there are, the likelier one of them holds more than expected; with three players the addition
    is negative.
    """
    end_delay: int = 10
    """Addition to the lead in `end_ahead`, in tenths of Influence, for each Delay Tactic of this seat."""

    # Intrigue cards ---------------------------------------------------------------------------------------------------

    fresh_world_ahead: int = 200
    fresh_world: int = 15
    fresh_arms: int = 5
    fresh_people: int = 20
    fresh_rest: int = 15
    """Worth, in tenths of Influence, of drawing a card, by its kind.

    The kinds are Armageddon when ahead, Armageddon otherwise, and Nuclear Arms. Then follow a card for all players (PE1
    to PE6) or for a token, and any other card that is not held.
    """
    dead_hand_share: int = 5
    """Chance, in hundredths, that an unknown Intrigue card in another hand is a Dead Hand."""
    wiretapped: int = 6
    """Worth of seeing a hidden Elite of another seat, in tenths of Influence."""
    census_chance: tuple[int, ...] = (0, 0, 5, 10, 25, 50, 80)
    """Chance, in hundredths, that a seat wins a Census, by the value of its best Elite."""
    channel_share: int = 75
    """Percentage of an alliance's worth that counts for an attempt by Back Channel."""
    cables_own: int = 2
    """Weight of the bot's own secret alliances against those of the seat that Exposed Cables names."""
    stolen: int = 10
    stolen_armed: int = 8
    """Worth of a card that a Turncoat takes, in tenths, and the reduction if the seat has a token.

    A card of a seat with a token may be Nuclear Arms.
    """
    defected: int = 35
    defected_harm: int = 4
    """Worth of an Elite that defects, in tenths, and its increase for each tenth of harm to its holder.

    The harm is the worth of a loss of 1 by the holder.
    """
    blackmailed_rich: int = 8
    blackmailed_poor: int = 2
    blackmailed_armed: int = 10
    """Worths, in tenths, of Blackmail of a seat that can pay and of one that cannot.

    `blackmailed_armed` is added if the seat has a token.
    """
    ultimatum_arms: int = -10
    ultimatum_seen: int = 40
    """Worths, in tenths, of an Ultimatum that asks for Nuclear Arms, and for a card that the bot has seen."""
    ultimatum_world: tuple[int, ...] = (16, 4)
    ultimatum_warning: tuple[int, ...] = (10, 2)
    """Worth of an Ultimatum for Armageddon or for an Early Warning, in tenths: the maximum, and per card.

    The worth per card counts for each Intrigue card in the other hand.
    """
    nationalised: int = 12
    foiled_own: int = 60
    foiled_harm: int = 8
    """Worth of a Nationalisation, in tenths of Influence, and the changes if it foils an Exchange.

    An Exchange of the bot reduces the worth by `foiled_own`. For any other Exchange, each ally adds `foiled_harm` per
    tenth that harm to this ally is worth.
    """
    token_kept_behind: int = 60
    """Deficit, in tenths of Influence, beyond which the bot gives the last token to nobody."""
    duelled: tuple[int, ...] = (4, 3, 2, 1)
    duel_scatter: int = 14
    """Relative chances that a Card Night opponent opens an Elite of 1, 2, 3 or 4, and a scatter.

    The scatter applies to the bot's own choice.
    """

    # Words ------------------------------------------------------------------------------------------------------------

    poor: int = 3
    """Influence below which a purse counts as poor."""
    poor_lies: int = 60
    """Chance, in hundredths, that a poor seat denies having the card for a Defection or an Ultimatum."""
    no_elite: tuple[int, ...] = (0, 35, 25, 15, 6, 3)
    """Percentage of false denials of an Elite of 3 or more by a seat that is not poor.

    The index is the number of Elites in the seat's hand.
    """
    ultimatum_lies: int = 25
    """Chance, in hundredths, that the bot denies having the card that an Ultimatum names."""
    inspected_lies: int = 8
    inspected_token: int = 80
    """Chances, in hundredths, of a false claim to be clean instead of giving up Nuclear Arms or a token.

    The first is for a seat that can give up Nuclear Arms, the second for one that can only give up its token.
    """
    blackmailed_lies: int = 25
    """Chance, in hundredths, that a blackmailed seat calls its cards peaceful though they are not."""
    world_handed: int = 50
    """Deficit, in tenths of Influence, beyond which a seat gives up Armageddon instead of paying."""
    arms_held_back: int = 12
    """Chance, in hundredths, that the bot keeps one of several Nuclear Arms at a Disarmament Summit."""
    boasted: int = 12
    boasted_poor: int = 20
    highest_boast: int = 4
    """Chances, in hundredths, of overstating an Elite at a Census, and a limit on the declared value.

    The first is the usual chance, the second its addition for a poor seat. A declaration exceeds the highest earlier
    one by 1 if that is below the limit; otherwise it equals it.
    """
    all_lied: int = 6
    clean_lied: int = 6
    peaceful_lied: int = 12
    no_lied: int = 15
    """Estimated chances, in hundredths, that a statement is false, by kind.

    The kinds are: no Nuclear Arms left, clean, peaceful, and no card of the named kind.
    """
    census_lied: int = 14
    """Percentage of seats without such an Elite that are assumed to declare one at a Census."""
    doubt_costs: int = 4
    """Cost of a wrong challenge, in addition to the payment that the rules demand."""
    doubt_census: int = 40
    doubt_census_else: int = 4
    """Worths, in tenths of Influence, of exposing a false declaration at a Census.

    The first applies if the bot's own declaration is then the best, the second otherwise.
    """
    doubt_elite: int = 40
    doubt_peaceful: int = 40
    doubt_own: int = 10
    doubt_others: int = 5
    """Worths, in tenths of Influence, of the penalty that a caught claimant suffers.

    The first three are for what this seat receives: an Elite, the payment for Blackmail, or anything else. The last is
    for a penalty that does not benefit this seat.
    """


USUAL = Weights()
"""Weights that the bot uses by default."""
BEGINNER = replace(
    USUAL,
    ones_lied=(0,) * 4,
    twos_lied=(0,) * 4,
    claim_often=15,
    harm_leader=9,
    harm_near=10,
    most_doubted=300,
    a_claim=0,
    kept=(25, 25, 25),
    end_ahead=(-60, -60, -60),
    counter_arms=80,
    counter_warning=80,
    exchange_blind=60,
    unity_chance=60,
    trade_blind=60,
    defense_chance=60,
)
"""Weights of a beginner, who does not lie, seldom doubts, and does not watch the leader.

A beginner keeps cards too long, stops no strike, hopes for alliances that will hardly be completed, and ends the world
too early.
"""
