"""The words of games of the kit. They are no part of the rules."""
