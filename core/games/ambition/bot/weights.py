"""What the heuristic bot of Ambition goes by: worths in tenths of Influence, chances and shares of truth and lies.

Where nothing else is said a worth is in tenths of Influence, and a chance or a share in hundredths. What hangs on the
number of players is a tuple, for three, four, five and six. Amounts of the rules are no judgement and stand there.
"""

from __future__ import annotations

# What things are worth ------------------------------------------------------------------------------------------------

AN_ELITE, AN_INTRIGUE = 27, 10
"""A closed Elite and a closed Intrigue card of somebody else."""
A_CLAIM = 27
"""A claim on an alliance roll, beside an alliance."""
A_DIPLOMACY = 30
"""A Diplomacy phase, which a launch forgoes."""
A_DRAW = 8
"""Drawing an Intrigue card."""
KEPT = (11, 14, 18)
"""A kept Intrigue card, by how often the deck has run out."""
HARM_LEADER, HARM, HARM_NEAR = 16, 9, 40
"""What it is worth that another one loses 1, divided among all others: of who is ahead, of anybody else; who is so
much or less behind the best counts as ahead.
"""

# Claims ---------------------------------------------------------------------------------------------------------------

CLAIM_OFTEN, CLAIM_IN_DANGER, CLAIM_UNREWARDED = 65, 25, 8
"""How often it claims where it could draw: as a rule, while a strike would take what it gains, and where no draw
follows a claim.
"""
DANGER_PURSE = 14
"""A purse with less than so much Influence gains nothing worth a claim while a strike threatens."""
ONES_LIED, TWOS_LIED = (90, 90, 100, 100), (0, 8, 20, 25)
"""How many 1s and 2s are claimed as something better, by number of players: where few share what an exposed lie gives
away, challenging pays sooner. Who has been found lying lies less, who has been found honest more.
"""
LEAST_LIE = 3
"""No lie declares a lower value, where the purse allows this one."""
TWOS_DOUBTED = 60
"""How often a claim of 2 is challenged, in thousandths: few lie so low."""
BRAKES = (445, 470, 475, 500)
"""How often the highest values are challenged by all together, in thousandths, by number of players, before what
scatter adds.
"""
BRAKE_SCATTER = 6
"""What scatter adds to that for each value above 1 and each player beyond the third, in thousandths."""
MOST_DOUBTED = 750
"""Nothing that may be true is challenged more often by all together, in thousandths."""
LOW_ELITE, LOW_USUAL, LOW_FORGOTTEN = 3, 40, 5
"""An opened Elite of a lower value was likely declared as something better; so many of a hundred opened ones are such
as a rule; so many opened ones weigh as much as that rule.
"""

# Alliances ------------------------------------------------------------------------------------------------------------

SEALED, SEALED_IN_DANGER = (20, 35, 0, 60, 35), 50
"""How often an alliance is proposed in secret, by its type (Defense, Unity, Technology, Exchange, Delay); what is left
of that while a strike threatens: an open stake is safe.
"""
BOUND = 100
"""What an alliance counts that a new one would replace, in hundredths of its stake times its chance."""
SOON_WORLD, SOON_EXHAUSTED = 25, 15
"""What the chance of any alliance loses near the end: since the world may end, since the deck has run out twice."""
EXCHANGE_OWN, EXCHANGE_PROPOSED, EXCHANGE_BLIND = 66, 58, 8
"""The chance of an Exchange of an industry that one of the two has; of what somebody with Industrial cards proposes; of
any other.
"""
UNITY_CHANCE, UNITY_READY = 20, 4
"""The chance of a Unity Compact; less for each of the two who is allied to the third one."""
TRADE_CHANCE, TRADE_ARMED, TRADE_BLIND = 24, 12, 8
"""The chance of a Technology Trade with a Bunker; more for each third one with a token; without a Bunker."""
DELAY_CHANCE = 150
"""The chance of a Delay Tactic, for all players together."""
DEFENSE_GUARDED, DEFENSE_CHANCE = 44, 16
"""The chance of a Pact of Mutual Defense where one of the two is aimed at and the other can help; of any other."""
STAKE_SAFE = 2
"""What each Influence of a stake is worth in a purse that a strike would empty."""
TRADE_LIKELY, TRADE_HOLDER = 30, 20
"""A Technology Trade of a greater chance is worth so much more where the other one has the Bunker."""
DEFENSE_LEADER = 25
"""A Pact of Mutual Defense for who is ahead and guarded by it."""
ALLY_GAINS = 14
"""The smaller, the more what the ally gains counts against an alliance; 10 would count all of what harms one."""
UNITY_HELPS = 15
"""An alliance that a Unity Compact of the own waits for."""

# Industry -------------------------------------------------------------------------------------------------------------

PLANT_FOILS, PLANT_WANTED = 60, 100
"""An Industrial card in play that foils an Exchange of others; that an own alliance waits for."""
PLANT = (6, 25, 20, 5, 5, 5)
"""Any other, by its type (Tecmed, Bunker, Gridworks, Wirehouse, Freightline, Dataworks)."""
PLANT_HOPED, HOPED_TILL = 15, 2
"""What one is worth in hand for an Exchange to come, till the deck has run out so often."""

# Strikes --------------------------------------------------------------------------------------------------------------

