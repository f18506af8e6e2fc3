/**
 * Makes the folders of a call: for each root an upper layer, its work folder and an empty folder to mount on. They lie in
 * user-data, which no view, search or watcher shows.
 */
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import type { Clock, Ids } from "@toolplane/contract/ports";
import type { HeldIndexes } from "@toolplane/disk/git";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { lookAt, makeFolder, modeOf } from "./disk/byte-fs.ts";
import { rootFolder } from "./disk/placed-root.ts";
import {
  type LandingState,
  NO_CALL,
  readyState,
  type StateRoot,
  writeAhead,
  writeState,
} from "./state/landing-state.ts";
import type { BeginCall } from "./state/landings.ts";

export interface BeginParts {
  /** Folder of all calls; a byte path, as `folder` is. */
  readonly calls: string;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of this process. */
  readonly owner: string;
  /** Says of a root whether renames reach it, once it is known. */
  readonly reach: Map<string, boolean>;
  readonly indexes: HeldIndexes;
}

export interface BegunCall {
  readonly folder: string;
  readonly state: LandingState;
}

/** Throws what the system throws. */
export async function beginCall(call: BeginCall, parts: BeginParts): Promise<BegunCall> {
  const { folder, state } = await makeCall(call, parts, {
    make: (path) => mkdirSync(path, { mode: 0o700 }),
  });
  return stampCall(folder, stateOf(state, call, parts.clock), parts.indexes);
}

/**
 * The folders of a call that is not known yet. It says whose they are, so that no other process takes them for left behind. A
 * command runs meanwhile, so this thread is not taken for it.
 */
export async function makeAhead(
  call: Pick<BeginCall, "sessionId" | "roots">,
  parts: BeginParts,
): Promise<BegunCall> {
  const { sessionId } = call;
  const { folder, state } = await makeCall(call, parts, {
    make: (path) => mkdir(path, { mode: 0o700 }),
    name: (folder, state) => writeAhead(folder, { ...state, sessionId }),
  });
  await readyState(folder);
  return { folder, state: { ...state, sessionId } };
}

/** The call is known now. Its folder gets the name of this moment: landings and recovery go by the order of names. */
export async function beginAhead(
  made: BegunCall,
  call: BeginCall,
  { calls, clock, ids, indexes }: Pick<BeginParts, "calls" | "clock" | "ids" | "indexes">,
): Promise<BegunCall> {
  const folder = below(calls, folderName(clock.wallMs(), ids.nonce()));
  renameSync(toFsPath(made.folder), toFsPath(folder));
  const roots = made.state.roots.map((root, index) => ({ ...root, ...placesOf(folder, index) }));
  try {
    return await stampCall(folder, stateOf({ ...made.state, roots }, call, clock), indexes);
  } catch (error) {
    // The caller that made the folder removes it, by the name that the caller knows.
    renameSync(toFsPath(folder), toFsPath(made.folder));
    throw error;
  }
}

function stateOf(state: LandingState, call: BeginCall, clock: Clock): LandingState {
  const { sessionId, callId, command } = call;
  return { ...state, sessionId, callId, command, atMs: clock.wallMs() };
}

interface MakeCall {
  readonly make: (path: string | Buffer) => unknown;
  /** Says whose it is, before more is made than its folder. */
  readonly name?: (folder: string, state: LandingState) => void;
}

