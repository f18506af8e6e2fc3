/** Counts per tool, by name. The road records each settled call; that costs a look-up and four additions. */

/** The counts, under their wire names. */
export interface ToolMetrics {
  readonly total: number;
  readonly success: number;
  readonly failure: number;
  readonly latency_ms_total: number;
  readonly latency_ms_max: number;
}

interface CallOutcome {
  readonly ok: boolean;
  readonly ms: number;
}

export interface MetricsBook {
  /** Counts a call. Names that were never registered are not counted: a model could fill the memory with them. */
  record(name: string, outcome: CallOutcome): void;
  of(name: string): ToolMetrics;
  /** Every name that was called. */
  all(): ReadonlyMap<string, ToolMetrics>;
  forget(name: string): void;
}

type Counts = { -readonly [K in keyof ToolMetrics]: ToolMetrics[K] };

export function createMetricsBook(isKnown: (name: string) => boolean): MetricsBook {
  const counts = new Map<string, Counts>();
  return {
    record(name, { ok, ms }) {
      let count = counts.get(name);
      if (!count) {
        if (!isKnown(name)) return;
        count = { ...NOTHING };
        counts.set(name, count);
      }
      count.total += 1;
      if (ok) count.success += 1;
      else count.failure += 1;
      count.latency_ms_total += ms;
      if (ms > count.latency_ms_max) count.latency_ms_max = ms;
    },
    of: (name) => ({ ...(counts.get(name) ?? NOTHING) }),
    all: () => new Map([...counts].map(([name, count]) => [name, { ...count }])),
    forget: (name) => void counts.delete(name),
  };
}

const NOTHING: ToolMetrics = Object.freeze({
  total: 0,
  success: 0,
  failure: 0,
  latency_ms_total: 0,
  latency_ms_max: 0,
});
