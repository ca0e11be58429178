"""Command `tether identity`: your identity, the players you know, and moving your key to another computer."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lobby.cli.commands import PASSPHRASE
from lobby.players import known_players, transfer
from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.players.confusables import are_confusable, clean_name
from lobby.players.identity import (
    Identity,
    fingerprint,
    identity_folder,
    key_picture,
    load_own_identity,
    print_in_words,
)
from lobby.players.known_players import KnownPlayer, KnownPlayers
from lobby.players.profile import Profile, login_name, read_profile, write_profile
from lobby.players.transfer import MIN_PASSPHRASE_LENGTH, BadTransfer
from net.cli.arguments.value_types import quote_value
from net.text.errors import error_reason_with_file
from net.text.names import LONGEST, NAME_RULE_TEXT, is_name
from net.text.sanitizer import Json, can_show, print_json, print_lines, print_table

CELLS, LETTERS = ("  ", "▒▒", "██"), ("  ", "..", "##")
"""Characters for a key's picture: block characters, and letters for terminals without them."""
NAME_RULE = NAME_RULE_TEXT
COLUMNS = ("Player", "Key", "In words", "Matches", "First", "Last", "Also called")


def parse_name(text: str) -> str:
    """Return the typed name, or "" if none was typed.

    Raises `UsageError` if the text is too long or not a valid name.
    """
    name = clean_name(text)
    if text and not is_name(name):
        raise click.UsageError(f"--name {quote_value(text)}: a name is {NAME_RULE}")
    if len(name) < len(clean_name(text, len(text) + 1)):
        raise click.UsageError(f"--name {quote_value(text)} is too long: a name has at most {LONGEST} characters")
    return name


def colour_number(word: str) -> int:
    """Return the number of the colour with this name, or `NO_COLOUR` if there is none."""
    return COLOURS.index(word) + 1 if word in COLOURS else NO_COLOUR


def load_identity() -> Identity:
    """Return this user's identity; raise `ClickException` if it cannot be used."""
    try:
        identity = load_own_identity(identity_folder())
    except (OSError, ValueError) as wrong:
        raise click.ClickException(error_reason_with_file(wrong)) from None
    if identity.file is None:
        raise click.ClickException("Another Tether on this computer is using this identity: close it first.")
    return identity


def show(as_json: bool) -> int:
    """Print the name, the colour and the fingerprint; return the exit code."""
    me, profile = load_identity(), read_profile(identity_folder())
    if as_json:
        print_json({
            "name": profile.name or login_name(),
            "named": bool(profile.name),
            "colour": COLOURS[profile.colour - 1] if profile.colour else "",
            "fingerprint": fingerprint(me.key),
            "words": print_in_words(me.key),
            "key": me.key.hex(),
            "folder": str(identity_folder()),
        })  # fmt: skip
        return 0
    cells = CELLS if can_show("".join(CELLS)) else LETTERS
    print_lines(f"Name         {profile.name or f'{login_name()} (of your login; tether identity set --name NAME)'}")
    print_lines(f"Colour       {COLOURS[profile.colour - 1] if profile.colour else 'that of your seat'}")
    print_lines(f"Fingerprint  {fingerprint(me.key)}")
    print_lines(f"In words     {print_in_words(me.key)}")
    print_lines(f"Saved in     {identity_folder()}")
    for row in key_picture(me.key).rows:
        print_lines(f"             {''.join(cells[cell] for cell in row)}".rstrip())
    return 0


def set_command(name: str | None, colour: str, as_json: bool) -> int:
    """Change the name or the colour; return the exit code."""
    if name is None and not colour:
        raise click.UsageError("nothing to change: use --name NAME or --colour COLOUR")
    if name is not None and not name.strip():
        raise click.UsageError(f"--name {quote_value(name)}: a name is {NAME_RULE}")
    before = read_profile(identity_folder())
    profile = Profile(parse_name(name or "") or before.name, colour_number(colour) if colour else before.colour)
    try:
        write_profile(identity_folder(), profile)
    except OSError as wrong:
        raise click.ClickException(f"The profile cannot be saved: {error_reason_with_file(wrong)}") from None
    return show(as_json)


