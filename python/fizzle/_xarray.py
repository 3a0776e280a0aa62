"""Sweeps for xarray."""

try:
    import pandas
    import xarray  # noqa: F401 (pandas imports it later)
except ModuleNotFoundError as error:
    error.add_note('to_xarray needs pandas and xarray: pip install "fizzle[xarray]"')
    raise


def dataset(keys: list[str], columns: dict[str, list]):
    # An index has no place for a missing value.
    axes = {key: ["unset" if value is None else value for value in columns[key]] for key in keys}
    return pandas.DataFrame({**columns, **axes}).set_index(keys).to_xarray()
