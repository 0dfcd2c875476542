# SPDX-License-Identifier: EUPL-1.2
"""Damages that any file can have. Each changes `data`, a bytearray, and returns a description."""

BLOCK, PAGE = 4096, 16384


def flip_bits(random, data, count=1):
    places = [(random.randrange(len(data)), random.randrange(8)) for _ in range(count)]
    for place, bit in places:
        data[place] ^= 1 << bit
    return f"bits {places} flipped"


def zero_block(random, data):
    at = random.randrange(0, len(data), BLOCK)
    data[at:at + BLOCK] = bytes(len(data[at:at + BLOCK]))
    return f"zeroes at {at}"


def cut(random, data, *places):
    """Truncates the file at one of the places, at some byte, or before the last one."""
    at = max(0, random.choice((*places, random.randrange(len(data)), len(data) - 1)))
    del data[at:]
    return f"cut at {at}"


def swap_blocks(random, data, size=BLOCK):
    one, other = (random.randrange(max(1, len(data) // size)) * size for _ in range(2))
    first, second = bytes(data[one:one + size]), bytes(data[other:other + size])
    if len(first) == len(second):
        data[one:one + size], data[other:other + size] = second, first
    return f"{size} bytes at {one} and {other} swapped"


def append(random, data, sizes=(1,)):
    data += random.randbytes(random.choice(sizes))
    return "bytes appended"
