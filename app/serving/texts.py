"""What the house says at its doors; see `app.texts`."""

from __future__ import annotations

from typing import Final

from app.texts import Text

# The command

SERVE_HELP: Final = Text(
    "Open the house to others: over SSH, and in a browser.\n\n"
    "Without --web and --ssh both doors open for this machine alone, on 127.0.0.1:8080 and "
    "127.0.0.1:8022. The log goes to stderr, one JSON object a line."
)
WEB_HELP: Final = Text("Open the door for browsers at this address, such as 127.0.0.1:8080.")
SSH_HELP: Final = Text("Open the door for SSH at this address, such as 0.0.0.0:8022.")
WORKERS_HELP: Final = Text("How many processes share the doors; each takes --sessions visitors.")
ISOLATE_HELP: Final = Text("Run each visitor in a process of its own: safer, and much heavier.")
SESSIONS_HELP: Final = Text("How many visitors one process takes at the same time.")
ADDRESS_HELP: Final = Text("How many visitors one process takes from the same address.")
ORIGIN_HELP: Final = Text(
    "Another site whose pages may open the web door, such as https://example.org; repeatable."
)
PROXY_HELP: Final = Text(
    "The address of a proxy that may tell where visitors come from; repeatable. "
    "Proxies on this machine always may."
)
PUBLIC_HELP: Final = Text("Where the web door is seen from outside, for invitations.")
PASSWORD_HELP: Final = Text("A file whose first line is the password that the house asks for.")
ALLOW_HELP: Final = Text("A file of public keys, as in authorized_keys, that may enter.")
IDLE_HELP: Final = Text("Minutes without a key after which a visitor is shown out; 0 for never.")
LOGIN_HELP: Final = Text("Seconds that a visitor has to say who they are.")
BAD_ADDRESS: Final = Text("{text!r} is no address; write it as HOST:PORT.")
PORT_BUSY: Final = Text("{address} is in use by another program.")
PORT_FAILS: Final = Text("{address} cannot be opened ({reason}).")
FILE_FAILS: Final = Text("{path} cannot be read ({reason}).")
PASSWORD_EMPTY: Final = Text("The first line of {path} is empty, so it is no password.")
NO_KEYS: Final = Text("{path} holds no public key.")
BAD_KEY: Final = Text("Line {line} of {path} is no public key.")
BAD_ORIGIN: Final = Text("{text!r} is no origin; write it as https://example.org.")
NO_WEB_ORIGIN: Final = Text("--origin and --public-url are for the web door, which stays shut.")
PATCH_GONE: Final = Text(
    "This version of Textual has no {name}, which many sessions in one process depend on; "
    "install the version that the house was made for."
)
NOT_HERE: Final = Text("The house cannot be opened to others on this system.")

# At the door

GOODBYE: Final = Text("Goodbye, until next time.")
CRASHED: Final = Text(
    "Something went wrong here and is written down; your table is safe, please come in again."
)
CLOSING: Final = Text("The house closes now; your tables are safe, please come back later.")
IDLE: Final = Text("You were away for {minutes} minutes; your tables are safe.")
TOO_SLOW: Final = Text("Your line takes nothing any more, so the session ends here.")
TOO_FAST: Final = Text("That was too much at once, so the session ends here.")
SHUT_FOR_A_WHILE: Final = Text(
    "Too much came from your address at once; please try again in ten seconds."
)
NO_SHELL: Final = Text("Only the game is here, so nothing else is run: connect without a command.")
NO_TERMINAL: Final = Text("The game needs a terminal: connect with ssh -t.")
DUMB_TERMINAL: Final = Text("The game needs a terminal that can move its cursor.")
FULL: Final = Text("The house is full; please try again in a moment.")
FULL_ADDRESS: Final = Text("There are too many visitors from your address already.")
NOT_STARTED: Final = Text("The game could not be started; please try again.")

# The gate

ASK_PASSWORD: Final = Text("The password of this house, or a code to link this device: ")
ASK_CODE: Final = Text("This house lets in only whom it knows. A code to link this device: ")
WRONG: Final = Text("That is neither the password nor a code that is still good.")
WRONG_CODE: Final = Text("That is no code that is still good.")
SHUT_OUT: Final = Text("That was wrong too often; please try again later.")
NOBODY_KNOWN: Final = Text(
    "Whom the house knows cannot be looked up now, so the door stays shut; please come back soon."
)
TOO_LATE: Final = Text("That took too long, so the door is shut again.")

# People

PERSON: Final = Text("Player {number}")
GUEST: Final = Text("Guest {number}")
CODE_UNKNOWN: Final = Text("There is no such code, or it was used, or its ten minutes are over.")
CODE_TOO_OFTEN: Final = Text("Too many codes were tried; please wait ten minutes.")
CODES_TOO_MANY: Final = Text("Too many codes were asked for; please wait ten minutes.")
PERSON_UNKNOWN: Final = Text("This house does not know that person.")
PEOPLE_FAIL: Final = Text("The list of people cannot be used ({reason}).")

# The page

PAGE_ENDED: Final = Text("The session has ended.")
PAGE_LOST: Final = Text("The line is lost: reconnecting …")
PAGE_AGAIN: Final = Text("Come in again")
PAGE_START: Final = Text("Come in")
FOREIGN: Final = Text("This page belongs to another site, which may not open this house.")
NOT_SOCKET: Final = Text("This is where the page talks to the house; open the page itself.")
NOT_FOUND: Final = Text("There is nothing here.")
