"""Releases as tables write them: `0.2.0-0.3.0,1.0.0-`."""


def number(release):
    """What releases are ordered by."""
    return tuple(int(part) for part in release.split("."))


def runs(held, releases):
    """Places of the first and the last of neighbours in `releases` that are all in `held`."""
    found = []
    for at, release in enumerate(releases):
        if release not in held:
            continue
        if found and found[-1][1] == at - 1:
            found[-1][1] = at
        else:
            found.append([at, at])
    return found


def interval(first, last, releases):
    """One that goes on to the newest release has no end."""
    if last == len(releases) - 1:
        return f"{releases[first]}-"
    return releases[first] if first == last else f"{releases[first]}-{releases[last]}"


def intervals(held, releases):
    return ",".join(interval(first, last, releases) for first, last in runs(held, releases))
