/**
 * Plans what taking back, or making again, would do to each file, before anything is touched. Only a file that is as the session
 * left it can be moved; one that was changed since is reported so and never overwritten. Where a change from outside came between
 * two changes of the session, the later ones can go and the earlier ones stay.
 */
import { createHash } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import type { JournalEntry } from "@toolplane/contract";
import { errorCode, isWithin } from "@toolplane/readings";

export type MoveAction = "undo" | "redo";

/** Reasons that keep changes where they are: the file is not as they left it, or was not between them. */
export type MoveObstacle = "changed since" | "changed between";

export interface FileMove {
  readonly path: string;
  /** The changes to move, in the order in which they were made. None when an obstacle keeps all of them. */
  readonly entries: readonly JournalEntry[];
  /** Content addresses of the file there now, as the journal has it, and of the one that would be. Null: no file. */
  readonly from: string | null;
  readonly to: string | null;
  readonly obstacle: MoveObstacle | null;
  /** Calls of the session that changed the file after the one that was chosen, the last one first: they build on it. */
  readonly later: readonly string[];
}

/** The changes that are meant. Everything that can be moved unless said. */
export interface MoveChoice {
  readonly action: MoveAction;
  /** Only what this call changed. */
  readonly callId?: string;
  /** Only these files, by their real paths. */
  readonly paths?: readonly string[];
  /** Not these files, nor anything below them. */
  readonly without?: readonly string[];
  /** Looks whether a path is as a command left it. Without it that is found out when the change is moved. */
  readonly isAsLeft?: (address: string) => boolean;
}

/** Plans, file by file, in the order in which they were first changed. Reads files, and changes none. */
export async function planMoves(
  changes: readonly JournalEntry[],
  choice: MoveChoice,
): Promise<readonly FileMove[]> {
  const files = Map.groupBy(changes, ({ path }) => path);
  const moves: FileMove[] = [];
  for (const [path, own] of files) {
    if (choice.paths && !choice.paths.includes(path)) continue;
    if (choice.without?.some((one) => isWithin(path, one)) === true) continue;
    const movable = movableOf(own, choice.action).filter(
      ({ callId }) => choice.callId === undefined || callId === choice.callId,
    );
    if (movable.length === 0) continue;
    const later = laterThan(movable, own, choice.action);
    moves.push({ ...(await planFile(path, movable, choice)), later });
  }
  return moves;
}

/** Undone changes that something followed are history: nothing leads back to them. */
function movableOf(own: readonly JournalEntry[], action: MoveAction): readonly JournalEntry[] {
  if (action === "undo") return own.filter(({ undone }) => !undone);
  return own.slice(own.findLastIndex(({ undone }) => !undone) + 1);
}

/** Calls whose changes have to go before these can. */
function laterThan(
  movable: readonly JournalEntry[],
  own: readonly JournalEntry[],
  action: MoveAction,
): readonly string[] {
  if (action === "redo") return [];
  const after = own.slice(own.findIndex(({ id }) => id === movable.at(-1)?.id) + 1);
  return [...new Set(after.filter(({ undone }) => !undone).map(({ callId }) => callId))].reverse();
}

async function planFile(
  path: string,
  movable: readonly JournalEntry[],
  { action, isAsLeft = () => true }: MoveChoice,
): Promise<Omit<FileMove, "later">> {
  const entries = unbroken(movable, action);
  const first = entries[0] as JournalEntry;
  const last = entries.at(-1) as JournalEntry;
  const [from, to] = action === "undo" ? [last.after, first.before] : [first.before, last.after];
  const stands = isLanded(from) ? isAsLeft(from) : (await addressOf(path)) === from;
  if (!stands) return { path, entries: [], from, to, obstacle: "changed since" };
  const obstacle = entries.length < movable.length ? "changed between" : null;
  return { path, entries, from, to, obstacle };
}

/** Undo begins at the end and goes back as far as each change follows on the one before; redo the other way round. */
function unbroken(movable: readonly JournalEntry[], action: MoveAction): readonly JournalEntry[] {
  const joins = (index: number): boolean => {
    const before = movable[index - 1]?.after;
    const after = movable[index]?.before;
    return before === after || isLanded(before) || isLanded(after);
  };
  if (action === "undo") {
    let from = movable.length - 1;
    while (from > 0 && joins(from)) from -= 1;
    return movable.slice(from);
  }
  let until = 1;
  while (until < movable.length && joins(until)) until += 1;
  return movable.slice(0, until);
}

/** True for a command's change: only the host knows what it left, and looks once more when the change is moved. */
function isLanded(address: string | null | undefined): address is string {
  return address?.startsWith("landed:") === true;
}

/** Address of what is at a path, as the journal names it. Something that is no file and no link is never what a change left. */
async function addressOf(path: string): Promise<string | null | undefined> {
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return `link:${await readlink(path)}`;
    if (!stat.isFile()) return undefined;
    return createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? null : undefined;
  }
}
