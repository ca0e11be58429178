"""Property tests on a busy computer: how long an example takes says nothing."""

from hypothesis import settings

settings.register_profile("tether", deadline=None)
settings.load_profile("tether")
