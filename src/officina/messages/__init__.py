"""Every message of the JSON API, in and out, defined once: the server answers with these, the client reads them.

What a table action is asked with is defined here, too, whoever asks for it: the API, a form or a page's socket.
What is asked for is strict (an unknown field is refused), what is answered may grow: a client ignores fields that it does
not know. Seats are counted from 0.
"""

from officina.messages.bounds import *  # noqa: F403
from officina.messages.company import *  # noqa: F403
from officina.messages.failures import *  # noqa: F403
from officina.messages.games import *  # noqa: F403
from officina.messages.playing import *  # noqa: F403
from officina.messages.queries import *  # noqa: F403
from officina.messages.tables import *  # noqa: F403
