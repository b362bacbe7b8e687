"""What every test may rely on."""

from __future__ import annotations

import os
import signal

# Started in the background, a shell hands down an ignored SIGINT, and with it every process that a
# test starts would be deaf to the Ctrl-C that the test sends.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests bring their own journals; whoever runs them may have one in a database.
os.environ.pop("DICEPARLOUR_JOURNAL", None)
