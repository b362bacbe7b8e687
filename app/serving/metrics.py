"""What a host watches, in the form that Prometheus reads."""

from __future__ import annotations

import os
import sys
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where the workers of one house count together."""

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The numbers of one house, or of one worker of it."""

    def __init__(self) -> None:
        own = self._registry = CollectorRegistry()
        self.sessions = Gauge(
            "diceparlour_sessions", "Visitors who are in", ["door"], registry=own,
            multiprocess_mode="livesum",
        )  # fmt: skip
        self.starts = Counter(
            "diceparlour_starts", "Sessions that were begun", ["door"], registry=own
        )
        self.ends = Counter(
            "diceparlour_ends", "Sessions that ended, by the reason", ["door", "why"], registry=own
        )
        self.refusals = Counter(
            "diceparlour_refusals", "Visitors who were turned away", ["door", "why"], registry=own
        )
        self.crashes = Counter(
            "diceparlour_crashes", "Sessions that ended by an error", ["door"], registry=own
        )
        self.lag = Gauge(
            "diceparlour_loop_lag_seconds", "How late the event loop was at its worst of late",
            registry=own, multiprocess_mode="livemax",
        )  # fmt: skip
        self.first_paint = Histogram(
            "diceparlour_first_paint_seconds", "From coming in to the first picture",
            registry=own, buckets=(0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )  # fmt: skip
        for door in ("ssh", "web"):
            self.sessions.labels(door)
            self.starts.labels(door)
            self.crashes.labels(door)

    def text(self) -> bytes:
        """All numbers; those of every worker where several serve one house."""
        if SHARED in os.environ:
            everybody = CollectorRegistry()
            MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
            return generate_latest(everybody)
        return generate_latest(self._registry)


def shared_is_set_up() -> bool:
    """Whether counting together was decided before the library was loaded, as it must be."""
    return SHARED in os.environ or "prometheus_client" not in sys.modules
