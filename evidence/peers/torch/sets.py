"""The sets of PyTorch files that no rule was made from: which groups of models each has, and which models have further forms.

For `unseen_set.py`, which any Python runs, and `unseen.py`, which each release runs: no torch here. A group is a module beside this file.
"""


class Set:
    """`about` is for readers. `groups` are modules. `extra` are `_extra_files` by model; `raising` are models that are meant to raise.

    `forms` are further forms: (extension, form of `models.py`, from which release on, which models).
    """

    def __init__(self, about, groups, forms, extra, raising):
        self.about, self.groups, self.forms, self.extra, self.raising = about, groups, forms, extra, raising


def modules(prefix, names):
    return [prefix + name for name in names.split()]


#: Those that are in the tree; evidence/unseen/content.toml says where those are that were scored.
SETS = {}
