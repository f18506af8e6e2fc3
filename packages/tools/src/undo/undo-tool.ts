/**
 * Takes file changes of this session back, and makes them again. Content comes from the journal and never overwrites
 * what came later: the door refuses that with `conflict`. Named files are in the footprint, so they are judged and
 * asked about like any write; without names the door judges each file when the journal has named it.
 */

import type { JournalEntry } from "@toolplane/contract";
import {
  defineTool,
  isToolError,
  type JournalDoor,
  output,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import { lastCall, lastOfEach, nextCall, nextOfEach } from "./choose-changes.ts";

export interface UndoArguments {
  readonly action?: "undo" | "redo" | "list";
  readonly paths?: readonly string[];
  readonly changes?: readonly string[];
}

interface ChangeReport {
  readonly change: string;
  readonly path: string;
  readonly did: "create" | "change" | "remove";
  readonly undone: boolean;
}

/** The outcome of a call; `list` is newest first. */
export interface UndoData {
  readonly action: "undo" | "redo" | "list";
  readonly changes: readonly ChangeReport[];
  readonly truncated?: true;
}

const MAX_LISTED = 100;
/** Tens of thousands of files take their time, and nothing of it happens until all of it can. */
const TIMEOUT_MS = 1_800_000;
const PROGRESS_STEP = 500;
const DONE = { undo: "took back", redo: "made again" } as const;
/** Diffs for people, all changes together. */
const MAX_DETAIL_CHARS = 262_144;

const names = {
  type: "array",
  minItems: 1,
  maxItems: 10_000,
  items: { type: "string", minLength: 1 },
} as const;

export const undoTool: Tool<UndoArguments, UndoData> = defineTool({
  id: "undo",
  label: "Undo",
  description: [
    "Takes back changes that tools of this session made to files (action undo, the default), makes them again (redo), or lists them, newest first (list).",
    "With paths it is the last change of each of these files; with changes, exactly these, by the names that list or the changing tool gave; with neither, all of the last call that changed files. All of it happens or nothing.",
    "Name the files in paths whenever you know them. What was changed since is not overwritten. Shell commands are undone only as far as list shows their changes; what was sent or started stays.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["undo", "redo", "list"] },
      paths: { ...names, description: "Files, relative to the workspace." },
      changes: { ...names, description: "Names of changes." },
    },
    additionalProperties: false,
  },
  requires: {
    capabilities: ["journal"],
    fs: {
      read: ["/**"],
      write: ["/**"],
    },
  },
  resources: { paths: ["fs.read", "fs.write"] },
  mode: "safe_write",
  limits: { timeoutMs: TIMEOUT_MS },
  execute: async ({ action = "undo", paths, changes }, { journal, progress }) => {
    if (action === "list") return listChanges(await journal.list(paths));
    const chosen = changes ?? (await choose(journal, { action, paths }));
    const diffs = await showDiffs(journal, chosen);
    const moved = await move(journal, { action, chosen, named: paths !== undefined, progress });
    const data: UndoData = { action, changes: moved.map(reportOf) };
    return output(data, { details: { diffs } });
  },
});

function listChanges(entries: readonly JournalEntry[]): UndoData {
  const changes = entries.toReversed().slice(0, MAX_LISTED).map(reportOf);
  const truncated = entries.length > MAX_LISTED ? ({ truncated: true } as const) : {};
  return { action: "list", changes, ...truncated };
}

async function choose(
  journal: JournalDoor,
  {
    action,
    paths,
  }: { readonly action: "undo" | "redo"; readonly paths?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const entries = await journal.list(paths);
  const each = paths !== undefined;
  const pick = action === "undo" ? (each ? lastOfEach : lastCall) : each ? nextOfEach : nextCall;
  const chosen = pick(entries).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  const where = paths === undefined ? "in this session" : `in ${paths.join(", ")}`;
  throw new ToolError(
    "not_found",
    `There is nothing to ${action} ${where}. list shows the changes.`,
  );
}

/** Moves changes. The door refuses a file that was not named and no rule allows; then naming it is what helps. */
async function move(
  journal: JournalDoor,
  job: {
    readonly action: "undo" | "redo";
    readonly chosen: readonly string[];
    readonly named: boolean;
    readonly progress: (text: string) => void;
  },
): Promise<readonly JournalEntry[]> {
  const { action, chosen } = job;
  let told = 0;
  const onProgress = (moved: number): void => {
    if (moved < told + PROGRESS_STEP) return;
    told = moved;
    job.progress(`${DONE[action]} ${moved} changes`);
  };
  try {
    return await journal[action](chosen, { onProgress });
  } catch (error) {
    if (job.named || !isToolError(error) || error.code !== "permission_denied") throw error;
    const { code, message, detail, cause } = error;
    throw new ToolError(code, `${message} Name the files in paths.`, { detail, cause });
  }
}

/** Reading may be refused where writing is not; then people see that, and not a diff. */
async function showDiffs(
  journal: JournalDoor,
  ids: readonly string[],
): Promise<readonly { readonly path: string; readonly diff: string | null }[] | string> {
  try {
    let left = MAX_DETAIL_CHARS;
    return (await journal.diff(ids, { maxChars: MAX_DETAIL_CHARS })).map(({ path, diff }) => {
      left -= diff.length;
      return { path, diff: left < 0 ? null : diff };
    });
  } catch (error) {
    if (!isToolError(error) || error.code === "cancelled" || error.code === "not_found")
      throw error;
    return error.message;
  }
}

function reportOf({ id, path, before, after, undone }: JournalEntry): ChangeReport {
  const did = before === null ? "create" : after === null ? "remove" : "change";
  return { change: id, path, did, undone };
}
