# SPDX-License-Identifier: EUPL-1.2
"""Completions of the command line for bash, zsh and fish. Where a value or a place stands, the shell offers files."""

import re


def words_of(command):
    return [*(sub.name for sub in command.commands), *(name for option in command.options for name in option.names)]


def with_value(program):
    """The options that take a value, of all commands."""
    return sorted({name for _, command in program.below() for option in command.options if option.value for name in option.names})


def bash(program):
    function = f"_{program.name.replace('-', '_')}"
    cases = "".join(f"    {quoted(' '.join(names[1:]))}) words={quoted(' '.join(words_of(command)))} ;;\n" for names, command in program.below())
    groups = "|".join(quoted(" ".join(names[1:])) for names, command in program.below() if command.commands)
    return f"""# Completion of {program.name} for bash. Made from its commands.
{function}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} path='' word words=''
  COMPREPLY=()
  case $previous in
    {'|'.join(with_value(program))}) return ;;
  esac
  # The chosen command: words without dashes, as long as a command may follow.
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in -*) continue ;; esac
    case $path in
      {groups}) path=${{path:+$path }}$word ;;
      *) break ;;
    esac
  done
  case $path in
{cases}  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o bashdefault -o default -F {function} {program.name}
"""


def fish(program):
    text = f"# Completion of {program.name} for fish. Made from its commands.\n"
    for names, command in program.below():
        condition = fish_condition(names[1:], command)
        for sub in command.commands:
            text += f"complete -c {program.name} -f {condition} -a {sub.name} -d {quoted(sub.help)}\n"
        for option in command.options:
            names_of = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            text += f"complete -c {program.name} {condition} {names_of}{' -r' if option.value else ''} -d {quoted(option.help)}\n"
    return text


def fish_condition(path, command):
    """The words before the cursor choose this command and none below it."""
    if not path:
        return "-n __fish_use_subcommand"
    conditions = [f"__fish_seen_subcommand_from {name}" for name in path]
    if command.commands:
        conditions.append(f"not __fish_seen_subcommand_from {' '.join(sub.name for sub in command.commands)}")
    return f"-n {quoted('; and '.join(conditions))}"


def zsh(program):
    function = f"_{program.name.replace('-', '_')}"
    text = f"#compdef {program.name}\n# Completion of {program.name} for zsh. Made from its commands.\n"
    for names, command in reversed(list(program.below())):
        text += zsh_function("__".join([function, *(name.replace("-", "_") for name in names[1:])]), command)
    return text + f'{function} "$@"\n'


def zsh_function(name, command):
    specs = [f"{quoted(zsh_option(option, each))}" for option in command.options for each in option.names]
    if not command.commands:
        lines = " \\\n    ".join([*specs, "'*:file:_files'"])
        return f"{name}() {{\n  _arguments \\\n    {lines}\n}}\n"
    described = "\n    ".join(quoted(f"{sub.name}:{sub.help}") for sub in command.commands)
    cases = "\n".join(f"        {sub.name}) {name}__{sub.name.replace('-', '_')} ;;" for sub in command.commands)
    lines = " \\\n    ".join([*specs, "'1:command:->command'", "'*::argument:->argument'"])
    return f"""{name}() {{
  local curcontext=$curcontext state line
  local -a commands=(
    {described}
  )
  _arguments -C \\
    {lines}
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
{cases}
      esac
      ;;
  esac
}}
"""


def zsh_option(option, name):
    text = re.sub(r"[][:\\]", r"\\\g<0>", option.help)
    return f"{name}[{text}]" + (f":{option.placeholder}:_files" if option.value else "")


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"
