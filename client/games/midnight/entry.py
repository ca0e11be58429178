"""Entry of Midnight in the client's list of games."""

from client.art.sound.music import Bed
from client.games.entry import About, Entry, Lesson

ENTRY = Entry(
    table="client.games.midnight.table:TABLE",
    rulebook="client.games.midnight.rulebook:BOOK",
    sheets="client.games.midnight.sheets:SHEETS",
    about=About(
        "30-60",
        "arms race",
        "Nations arm against each other, face down, while the clock ticks for all. "
        "Be rich when the bell tolls, or the last one who is not in Ruin.",
        "Reach 60 Worth, be the only nation that is not in Ruin, or have the most Worth after the war at Midnight.",
    ),
    cover="client.games.midnight.cover:cover",
    lesson=Lesson("client.games.midnight.lesson.spec:LESSON", "Ten minutes: the last two ticks, and the war after"),
    music=Bed(
        55.0,
        ((0, 12, 15, 19), (0, 12, 13, 20), (-4, 12, 15, 20), (-5, 11, 14, 19)),
        ((0, 24), (8, 24), (16, 24), (24, 24), (27, 23)),
        0.18,
    ),
    sounds={
        "NationTaken": "reveal",
        "ToneRolled": "dice",
        "TensionRolled": "dice",
        "CapitalPlayed": "build",
        "BorderPlayed": "deploy",
        "CardMoved": "step",
        "CardStored": "clack",
        "WorthGained": "coin",
        "WorthLost": "fizzle",
        "DialTurned": "link",
        "UpgradesTriggered": "heal",
        "Looked": "spell",
        "GlobalConflict": "siege",
        "DisputeBegan": "horn",
        "CardCancelled": "trap",
        "Attacked": "boom",
        "Fell": "ruin",
        "Recovered": "heal",
        "Eliminated": "death",
        "ClockTicked": "strike",
        "SunRose": "round",
        "EscalationRevealed": "reveal",
        "PactMade": "seal",
        "PactBroken": "shatter",
        "MidnightCame": "midnight",
        "Flipped": "reveal",
    },
)
