"""The match in words; nothing here can change a step, so it is no part of the rules hash."""
