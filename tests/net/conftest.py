"""Settings for property tests: no deadline, since times mean nothing on a busy computer."""

from hypothesis import settings

settings.register_profile("tether", deadline=None)
settings.load_profile("tether")
