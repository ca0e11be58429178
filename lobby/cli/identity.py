"""Command `tether identity`: your identity, the players you know, and the transfer of your key.

The transfer takes the key to another computer.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lobby.cli.commands import PASSPHRASE
from lobby.players import known_players, transfer
from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.players.confusables import cleaned, confusable
from lobby.players.identity import Identity, fingerprint, folder, in_words, own_identity, picture
from lobby.players.known_players import KnownPlayer, KnownPlayers
from lobby.players.profile import Profile, login_name, read_profile, write_profile
from lobby.players.transfer import MIN_PASSPHRASE_LENGTH, BadTransfer
from net.cli.arguments.value_types import quoted
from net.text.errors import reason_with_file
from net.text.names import A_NAME, LONGEST, is_name
from net.text.sanitizer import Json, can_show, print_json, print_lines, print_table

CELLS, LETTERS = ("  ", "▒▒", "██"), ("  ", "..", "##")
"""Characters of a key's picture, first with block characters and then for terminals without them."""
NAME_RULE = A_NAME
COLUMNS = ("Player", "Key", "In words", "Matches", "First", "Last", "Also called")


def named(text: str) -> str:
    """Return the name that was typed, or "" if none was.

    Raises `UsageError` for a name that is too long, or for text that is not a name.
    """
    name = cleaned(text)
    if text and not is_name(name):
        raise click.UsageError(f"--name {quoted(text)}: a name is {NAME_RULE}")
    if len(name) < len(cleaned(text, len(text) + 1)):
        raise click.UsageError(f"--name {quoted(text)} is too long: a name has at most {LONGEST} characters")
    return name


def colour_named(word: str) -> int:
    """Return the number of a colour from its name, or `NO_COLOUR` for an unknown name."""
    return COLOURS.index(word) + 1 if word in COLOURS else NO_COLOUR


def load_identity() -> Identity:
    """Return this user's identity; raise `ClickException` if it cannot be used."""
    try:
        identity = own_identity(folder())
    except (OSError, ValueError) as wrong:
        raise click.ClickException(reason_with_file(wrong)) from None
    if identity.file is None:
        raise click.ClickException("Another Tether on this computer is using this identity: close it first.")
    return identity


def show(as_json: bool) -> int:
    """Print the name, the colour and the fingerprint."""
    me, profile = load_identity(), read_profile(folder())
    if as_json:
        print_json({
            "name": profile.name or login_name(),
            "named": bool(profile.name),
            "colour": COLOURS[profile.colour - 1] if profile.colour else "",
            "fingerprint": fingerprint(me.key),
            "words": in_words(me.key),
            "key": me.key.hex(),
            "folder": str(folder()),
        })  # fmt: skip
        return 0
    cells = CELLS if can_show("".join(CELLS)) else LETTERS
    print_lines(f"Name         {profile.name or f'{login_name()} (of your login; tether identity set --name NAME)'}")
    print_lines(f"Colour       {COLOURS[profile.colour - 1] if profile.colour else 'that of your seat'}")
    print_lines(f"Fingerprint  {fingerprint(me.key)}")
    print_lines(f"In words     {in_words(me.key)}")
    print_lines(f"Saved in     {folder()}")
    for row in picture(me.key).rows:
        print_lines(f"             {''.join(cells[cell] for cell in row)}".rstrip())
    return 0


def set_command(name: str | None, colour: str, as_json: bool) -> int:
    """Change the name or the colour."""
    if name is None and not colour:
        raise click.UsageError("nothing to change: use --name NAME or --colour COLOUR")
    if name is not None and not name.strip():
        raise click.UsageError(f"--name {quoted(name)}: a name is {NAME_RULE}")
    before = read_profile(folder())
    profile = Profile(named(name or "") or before.name, colour_named(colour) if colour else before.colour)
    try:
        write_profile(folder(), profile)
    except OSError as wrong:
        raise click.ClickException(f"The profile cannot be saved: {reason_with_file(wrong)}") from None
    return show(as_json)


def export(file: Path, passphrase: str | None, as_json: bool) -> int:
    """Save the identity to a file."""
    if str(file) == "-":
        raise click.UsageError("an identity is not written to standard output: name a file")
    passphrase = passphrase or _asked(f"Passphrase (at least {MIN_PASSPHRASE_LENGTH} characters)", twice=True)
    passport = transfer.passport_of(folder(), load_identity())
    try:
        transfer.write(file, passport, passphrase)
    except (OSError, BadTransfer) as wrong:
        raise click.ClickException(reason_with_file(wrong)) from None
    if as_json:
        print_json({"written": str(file), "fingerprint": fingerprint(Identity(passport.seed).key)})
        return 0
    print_lines(
        f"Your identity is in {file}. Anyone with the file and the passphrase can play as you: keep them apart."
    )
    return 0


def import_command(file: Path, passphrase: str | None, as_json: bool) -> int:
    """Replace this user's identity by the one in a file."""
    passphrase = passphrase or _asked("Passphrase")
    try:
        transfer.install(folder(), transfer.read(file, passphrase))
    except (OSError, ValueError) as wrong:
        raise click.ClickException(reason_with_file(wrong)) from None
    return show(as_json)


def known_command(as_json: bool) -> int:
    """Print the known players; return 1 if there are none."""
    players = _players()
    if as_json:
        print_json([_data(met) for met in players.players])
        return 0 if players.players else 1
    if not players.players:
        print_lines("You have met nobody yet. Players are added when a match with them begins.")
        return 1
    print_table(COLUMNS, map(_row, players.players))
    return 0


def _row(met: KnownPlayer) -> tuple[str, ...]:
    also = ", ".join(name for name in met.names if name != met.name)
    return met.name, fingerprint(met.identity), in_words(met.identity), str(met.matches), met.first, met.last, also


def _data(met: KnownPlayer) -> Json:
    return {
        "name": met.name, "names": list(met.names), "fingerprint": fingerprint(met.identity),
        "words": in_words(met.identity), "key": met.identity.hex(),
        "matches": met.matches, "first": met.first, "last": met.last,
    }  # fmt: skip


def forget(who: str, as_json: bool) -> int:
    """Forget a known player."""
    players = _players()
    found = [met for met in players.players if _is(met, who)]
    if not found:
        raise click.ClickException(f"You have met nobody called {quoted(who)}; `tether identity known` lists players.")
    if len(found) > 1:
        raise click.ClickException(f"{len(found)} known players are called {quoted(who)}: give a fingerprint instead.")
    try:
        players.forget(found[0].identity)
    except OSError as wrong:
        raise click.ClickException(f"The known players cannot be saved: {reason_with_file(wrong)}") from None
    if as_json:
        print_json({"forgotten": _data(found[0])})
        return 0
    print_lines(f"{found[0].name} ({fingerprint(found[0].identity)}) is forgotten.")
    return 0


def _asked(prompt: str, twice: bool = False) -> str:
    """Return a passphrase typed at the terminal without showing it; raise `UsageError` if there is none."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(f"there is no terminal to ask for a passphrase: set {PASSPHRASE} instead")
    return str(click.prompt(prompt, hide_input=True, confirmation_prompt=twice))


def _players() -> KnownPlayers:
    players = KnownPlayers(folder() / known_players.FILE)
    if players.trouble:
        raise click.ClickException(players.trouble)
    return players


def _is(met: KnownPlayer, who: str) -> bool:
    return fingerprint(met.identity) == who.strip().upper() or any(confusable(who, name) for name in met.names)
