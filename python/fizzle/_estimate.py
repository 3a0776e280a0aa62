"""Numbers that carry their error."""


class Estimate(float):
    """A number with its standard error, and the ends of its 95 % interval."""

    __slots__ = ("error", "high", "low")

    error: float
    low: float
    high: float

    def __new__(cls, value: float, error: float = 0.0, low: float | None = None, high: float | None = None):
        self = super().__new__(cls, value)
        self.error = error
        self.low = value if low is None else low
        self.high = value if high is None else high
        return self

    def __getnewargs__(self) -> tuple[float, float, float, float]:
        return float(self), self.error, self.low, self.high

    def __repr__(self) -> str:
        value = float.__repr__(self)
        return value if self.low == self.high else f"{value} ({self.low:.6g} to {self.high:.6g})"

    __str__ = float.__repr__
