"""The match in words. Nothing in here can change what a step does, so it is no part of the rules hash."""
