/** A moment for people: the clock today, the weekday in the last week, the date before that. Local time. */
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const WEEK_MS = 6 * 24 * 60 * 60 * 1000;

/** `10:42`, `Tue 10:42`, `12 May`, `12 May 2025`. */
export function formatMoment(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const now = new Date(nowMs);
  const clock = `${pad(at.getHours())}:${pad(at.getMinutes())}`;
  if (at.toDateString() === now.toDateString()) return clock;
  if (atMs < nowMs && nowMs - atMs < WEEK_MS) return `${DAYS[at.getDay()]} ${clock}`;
  const date = `${at.getDate()} ${MONTHS[at.getMonth()]}`;
  return at.getFullYear() === now.getFullYear() ? date : `${date} ${at.getFullYear()}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
