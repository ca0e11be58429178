"""`python -m client`: the program with a window."""

import sys

from client.app import main

sys.exit(main())
