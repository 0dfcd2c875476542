# SPDX-License-Identifier: EUPL-1.2
"""The file of settings that a package brings: each setting with its meaning and its default, and those of the service set."""

import textwrap

# What the service needs to differ in, and why.
OF_SERVICE = {
    "data": ('"/var/lib/orgreg/register"', ""),
    "empty_register": ('"serve"', "So the service runs before the first import. Then make it refuse: a wrong folder is noticed at once."),
}
BEGINNING = "# The settings of the service orgreg. A line that begins with # shows a default. After a change:\n"
COMMANDS = {
    "orgreg serve --config {path} --show-config": "checks this file",
    "systemctl reload orgreg": "takes what a server can take while it runs",
    "systemctl restart orgreg": "takes everything",
}
END = "# The address is not here: orgreg.socket has it (systemctl edit orgreg.socket).\n"


def make(settings, path):
    unknown = set(OF_SERVICE) - {setting.name for setting in settings}
    if unknown:
        raise SystemExit(f"the program has no settings {unknown}, which the service needs")
    lines = {command.format(path=path): effect for command, effect in COMMANDS.items()}
    width = max(map(len, lines))
    heading = BEGINNING + "".join(f"#   {command:{width}}  {effect}\n" for command, effect in lines.items()) + END
    return heading + "".join(row(setting) for setting in settings)


def row(setting):
    value, reason = OF_SERVICE.get(setting.name, (None, ""))
    words = " ".join(part for part in (setting.help, reason) if part)
    lines = textwrap.wrap(words, 98, initial_indent="# ", subsequent_indent="# ", break_long_words=False, break_on_hyphens=False)
    assigned = f"#{setting.name} = {setting.value}" if value is None else f"{setting.name} = {value}"
    return "\n" + "\n".join([*lines, assigned]) + "\n"
