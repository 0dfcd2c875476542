# SPDX-License-Identifier: EUPL-1.2
"""Waits for conditions; all drivers share this."""

import time

FAR_S = 60
PAUSE_S = 0.02


def comes(condition, limit_s=FAR_S):
    """Waits until the condition is true, and returns its value; after the limit, the last false value."""
    end = time.monotonic() + limit_s
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(PAUSE_S)
    return found
