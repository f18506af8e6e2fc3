/**
 * Takes file changes of a session back, or makes them again: as calls of the tool `undo` in the resumed session, so that rules,
 * doors and the record hold as for any other call. The person who typed the command has consented to these calls and to nothing
 * else: an ask about them is answered, a deny still refuses.
 */
import type { ToolResult } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { FileMove, MoveAction } from "./plan-moves.ts";

/** The tool takes this many changes in one call. */
const MOST = 1_000;

export interface MovedChanges {
  /** Number of changes, and of files, that were moved. */
  readonly changes: number;
  readonly files: number;
  /** The call that went wrong; those before it have happened. */
  readonly failure: Extract<ToolResult, { readonly type: "error" }> | null;
}

/** Answers the permission question of these calls, once each, and no other question. */
function createConsent(callIds: ReadonlySet<string>): Broker {
  return {
    ask: async ({ kind, callId, tool }) =>
      kind === "permission" && tool === "undo" && callIds.has(callId)
        ? { choice: "once" }
        : { choice: "reject", note: "Only the undo itself was asked for." },
  };
}

/** Moves everything in one call, all or none, as far as the tool's bound lets; past it in several, file by file. */
export async function moveChanges(
  open: (broker: Broker) => Promise<Session>,
  {
    action,
    moves,
    callId,
    signal,
  }: {
    readonly action: MoveAction;
    readonly moves: readonly FileMove[];
    /** Makes an id that the session does not know yet. */
    readonly callId: () => string;
    readonly signal?: AbortSignal;
  },
): Promise<MovedChanges> {
  const steps = stepsOf(moves).map((files) => ({ files, id: callId() }));
  const session = await open(createConsent(new Set(steps.map(({ id }) => id))));
  let changes = 0;
  let moved = 0;
  try {
    for (const { files, id } of steps) {
      const ids = files.flatMap(({ entries }) => entries.map((entry) => entry.id));
      const paths = files.map(({ path }) => path);
      const result = await session.call(
        { id, name: "undo", arguments: { action, paths, changes: ids } },
        signal ? { signal } : {},
      );
      if (result.type === "error") return { changes, files: moved, failure: result };
      changes += ids.length;
      moved += files.length;
    }
    return { changes, files: moved, failure: null };
  } finally {
    await session.close();
  }
}

/** A file's changes are never torn apart; a file with more than the bound goes alone, and the tool says what it thinks of it. */
function stepsOf(moves: readonly FileMove[]): readonly (readonly FileMove[])[] {
  const steps: FileMove[][] = [];
  let size = MOST;
  for (const move of moves) {
    if (move.entries.length === 0) continue;
    if (size + move.entries.length > MOST) {
      steps.push([]);
      size = 0;
    }
    steps.at(-1)?.push(move);
    size += move.entries.length;
  }
  return steps;
}
