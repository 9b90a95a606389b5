"""The models that `models.py` writes: each is a function that gives a module and the calls to record.

A file here holds models of one sort. Annotations are as the oldest releases parse them. What a release cannot compile is no error of
these files: `models.py` lists it with the message.
"""

MODELS = {}


class Model:
    def __init__(self, name, group, what, make):
        self.name, self.group, self.what, self.make = name, group, what, make


def model(what):
    """Registers the function below: it returns a module and the inputs of its calls, each a tuple or (method, tuple)."""

    def register(make):
        group = make.__module__.rsplit(".", 1)[-1]
        assert make.__name__ not in MODELS, make.__name__
        MODELS[make.__name__] = Model(make.__name__, group, what, make)
        return make

    return register


def case(name, what, make):
    """Registers a model that one expression gives."""
    make.__name__ = name
    model(what)(make)
