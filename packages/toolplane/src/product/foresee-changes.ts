/**
 * What a call that asks would do to files, for the person who answers. The tool's own code runs on a rehearsal: it reads through
 * the host's door, which opens nothing but the files that the question names, and what it writes is kept here and thrown away.
 * So the diff shown is the one that running would make, for the file as it is now. Only for bundled tools whose every effect is
 * one of these writes, bounded in size and time, and left out whenever anything is in the way: nothing waits for it and nothing is
 * judged by it.
 */
import type {
  DoorContext,
  FileChange,
  FileWritten,
  FsDoor,
  Host,
  Question,
  ShownChange,
  Tool,
} from "@toolplane/contract";
import { describeChange } from "./describe-change.ts";

/** What is read of this machine. */
type Ground = Pick<Host, "files" | "clock">;

const BUDGET_MS = 250;
const DIFF_MS = 100;
const MAX_FILES = 20;
const MAX_BYTES = 512 * 1024;

/** The changes; none when they are not known in time. Never rejects. */
export async function foreseeChanges(
  question: Question,
  host: Ground,
): Promise<readonly ShownChange[]> {
  if (question.kind !== "permission" || question.origin !== "bundled") return [];
  if (!writtenPaths(question)) return [];
  const late = new AbortController();
  const { promise, resolve } = Promise.withResolvers<readonly ShownChange[]>();
  const stop = host.clock.setTimer(BUDGET_MS, () => {
    late.abort();
    resolve([]);
  });
  const foreseen = rehearse(question, host, late.signal).catch(() => []);
  try {
    return await Promise.race([foreseen, promise]);
  } finally {
    stop();
  }
}

/** Null for a call that writes nothing, or more than a person would look through. */
function writtenPaths({ footprint }: Question): readonly string[] | null {
  const paths = footprint.resources.flatMap((one) =>
    one.capability === "fs.write" ? [one.path] : [],
  );
  return paths.length === 0 || paths.length > MAX_FILES ? null : paths;
}

async function rehearse(
  question: Question,
  host: Ground,
  signal: AbortSignal,
): Promise<readonly ShownChange[]> {
  const tool = await rehearsable(question.tool);
  if (tool === null) return [];
  const door = host.files(contextOf(question, signal));
  const stage = createStage(door);
  // The arguments were validated on the road; the runtime holds the one door that these tools use.
  await tool.execute(question.arguments as never, { fs: stage.fs } as never);
  const changes: ShownChange[] = [];
  for (const [path, after] of stage.left())
    changes.push(
      await describeChange({ path, before: await stage.before(path), after, timeoutMs: DIFF_MS }),
    );
  return changes;
}

/** By name: a tool that did anything else than to write files could not be rehearsed. */
async function rehearsable(name: string): Promise<Tool | null> {
  const tools = await import("@toolplane/tools");
  const known = [tools.editTool, tools.writeTool, tools.multiEditTool, tools.applyPatchTool];
  return (known as readonly unknown[] as readonly Tool[]).find(({ id }) => id === name) ?? null;
}

function contextOf({ footprint, sessionId, callId }: Question, signal: AbortSignal): DoorContext {
  const named = new Set(
    footprint.resources.flatMap((one) => ("real" in one ? [one.path, one.real] : [])),
  );
  const check: DoorContext["gate"]["check"] = (access) =>
    access.capability === "fs.read" && named.has(access.real)
      ? { allowed: true, predicted: true }
      : { allowed: false, code: "permission_denied", reason: "not named", askable: false };
  return {
    gate: { check, ask: async (access) => check(access) },
    // What is read goes to nobody but the person.
    redactor: {
      text: (text) => text,
      stream: () => ({ push: (chunk) => chunk, end: () => "" }),
      value: (value) => value,
    },
    signal,
    // What is shown to a person the session has not seen.
    sessionId: `${sessionId} shown`,
    callId,
  };
}

interface Stage {
  readonly fs: FsDoor;
  /** What was written, by path; null: removed. */
  left(): ReadonlyMap<string, Uint8Array | null>;
  /** What stands there now. */
  before(path: string): Promise<Uint8Array | null>;
}

function createStage(door: FsDoor): Stage {
  const written = new Map<string, Uint8Array | null>();
  const put = (path: string, data: string | Uint8Array): FileWritten => {
    written.set(path, typeof data === "string" ? new TextEncoder().encode(data) : data);
    return { created: false, bytes: data.length, journal: "" };
  };
  const read: FsDoor["read"] = async (path) => {
    const found = await door.read(path, { offset: 0, length: MAX_BYTES + 1 });
    if (found.size > MAX_BYTES) throw new TypeError("too large to be compared");
    return found;
  };
  const before: Stage["before"] = async (path) =>
    (await door.stat(path)) === null ? null : (await read(path)).bytes;
  const play = async (change: FileChange): Promise<FileWritten> => {
    if (change.kind === "write") return put(change.path, change.data);
    if (change.kind === "remove") written.set(change.path, null);
    else {
      put(change.to, (await read(change.from)).bytes);
      written.set(change.from, null);
    }
    return { created: false, bytes: 0, journal: "" };
  };
  return {
    fs: {
      ...door,
      read,
      write: async (path, data) => put(path, data),
      remove: async (path) => void written.set(path, null),
      rename: async (from, to) => void (await play({ kind: "rename", from, to })),
      mkdir: async () => {},
      apply: (changes) => Promise.all(changes.map(play)),
    },
    left: () => written,
    before,
  };
}