def export(file: Path, passphrase: str | None, as_json: bool) -> int:
    """Save the identity to an encrypted file; return the exit code."""
    if str(file) == "-":
        raise click.UsageError("an identity is not written to standard output: name a file")
    passphrase = passphrase or _ask_passphrase(f"Passphrase (at least {MIN_PASSPHRASE_LENGTH} characters)", twice=True)
    passport = transfer.make_passport(identity_folder(), load_identity())
    try:
        transfer.write(file, passport, passphrase)
    except (OSError, BadTransfer) as wrong:
        raise click.ClickException(error_reason_with_file(wrong)) from None
    if as_json:
        print_json({"written": str(file), "fingerprint": fingerprint(Identity(passport.seed).key)})
        return 0
    print_lines(
        f"Your identity is in {file}. Anyone with the file and the passphrase can play as you: keep them apart."
    )
    return 0


def import_command(file: Path, passphrase: str | None, as_json: bool) -> int:
    """Replace this user's identity by the one in an encrypted file; return the exit code."""
    passphrase = passphrase or _ask_passphrase("Passphrase")
    try:
        transfer.install_passport(identity_folder(), transfer.read(file, passphrase))
    except (OSError, ValueError) as wrong:
        raise click.ClickException(error_reason_with_file(wrong)) from None
    return show(as_json)


def known_command(as_json: bool) -> int:
    """Print the known players; return 1 if there are none."""
    players = _known_players()
    if as_json:
        print_json([_player_data(met) for met in players.players])
        return 0 if players.players else 1
    if not players.players:
        print_lines("You have met nobody yet. Players are added when a match with them begins.")
        return 1
    print_table(COLUMNS, map(_player_row, players.players))
    return 0


def _player_row(met: KnownPlayer) -> tuple[str, ...]:
    also = ", ".join(name for name in met.names if name != met.name)
    return (
        met.name,
        fingerprint(met.identity),
        print_in_words(met.identity),
        str(met.matches),
        met.first,
        met.last,
        also,
    )


def _player_data(met: KnownPlayer) -> Json:
    return {
        "name": met.name, "names": list(met.names), "fingerprint": fingerprint(met.identity),
        "words": print_in_words(met.identity), "key": met.identity.hex(),
        "matches": met.matches, "first": met.first, "last": met.last,
    }  # fmt: skip


def forget(who: str, as_json: bool) -> int:
    """Forget a known player; return the exit code."""
    players = _known_players()
    found = [met for met in players.players if _matches(met, who)]
    if not found:
        raise click.ClickException(
            f"You have met nobody called {quote_value(who)}; `tether identity known` lists players."
        )
    if len(found) > 1:
        raise click.ClickException(
            f"{len(found)} known players are called {quote_value(who)}: give a fingerprint instead."
        )
    try:
        players.forget(found[0].identity)
    except OSError as wrong:
        raise click.ClickException(f"The known players cannot be saved: {error_reason_with_file(wrong)}") from None
    if as_json:
        print_json({"forgotten": _player_data(found[0])})
        return 0
    print_lines(f"{found[0].name} ({fingerprint(found[0].identity)}) is forgotten.")
    return 0


def _ask_passphrase(prompt: str, twice: bool = False) -> str:
    """Return a passphrase typed at the terminal, without showing it; raise `UsageError` for an empty one."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(f"there is no terminal to ask for a passphrase: set {PASSPHRASE} instead")
    return str(click.prompt(prompt, hide_input=True, confirmation_prompt=twice))


def _known_players() -> KnownPlayers:
    players = KnownPlayers(identity_folder() / known_players.FILE)
    if players.trouble:
        raise click.ClickException(players.trouble)
    return players


def _matches(met: KnownPlayer, who: str) -> bool:
    return fingerprint(met.identity) == who.strip().upper() or any(are_confusable(who, name) for name in met.names)