async function makeCall(
  { roots: wanted, uppers }: Pick<BeginCall, "roots" | "uppers">,
  parts: BeginParts,
  { make, name }: MakeCall,
): Promise<BegunCall> {
  const { calls, clock, ids, reach } = parts;
  makeFolder(calls);
  const folder = below(calls, folderName(clock.wallMs(), ids.nonce()));
  await make(toFsPath(folder));
  // A process that is killed while it tries a root leaves nothing there that recovery does not know.
  const tried = wanted.filter((root) => !reach.has(root));
  const staging = tried.map((root) => trialPlace(folder, rootFolder(toBytePath(root))));
  if (staging.length > 0) writeAhead(folder, { ...NO_CALL, owner: parts.owner, staging });
  const roots = wanted.map((root, index): StateRoot => {
    const renames = reach.get(root) ?? renameReaches(folder, rootFolder(toBytePath(root)));
    reach.set(root, renames);
    const own = placesOf(folder, index);
    const upper = uppers?.[index];
    // A layer that stays is copied from.
    return upper === undefined
      ? { root, renames, stampNs: "0", ...own }
      : { root, renames: false, stampNs: "0", ...own, upper };
  });
  const state: LandingState = {
    sessionId: "",
    callId: "",
    command: "",
    atMs: clock.wallMs(),
    owner: parts.owner,
    roots,
    indexes: [],
    own: {},
  };
  name?.(folder, state);
  for (const [index, root] of wanted.entries()) {
    const own = below(folder, String(index));
    for (const part of ["", "/u", "/w", "/m"]) await make(toFsPath(own + part));
    // The merged folder shows the upper layer's mode.
    chmodSync(toFsPath(`${own}/u`), modeOf(lookAt(rootFolder(toBytePath(root)))) & 0o1777);
  }
  return { folder, state };
}

function placesOf(folder: string, index: number): Pick<StateRoot, "upper" | "work" | "merged"> {
  const place = textOf(below(folder, String(index)));
  return { upper: `${place}/u`, work: `${place}/w`, merged: `${place}/m` };
}

/** Takes the time after which changes come from other processes; resolves in a later tick of that clock. */
async function stampCall(
  folder: string,
  state: LandingState,
  indexes: HeldIndexes,
): Promise<BegunCall> {
  indexes.hold(
    folder,
    state.roots.map(({ root }) => root),
  );
  try {
    const stampNs = tickOf(folder);
    const roots = state.roots.map((root) => ({ ...root, stampNs: String(stampNs) }));
    const stamped = { ...state, roots };
    writeState(folder, stamped);
    while (tickOf(folder) <= stampNs) await passMs(1);
    if (isElsewhere(folder, state)) await passMs(COARSEST_TICK_MS);
    return { folder, state: stamped };
  } catch (error) {
    indexes.release(folder);
    throw error;
  }
}

/** The coarsest clock by which kernels stamp changes. */
const COARSEST_TICK_MS = 10;

function passMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A file system of another kind may not follow the finer times of this one. */
function isElsewhere(folder: string, { roots }: Pick<LandingState, "roots">): boolean {
  const here = lookAt(folder)?.dev;
  return roots.some(({ root }) => lookAt(rootFolder(toBytePath(root)))?.dev !== here);
}

/** Sorts by time, and is a name that no other call has. */
export function folderName(wallMs: number, nonce: string): string {
  const time = Math.max(0, Math.floor(wallMs)).toString(36).padStart(9, "0");
  return `${time}-${Buffer.from(nonce).toString("hex").slice(0, 32)}`;
}

function textOf(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/**
 * The file system's own clock: the change time of a folder of ours that is changed now. Newer kernels give what was looked at a
 * later time at once, and nothing anywhere an earlier one afterwards; the others do when their clock ticks.
 */
function tickOf(folder: string): bigint {
  chmodSync(toFsPath(folder), 0o700);
  return lookAt(folder)?.ctimeNs ?? 0n;
}

/** Mounts part what one file system holds, so only a rename tells. */
export function renameReaches(folder: string, root: string): boolean {
  if (mountOf(folder) !== mountOf(root)) return false;
  const trial = below(folder, "trial");
  const there = trialPlace(folder, root);
  mkdirSync(toFsPath(trial), { mode: 0o700 });
  try {
    renameSync(toFsPath(trial), toFsPath(there));
    rmdirSync(toFsPath(there));
    return true;
  } catch (error) {
    rmdirSync(toFsPath(trial));
    // A root that may not be written refuses every landing anyway, and says why then.
    return errorCode(error) !== "EXDEV";
  }
}

function trialPlace(folder: string, root: string): string {
  return below(root, `.toolplane-${folder.slice(-16)}`);
}

/** The mount that a folder lies on, as the system numbers them. */
function mountOf(folder: string): string | null {
  const fd = openSync(toFsPath(folder), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return (
      /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "latin1"))?.[1] ?? null
    );
  } finally {
    closeSync(fd);
  }
}
