"""Every message of the JSON API, by the name under which programs know it: see :mod:`officina.messages`."""

from officina.messages import *  # noqa: F403
