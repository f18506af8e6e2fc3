/** A moment for people: the clock today, the weekday in the last week, the date before that. */

/** From where a moment is looked at. */
export interface Viewpoint {
  readonly nowMs: number;
  /** A name such as `Europe/Berlin`; without one, the zone of this machine. */
  readonly timeZone?: string;
}

/** `10:42`, `Tue 10:42`, `12 May`, `12 May 2025`. A moment that is still to come is never a weekday. */
export function formatMoment(atMs: number, { nowMs, timeZone }: Viewpoint): string {
  const at = calendarOf(atMs, timeZone);
  const now = calendarOf(nowMs, timeZone);
  const clock = `${at.hour}:${at.minute}`;
  const date = `${at.day} ${at.month}`;
  const isThisYear = at.year === now.year;
  if (isThisYear && date === `${now.day} ${now.month}`) return clock;
  if (atMs < nowMs && nowMs - atMs < WEEK_MS) return `${at.weekday} ${clock}`;
  return isThisYear ? date : `${date} ${at.year}`;
}

/** `10:42:07`. */
export function formatClock(atMs: number, timeZone?: string): string {
  const { hour, minute, second } = calendarOf(atMs, timeZone);
  return `${hour}:${minute}:${second}`;
}

const WEEK_MS = 6 * 24 * 60 * 60 * 1000;

type Part = "weekday" | "day" | "month" | "year" | "hour" | "minute" | "second";

function calendarOf(atMs: number, timeZone: string | undefined): Readonly<Record<Part, string>> {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...(timeZone === undefined ? {} : { timeZone }),
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).formatToParts(atMs);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>;
}
