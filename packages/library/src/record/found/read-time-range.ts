/** Reads a range of time as people type it: `7d`, `2026-11-18`, `2026-11-18 10:42`. Dates without a zone are of this machine. */
import { ToolError } from "@toolplane/contract";

export interface TimeWords {
  readonly last?: string;
  readonly from?: string;
  readonly until?: string;
}

export interface TimeRange {
  readonly fromMs?: number;
  readonly untilMs?: number;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
const DAY_MS = 86_400_000;

/** Throws `invalid_input` for what is no time. A day as the end means the whole of it. */
export function readTimeRange({ last, from, until }: TimeWords, nowMs: number): TimeRange {
  const sinceMs = last === undefined ? undefined : nowMs - readSpan(last);
  const fromMs = from === undefined ? sinceMs : readMoment(from);
  const untilMs = until === undefined ? undefined : readMoment(until);
  if (fromMs !== undefined && untilMs !== undefined && fromMs > untilMs)
    throw new ToolError("invalid_input", "The range ends before it begins.");
  const isDay = until !== undefined && DAY.test(until);
  return {
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(untilMs === undefined ? {} : { untilMs: isDay ? untilMs + DAY_MS : untilMs }),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function readSpan(text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count === undefined)
    throw new ToolError(
      "invalid_input",
      `${show(text)} is no span of time: use 30m, 12h, 7d or 2w.`,
    );
  return Number(count) * (UNIT_MS[unit] ?? 0);
}

function readMoment(text: string): number {
  const isMoment =
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text);
  // A bare day would be read as one of UTC.
  const atMs = isMoment
    ? Date.parse(DAY.test(text) ? `${text}T00:00` : text.replace(" ", "T"))
    : Number.NaN;
  if (Number.isNaN(atMs))
    throw new ToolError(
      "invalid_input",
      `${show(text)} is no date: use 2026-11-18 or 2026-11-18T10:42.`,
    );
  return atMs;
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
