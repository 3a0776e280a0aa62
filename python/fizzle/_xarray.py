"""Sweeps for xarray."""

import pandas


def dataset(keys: list[str], columns: dict[str, list]):
    return pandas.DataFrame(columns).set_index(keys).to_xarray()
