# SPDX-License-Identifier: EUPL-1.2
"""Checks a feed against the rules of RFC 4287 that readers rely on."""

import re
import xml.etree.ElementTree as ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
# RFC 4287, section 3.3, and RFC 3339.
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
# An IRI with its scheme.
IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+")
TAG = re.compile(r"tag:[a-z0-9.-]+,\d{4}(-\d\d(-\d\d)?)?:\S+")


def faults_of_parts(part, name):
    """What is wrong with the elements that a feed and an entry share."""
    faults = []
    for element in ("id", "title", "updated"):
        if len(part.findall(ATOM + element)) != 1:
            faults.append(f"{name} does not have exactly one {element}")
    for element in ("id", "title"):
        if not (part.findtext(ATOM + element) or "").strip():
            faults.append(f"the {element} of {name} is empty")
    if not IRI.fullmatch(part.findtext(ATOM + "id") or ""):
        faults.append(f"the id of {name} is no IRI")
    if not TIME.fullmatch(part.findtext(ATOM + "updated") or ""):
        faults.append(f"{name} was updated at no time of RFC 3339")
    alternates = [(link.get("type"), link.get("hreflang")) for link in part.findall(ATOM + "link")
                  if link.get("rel", "alternate") == "alternate"]
    if len(alternates) != len(set(alternates)):
        faults.append(f"{name} has two alternate links of one type")
    if not alternates and part.find(ATOM + "content") is None:
        faults.append(f"{name} has neither content nor an alternate link")
    for link in part.findall(ATOM + "link"):
        if not IRI.fullmatch(link.get("href", "")):
            faults.append(f"a link of {name} is not absolute: {link.get('href')}")
    return faults


def faults_in(body):
    """Returns what is wrong with a feed; nothing if it is right."""
    try:
        feed = ElementTree.fromstring(body)
    except ElementTree.ParseError as error:
        return [f"it is not well-formed: {error}"]
    if feed.tag != ATOM + "feed":
        return [f"the root is {feed.tag}"]
    faults = faults_of_parts(feed, "the feed")
    if not any(link.get("rel") == "self" for link in feed.findall(ATOM + "link")):
        faults.append("the feed has no link to itself")
    if not feed.findtext(f"{ATOM}author/{ATOM}name"):
        faults.append("the feed has no author")
    entries = feed.findall(ATOM + "entry")
    ids = [entry.findtext(ATOM + "id") for entry in entries]
    if len(ids) != len(set(ids)):
        faults.append("two entries have one id")
    faults += [f"{name} is no tag URI" for name in ids if not TAG.fullmatch(name or "")]
    for entry in entries:
        faults += faults_of_parts(entry, f"entry {entry.findtext(ATOM + 'id')}")
    times = [entry.findtext(ATOM + "updated") for entry in entries]
    if times != sorted(times, reverse=True):
        faults.append("the newest entry is not the first")
    if times and feed.findtext(ATOM + "updated") != times[0]:
        faults.append("the feed was not updated with its newest entry")
    return faults
