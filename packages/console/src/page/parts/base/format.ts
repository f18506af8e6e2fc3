/** Numbers and moments as people read them: units, thin precision, clock today, weekday this week, date before. */

export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

export function formatPlural(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

export function formatDuration(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, "")} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} m ${String(Math.floor(ms / 1_000) % 60).padStart(2, "0")} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} m`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 6 * DAY_MS;

export function formatMoment(atMs: number, nowMs: number = Date.now()): string {
  const at = new Date(atMs);
  const clock = at.toTimeString().slice(0, 5);
  if (new Date(nowMs).toDateString() === at.toDateString()) return clock;
  if (nowMs - atMs < WEEK_MS)
    return `${at.toLocaleDateString("en-GB", { weekday: "short" })} ${clock}`;
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

export function formatClock(atMs: number): string {
  return new Date(atMs).toTimeString().slice(0, 8);
}

/** A path as a person would type it in the workspace. */
export function shortPath(path: string, workspace: string | null): string {
  if (workspace === null) return path;
  if (path === workspace) return ".";
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

export function baseName(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? path;
}
