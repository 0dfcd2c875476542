# SPDX-License-Identifier: EUPL-1.2
"""Clients that ask without a pause, half of them over connections that they keep, and count what goes wrong."""

import http.client
import threading

CLIENTS = 6
PATH = "/enhetsregisteret/api/enheter?size=1"
TIMEOUT_S = 20


class SteadyLoad:
    """`with SteadyLoad(port) as load:` — afterwards `load.answers` and `load.failures` say how it went. `tls` is a context of the module ssl."""

    def __init__(self, port, tls=None):
        self._port = port
        self._tls = tls
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._ask, args=(number % 2 == 0,)) for number in range(CLIENTS)]
        self.answers = 0
        self.failures = []

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _connection(self):
        if self._tls:
            return http.client.HTTPSConnection("127.0.0.1", self._port, timeout=TIMEOUT_S, context=self._tls)
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_S)

    def _ask(self, keeps):
        connection = None
        while not self._stop.is_set():
            if connection is None:
                connection = self._connection()
            failure = None
            try:
                connection.request("GET", PATH)
                answer = connection.getresponse()
                answer.read()
                failure = None if answer.status == 200 else f"status {answer.status}"
                must_close = answer.will_close or not keeps
            except (OSError, http.client.HTTPException) as error:
                failure, must_close = repr(error), True
            with self._lock:
                self.answers += 1
                if failure:
                    self.failures.append(failure)
            if must_close:
                connection.close()
                connection = None
