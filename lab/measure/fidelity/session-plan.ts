/** A session to compare: its commands, and what its project holds before the first. */
import type { SessionRow } from "../sessions/in-workspace.ts";

export interface SessionPlan {
  readonly session: string;
  /** Whether it came with the data or is one of our own. */
  readonly from: "data" | "own";
  /** A package of `node_modules` whose files are the project; otherwise the files that the commands speak of. */
  readonly tree?: string;
  readonly rows: readonly SessionRow[];
}

/** Sessions of the data, each with its rows in their order. */
export function plansOf(rows: readonly SessionRow[]): readonly SessionPlan[] {
  const found = Map.groupBy(rows, ({ session }) => session);
  return [...found].map(([session, each]) => ({
    session,
    from: "data",
    rows: each.toSorted((one, other) => one.index - other.index),
  }));
}
