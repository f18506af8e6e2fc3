/**
 * Foresees what a call that asks would do to files, for the person who answers. The tool's own code runs on a rehearsal. It reads
 * through the host's door, which opens nothing but the files that the question names and no rule denies to read. Its writes are
 * kept here and thrown away. So the diff shown is the one that running would make, for the file as it is now. This is only for
 * our own tools whose every effect is one of these writes. It is bounded in size and time, and left out whenever anything is in
 * the way: nothing waits for it longer and nothing is judged by it. For a command that asks to land its changes, the diff is what
 * its view holds.
 */
import type {
  FileChange,
  FileWritten,
  FsDoor,
  Question,
  ShownChange,
  Tool,
} from "@toolplane/contract";
import type { DoorContext, Host } from "@toolplane/contract/ports";
import type { Foresee, ForeseeContext } from "@toolplane/kernel";
import { describeChange } from "./describe-change.ts";
import { landedChanges } from "./landed-changes.ts";

/** The parts of this machine that are read. */
type Ground = Pick<Host, "files" | "clock" | "landings">;

interface Rehearsal extends Pick<ForeseeContext, "mayRead" | "tool"> {
  readonly host: Ground;
  readonly signal: AbortSignal;
}

const BUDGET_MS = 250;
const DIFF_MS = 100;
const MAX_FILES = 20;
const MAX_BYTES = 512 * 1024;
/** Of one diff, and of all of a question: it is kept, sent and shown as a whole. */
const MAX_DIFF_CHARS = 32 * 1024;
const MAX_ALL_CHARS = 128 * 1024;

export function createForesee(host: Ground): Foresee {
  return async (question, context) => {
    const changes = await foreseeChanges(question, { host, ...context });
    let left = MAX_ALL_CHARS;
    return changes.map((change) => {
      left -= change.diff.length;
      return left < 0 ? { ...change, diff: "" } : change;
    });
  };
}

/** The changes; none when they are not known in time. Never rejects. */
async function foreseeChanges(
  question: Question,
  { host, ...context }: Rehearsal,
): Promise<readonly ShownChange[]> {
  const find = finderOf(question, context.tool);
  if (find === null) return [];
  const late = new AbortController();
  const { promise, resolve } = Promise.withResolvers<readonly ShownChange[]>();
  const stop = host.clock.setTimer(BUDGET_MS, () => {
    late.abort();
    resolve([]);
  });
  const signal = AbortSignal.any([late.signal, context.signal]);
  const foreseen = find(question, { ...context, host, signal }).catch(() => []);
  try {
    return await Promise.race([foreseen, promise]);
  } finally {
    stop();
  }
}

type Find = (question: Question, rehearsal: Rehearsal) => Promise<readonly ShownChange[]>;

/** Null where nothing can be foreseen, told without loading anything. */
function finderOf(question: Question, { id }: Tool): Find | null {
  if (question.kind === "landing") return landingOf;
  if (question.kind !== "permission" || question.origin !== "bundled") return null;
  return REHEARSED.includes(id) && writtenPaths(question) ? rehearse : null;
}

const landingOf: Find = async (question, { host, mayRead }) =>
  landedChanges(question, { landings: host.landings, mayRead, maxChars: MAX_DIFF_CHARS });

/** Null for a call that writes nothing, or more than a person would look through. */
function writtenPaths({ footprint }: Question): readonly string[] | null {
  const paths = footprint.resources.flatMap((one) =>
    one.capability === "fs.write" ? [one.path] : [],
  );
  return paths.length === 0 || paths.length > MAX_FILES ? null : paths;
}

async function rehearse(question: Question, rehearsal: Rehearsal): Promise<readonly ShownChange[]> {
  const { tool, host } = rehearsal;
  if (!(await isOurs(tool))) return [];
  const door = host.files(contextOf(question, rehearsal));
  const stage = createStage(door);
  // The arguments were validated on the road; the runtime holds the one door that these tools use, and no service.
  await tool.execute(question.arguments as never, { fs: stage.fs, services: {} } as never);
  const changes: ShownChange[] = [];
  for (const [path, after] of stage.left()) {
    const before = await stage.before(path);
    const bounds = { timeoutMs: DIFF_MS, maxChars: MAX_DIFF_CHARS };
    changes.push(await describeChange({ path, before, after, ...bounds }));
  }
  return changes;
}

const REHEARSED: readonly string[] = ["edit", "write", "multi_edit", "apply_patch"];

/** By their code: a tool of the same name, or one that did anything else than to write files, could not be rehearsed. */
async function isOurs(tool: Tool): Promise<boolean> {
  const tools = await import("@toolplane/tools");
  const known = [tools.editTool, tools.writeTool, tools.multiEditTool, tools.applyPatchTool];
  return known.some(({ execute }) => (execute as unknown) === tool.execute);
}

function contextOf(
  { footprint, sessionId, callId }: Question,
  { mayRead, signal }: Pick<Rehearsal, "mayRead" | "signal">,
): DoorContext {
  const named = new Set(
    footprint.resources.flatMap((one) => ("real" in one ? [one.path, one.real] : [])),
  );
  const check: DoorContext["gate"]["check"] = (access) =>
    access.capability === "fs.read" && named.has(access.real) && mayRead(access)
      ? { allowed: true, predicted: true }
      : { allowed: false, code: "permission_denied", reason: "not named", askable: false };
  return {
    gate: { check, ask: async (access) => check(access) },
    // Only the person sees what is read.
    redactor: {
      text: (text) => text,
      stream: () => ({ push: (chunk) => chunk, end: () => "" }),
      value: (value) => value,
    },
    signal,
    // The session has not seen what is shown to a person.
    sessionId: `${sessionId} shown`,
    callId,
  };
}

interface Stage {
  readonly fs: FsDoor;
  /** Written contents by path; null: removed. */
  left(): ReadonlyMap<string, Uint8Array | null>;
  /** The file on disk now, untouched by what was written here; null where there is no file. */
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
