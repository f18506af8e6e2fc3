const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const MOST_MS = 3_600_000;

/** Milliseconds of a time such as `90s` or `5m`; null where it is none, or more than an hour. */
export function readWithin(text: unknown): number | null {
  const [, number, unit = ""] = (typeof text === "string" && /^(\d{1,5})(s|m|h)$/.exec(text)) || [];
  const ms = Number(number) * (UNITS[unit] ?? Number.NaN);
  return ms >= 1 && ms <= MOST_MS ? ms : null;
}
