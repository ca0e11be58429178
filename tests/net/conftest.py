"""Property tests without a deadline, since a busy computer makes times meaningless."""

from hypothesis import settings

settings.register_profile("tether", deadline=None)
settings.load_profile("tether")
