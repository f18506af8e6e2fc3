/**
 * Takes file changes of a session back, or makes them again: as calls of the tool `undo` in the resumed session, so that rules,
 * doors and the record hold as for any other call. The person who typed the command has consented to these calls and to nothing
 * else: an ask about them is answered, a deny still refuses.
 */
import type { JournalEntry, ToolResult } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { nameChanges } from "@toolplane/disk/journal";
import type { Session } from "@toolplane/kernel";
import type { FileMove, MoveAction } from "./plan-moves.ts";

/** Beyond so many the files are not named in the call: the door asks about all of them at once. */
const MOST_NAMED = 1_000;

export interface MovedChanges {
  /** Number of changes, and of files, that were moved. */
  readonly changes: number;
  readonly files: number;
  /** The call that went wrong: nothing was moved. */
  readonly failure: Extract<ToolResult, { readonly type: "error" }> | null;
}

/** Answers the permission question of this call, and no other question. */
function createConsent(id: string): Broker {
  return {
    ask: async ({ kind, callId, tool }) =>
      kind === "permission" && tool === "undo" && callId === id
        ? { choice: "once" }
        : { choice: "reject", note: "Only the undo itself was asked for." },
  };
}

/** Moves everything in one call: all of it or nothing. */
export async function moveChanges(
  open: (broker: Broker) => Promise<Session>,
  {
    action,
    moves,
    journal,
    callId,
    signal,
  }: {
    readonly action: MoveAction;
    readonly moves: readonly FileMove[];
    /** All changes of the session, in the order in which they were made. */
    readonly journal: readonly JournalEntry[];
    /** Makes an id that the session does not know yet. */
    readonly callId: () => string;
    readonly signal?: AbortSignal;
  },
): Promise<MovedChanges> {
  const id = callId();
  const ids = new Set(moves.flatMap(({ entries }) => entries.map((entry) => entry.id)));
  const files = moves.filter(({ entries }) => entries.length > 0).map(({ path }) => path);
  const named = files.length > MOST_NAMED ? {} : { paths: files };
  const session = await open(createConsent(id));
  try {
    const result = await session.call(
      { id, name: "undo", arguments: { action, ...named, changes: namesOf(journal, ids) } },
      signal ? { signal } : {},
    );
    if (result.type === "error") return { changes: 0, files: 0, failure: result };
    return { changes: ids.size, files: files.length, failure: null };
  } finally {
    await session.close();
  }
}

/** One name for changes that stand side by side: a command changes thousands of files. */
function namesOf(journal: readonly JournalEntry[], ids: ReadonlySet<string>): readonly string[] {
  const names: string[] = [];
  let run: string[] = [];
  const end = (): void => {
    if (run.length > 0) names.push(nameChanges(run));
    run = [];
  };
  for (const { id } of journal) {
    if (ids.has(id)) run.push(id);
    else end();
  }
  end();
  return names;
}
