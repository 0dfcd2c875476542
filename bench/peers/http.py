# SPDX-License-Identifier: EUPL-1.2
"""What the servers that speak HTTP share: latency by http_client, throughput and CPU by wrk."""

import measure

WRK_SCRIPT = """
local requests, at = {}, 0
init = function(args)
  for path in io.lines("%s") do requests[#requests + 1] = wrk.format("GET", path) end
end
request = function() at = at %% #requests + 1; return requests[at] end
done = function(summary, latency, all)
  local e = summary.errors
  print(string.format("RESULT %%d %%d %%f %%f", summary.requests, e.status + e.read + e.write + e.connect + e.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
"""


# Groonga ends each connection with its answer, and now and then a reset overtakes the answer.
MOST_ERRORS = 0.001


class HttpServer:
    """Set by who serves: `process` and `port`."""

    def __init__(self, folder, programs):
        self.folder = folder
        self.client = programs / "http_client"
        self.paths = folder / "paths.txt"
        self.process, self.port = None, 0

    def path_of(self, request):
        return request.path

    def url(self, request):
        return f"http://127.0.0.1:{self.port}{self.path_of(request)}"

    def measure(self, requests, clients, seconds):
        self.paths.write_text("".join(self.path_of(request) + "\n" for request in requests))
        if clients == 1:
            command = [self.client, "--port", self.port, "--paths", self.paths, "--seconds", seconds]
            return measure.ask(command, clients, [self.process.pid], lambda: measure.cpu_seconds(self.process.pid))
        script = self.folder / "paths.lua"
        script.write_text(WRK_SCRIPT % self.paths)
        before = measure.cpu_seconds(self.process.pid)
        answered, errors, p50, p99 = measure.wrk(f"http://127.0.0.1:{self.port}/", script, seconds, clients)
        cpu = (measure.cpu_seconds(self.process.pid) - before) * 1e6 / answered
        if errors > answered * MOST_ERRORS:
            raise SystemExit(f"{self.name}: {errors} of {answered} answers were wrong")
        return measure.Figures(answered, answered / seconds, p50, p99, cpu)
