const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `<1 ms`, `19 ms`, `12.8 s`, `1 m 02 s`, `3 h 05 m`, `2 d 4 h`. The second number never rounds up. */
export function formatDuration(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < MINUTE - 50) return `${(ms / SECOND).toFixed(1).replace(/\.0$/, "")} s`;
  if (ms < MINUTE) return "1 m 00 s";
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} m ${pad((ms % MINUTE) / SECOND)} s`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${pad((ms % HOUR) / MINUTE)} m`;
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
}

function pad(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}
