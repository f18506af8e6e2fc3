import { expect, it } from "vitest";
import { readTimeRange } from "./read-time-range.ts";

const DAY_MS = 86_400_000;
const localMs = (text: string): number => new Date(text).getTime();

it("reads spans, days and moments", () => {
  expect(readTimeRange({ last: "7d" }, 10 * DAY_MS)).toEqual({ fromMs: 3 * DAY_MS });
  expect(readTimeRange({ from: "2026-11-01", until: "2026-11-02" }, 0)).toEqual({
    fromMs: localMs("2026-11-01T00:00"),
    untilMs: localMs("2026-11-02T00:00") + DAY_MS,
  });
  expect(readTimeRange({ until: "2026-11-02 10:42" }, 0)).toEqual({
    untilMs: localMs("2026-11-02T10:42"),
  });
  expect(readTimeRange({}, 5)).toEqual({});
});

it.each([
  [{ last: "seven days" }, '"seven days" is no span of time: use 30m, 12h, 7d or 2w.'],
  [{ from: "yesterday" }, '"yesterday" is no date: use 2026-11-18 or 2026-11-18T10:42.'],
  [{ from: "2026-13-41" }, '"2026-13-41" is no date: use 2026-11-18 or 2026-11-18T10:42.'],
  [{ from: "2026-11-02", until: "2026-11-01" }, "The range ends before it begins."],
])("refuses %j", (words, message) => {
  expect(() => readTimeRange(words, 0)).toThrow(message);
});
