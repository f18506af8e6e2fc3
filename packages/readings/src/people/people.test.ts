import { describe, expect, it } from "vitest";
import { formatBytes } from "./format-bytes.ts";
import { formatCount, formatPlural } from "./format-count.ts";
import { formatDuration } from "./format-duration.ts";
import { formatClock, formatMoment } from "./format-moment.ts";

/** Thursday, noon in Berlin. */
const NOW = Date.UTC(2026, 4, 14, 10, 0);
const BERLIN = "Europe/Berlin";

describe("a duration for people", () => {
  it.each([
    [0, "<1 ms"],
    [0.4, "<1 ms"],
    [1, "1 ms"],
    [19.4, "19 ms"],
    [999.4, "999 ms"],
    [999.6, "1 s"],
    [1_000, "1 s"],
    [12_800, "12.8 s"],
    [59_949, "59.9 s"],
    [59_950, "1 m 00 s"],
    [60_000, "1 m 00 s"],
    [62_000, "1 m 02 s"],
    [3_599_999, "59 m 59 s"],
    [11_100_000, "3 h 05 m"],
    [86_399_999, "23 h 59 m"],
    [187_200_000, "2 d 4 h"],
  ])("of %d ms is written %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe("a moment for people", () => {
  it.each([
    ["2026-05-14T07:05:00Z", "09:05"],
    ["2026-05-13T22:00:00Z", "00:00"],
    ["2026-05-13T21:59:00Z", "Wed 23:59"],
    ["2026-05-12T07:05:00Z", "Tue 09:05"],
    ["2026-05-08T10:00:00.001Z", "Fri 12:00"],
    ["2026-05-08T10:00:00Z", "8 May"],
    ["2026-04-02T07:05:00Z", "2 Apr"],
    ["2025-09-02T07:05:00Z", "2 Sep 2025"],
    ["2025-05-14T07:05:00Z", "14 May 2025"],
    ["2026-05-15T07:05:00Z", "15 May"],
    ["2026-05-14T20:05:00Z", "22:05"],
  ])("%s is written %s in Berlin", (at, text) => {
    expect(formatMoment(Date.parse(at), { nowMs: NOW, timeZone: BERLIN })).toBe(text);
  });

  it("is another one in another zone", () => {
    const at = Date.parse("2026-05-14T02:05:09Z");
    expect(formatMoment(at, { nowMs: NOW, timeZone: "America/New_York" })).toBe("Wed 22:05");
    expect(formatClock(at, "America/New_York")).toBe("22:05:09");
    expect(formatClock(at, BERLIN)).toBe("04:05:09");
  });

  it("of last year's last week is a weekday", () => {
    const zone = { nowMs: Date.UTC(2026, 0, 2, 12), timeZone: "UTC" };
    expect(formatMoment(Date.UTC(2025, 11, 31, 8), zone)).toBe("Wed 08:00");
  });

  it("is in the zone of the machine where none is given", () => {
    const at = new Date(2026, 4, 14, 9, 5, 7).getTime();
    expect(formatMoment(at, { nowMs: at })).toBe("09:05");
    expect(formatClock(at)).toBe("09:05:07");
  });
});

describe("a size for people", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1 KB"],
    [1_500, "1.5 KB"],
    [9_994, "9.99 KB"],
    [9_996, "10 KB"],
    [99_949, "99.9 KB"],
    [99_950, "100 KB"],
    [412_300, "412 KB"],
    [999_499, "999 KB"],
    [999_500, "1 MB"],
    [3_750_000, "3.75 MB"],
    [2 ** 50, "1126 TB"],
  ])("of %d bytes is written %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("a count for people", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1_204, "1,204"],
    [48_112.4, "48,112"],
    [1_000_000, "1,000,000"],
    [-1_204, "-1,204"],
  ])("%d is written %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it("agrees with its word", () => {
    expect([formatPlural(1, "match", "matches"), formatPlural(1_204, "call")]).toEqual([
      "1 match",
      "1,204 calls",
    ]);
  });
});