STOPS_ARMED, STOPS_UNARMED = 500, 80
"""How often a closed Intrigue card stops a strike, in thousandths, with a token and without one; who stops one as often
as an armed card does can guard an ally.
"""
LOST_INTRIGUE, LOST_INDUSTRY = 8, 5
"""A card of another hand that a strike burns."""
RISKED_INTRIGUE, RISKED_ARMS, RISKED_INDUSTRY, RISKED_WORLD = 18, -30, 10, 20
"""A card of the own hand that a strike burns: any Intrigue card but Nuclear Arms; these; an Industrial one; and what
Armageddon counts beyond that.
"""
STRIKE_SELF = 30
"""What a strike that hits its attacker costs beside the cards of its hand."""
ARMS_SPENT, ARMS_SPENT_LATER = 25, 12
"""Nuclear Arms that are gone from the own hand; more for each time that the deck has run out."""
STRIKE_SEALED = 30
"""A secret alliance with the target."""
COUNTER_ARMS, COUNTER_WARNING = -40, 20
"""What stopping a strike takes: Nuclear Arms, an Early Warning."""
ALLY_SAVED = 100
"""Stopping a strike at an ally under a Pact of Mutual Defense."""
DRILLED = 30
"""A Fallout Drill saves what a strike takes if that is more."""

# Armageddon -----------------------------------------------------------------------------------------------------------

END_AHEAD = (40, 25, 10)
"""By how much one has to be ahead to end the world, by how often the deck has run out."""
END_DELAY = 10
"""How much more for each own Delay Tactic."""

# Intrigue cards -------------------------------------------------------------------------------------------------------

FRESH_WORLD_AHEAD, FRESH_WORLD, FRESH_ARMS, FRESH_PEOPLE, FRESH_REST = 200, 15, 5, 20, 15
"""What drawing a card is worth: Armageddon when ahead and else, Nuclear Arms, a card for all players (PE1 to PE6) or a
token, any other that is not held.
"""
CHANNEL_SHARE = 75
"""What is left of an alliance's worth that a Back Channel attempts."""
CABLES_OWN = 2
"""Own secret alliances beside those of who is named by Exposed Cables."""
STOLEN, STOLEN_ARMED = 10, 8
"""A card that a Turncoat takes; less where it may be Nuclear Arms."""
DEFECTED, DEFECTED_HARM = 35, 4
"""An Elite that defects; more for each tenth that harm to its holder is worth."""
BLACKMAILED_RICH, BLACKMAILED_POOR, BLACKMAILED_ARMED = 8, 2, 10
"""Blackmail of who can pay, of who cannot; more where there is a token."""
ULTIMATUM_ARMS, ULTIMATUM_SEEN = -10, 40
"""An Ultimatum that asks for Nuclear Arms; for a card that was seen."""
ULTIMATUM_WORLD, ULTIMATUM_WARNING = (16, 4), (10, 2)
"""One that asks for Armageddon or an Early Warning: at most, and for each Intrigue card of the other one."""
NATIONALISED, FOILED_OWN, FOILED_HARM = 12, 60, 8
"""A Nationalisation; an own Exchange that it foils; another's, for each tenth that harm to an ally is worth."""
TOKEN_KEPT_BEHIND = 60
"""Who is further behind gives nobody the last token."""
DUELLED, DUEL_SCATTER = (4, 3, 2, 1), 14
"""How likely the other one of a Card Night opens an Elite of 1, 2, 3, 4; by so much the own choice scatters."""

# Words ----------------------------------------------------------------------------------------------------------------

POOR = 3
"""A purse with less Influence is poor."""
POOR_LIES = 60
"""How often a poor one denies to hold what a Defection or an Ultimatum asks for."""
NO_ELITE = (0, 35, 25, 15, 6, 3)
"""How often anybody else says that it has no Elite of 3 or more though it has, by how many Elites it holds."""
ULTIMATUM_LIES = 25
"""How often it denies to hold the card that an Ultimatum names."""
INSPECTED_LIES, INSPECTED_TOKEN = 8, 80
"""How often it says that it is clean though it could give up Nuclear Arms; though it could give up its token."""
BLACKMAILED_LIES = 25
"""How often it says that its cards are peaceful though they are not."""
WORLD_HANDED = 50
"""Who is further behind gives Armageddon rather than pays."""
ARMS_HELD_BACK = 12
"""How often one of several Nuclear Arms is kept at a Disarmament Summit."""
BOASTED, BOASTED_POOR, HIGHEST_BOAST = 12, 20, 4
"""How often it declares a better Elite than it has at a Census; more when poor; to outdo one of a lower value."""
ALL_LIED, CLEAN_LIED, PEACEFUL_LIED, NO_LIED = 6, 6, 12, 15
"""How often such words are thought to be lies: all Nuclear Arms, clean, peaceful, not that card."""
CENSUS_LIED = 14
"""How often an Elite that is declared at a Census is thought to be made up by who has none such."""
DOUBT_COSTS = 4
"""What a wrong doubt costs beside what is paid."""
DOUBT_CENSUS, DOUBT_CENSUS_ELSE = 40, 4
"""What a caught claimant gives up at a Census: where the own declaration is then the best; else."""
DOUBT_ELITE, DOUBT_PEACEFUL, DOUBT_OWN, DOUBT_OTHERS = 40, 40, 10, 5
"""What it gives up to this seat: an Elite, what blackmail takes, anything else; what it gives up to others."""
