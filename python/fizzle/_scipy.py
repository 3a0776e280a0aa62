"""Distributions for scipy.stats."""

try:
    import numpy
    import scipy.stats
except ModuleNotFoundError as error:
    error.add_note('to_scipy needs SciPy: pip install "fizzle[scipy]"')
    raise


def discrete(name: str, values: list[int], probabilities: list[float]):
    # Its own methods sum up the probabilities, which need not be 1 to the last digit.
    weights = numpy.array(probabilities)
    return scipy.stats.rv_discrete(name=name, values=(values, weights / weights.sum()))
