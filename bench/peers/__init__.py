# SPDX-License-Identifier: EUPL-1.2
"""The servers that are compared. Each offers

    load(inventory)                       into its folder; nothing where that is done
    serve()                               a context in which it answers
    check(requests)                       (total, numbers) of each
    measure(requests, clients, seconds)   Figures
    explain(requests)                     how it goes about it, as text

and keeps its settings, schema and statements in the files next to its module.
"""
