# SPDX-License-Identifier: EUPL-1.2
"""Processes that are started again when they end, as a service manager does. One thread."""

import signal
import subprocess
import time

AGAIN_AFTER_S = 1
STOP_S = 40


class Process:
    """One of them. Its output goes to a file; `started` counts its starts."""

    def __init__(self, kind, name, command, log, env=None, fds=()):
        self.kind, self.name, self.command, self.log, self.env, self.fds = kind, name, command, log, env, fds
        self.started, self.running, self.ended, self.is_halted = 0, None, 0.0, False

    @property
    def pid(self):
        return self.running.pid if self.running else 0

    def start(self):
        self.started += 1
        self.is_halted = False
        with open(self.log, "ab") as log:
            self.running = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.env, pass_fds=self.fds,
                                            start_new_session=True)

    def tend(self):
        """Starts it again if it ended; True if it did so just now."""
        if self.running and self.running.poll() is not None:
            self.running, self.ended = None, time.monotonic()
        if self.running or self.is_halted or time.monotonic() < self.ended + AGAIN_AFTER_S:
            return False
        self.start()
        return True

    def stop(self):
        """Asks it to end; it is not started again."""
        if self.running and self.running.poll() is None:
            self.running.send_signal(signal.SIGCONT)
            self.running.terminate()

    def halt(self):
        """Ends it, until it is started again by hand."""
        self.stop()
        self.wait()
        self.is_halted = True

    def wait(self):
        if not self.running:
            return
        try:
            self.running.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.running.kill()
            self.running.wait()
        self.running = None
