/** Real directories for the file doors: a workspace, something outside it, and doors over both. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FsDoor, isToolError, type JournalDoor } from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/inside";
import {
  createFileLocks,
  createFolderStore,
  createHandleOpener,
  createPathReader,
  type Pinning,
} from "@toolplane/disk/inside";
import { createFiles, createJournal, type HostJournal } from "@toolplane/host/inside";
import {
  createCountingIds,
  createDoorContext,
  createFakeClock,
  createScriptedGate,
  type GateScript,
  type ScriptedGate,
} from "@toolplane/testkit";

/** A text that must never come out. */
export const CANARY = "CANARY-7f3a";

export interface FileWorld {
  readonly base: string;
  readonly workspace: string;
  readonly outside: string;
  readonly places: Places;
  readonly journal: HostJournal;
  readonly files: (context: DoorContext) => FsDoor;
  open(given?: { refuse?: GateScript; signal?: AbortSignal }): OpenDoor;
  put(path: string, content: string | Uint8Array): string;
  text(path: string): string;
  /** Names in the workspace, sorted, so that no temporary file is left behind. */
  names(path?: string): readonly string[];
  close(): void;
}

interface OpenDoor {
  readonly door: FsDoor;
  readonly undo: JournalDoor;
  readonly gate: ScriptedGate;
}

export interface FileWorldOptions {
  readonly pinning?: Pinning;
  readonly maxFileBytes?: number;
  readonly ripgrep?: string;
}

/** Makes the directories; a test closes what it opened. */
export function openFileWorld(options: FileWorldOptions = {}): FileWorld {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "files-test-")));
  const at = (name: string) => join(base, name);
  const [workspace, outside, userData, scratch] = ["ws", "outside", "data", "scratch"].map(at) as [
    string,
    string,
    string,
    string,
  ];
  for (const directory of [workspace, outside, userData, scratch]) mkdirSync(directory);
  const places: Places = {
    roots: [workspace],
    adHoc: () => [],
    userData,
    scratch,
    home: at("home"),
    tmpIsScratch: false,
    aliases: [],
  };
  const open = createHandleOpener({ pinning: options.pinning });
  const path = createPathReader(places, open);
  const shared = { places, path, open, clock: createFakeClock(), ids: createCountingIds() };
  const locks = createFileLocks();
  const journal = createJournal({ ...shared, locks, store: createFolderStore({ userData }) });
  const { maxFileBytes, ripgrep } = options;
  const files = createFiles({ ...shared, locks, journal: journal.changes, maxFileBytes, ripgrep });
  const place = (name: string) => (name.startsWith("/") ? name : join(workspace, name));
  return {
    base,
    workspace,
    outside,
    places,
    journal,
    files,
    open({ refuse, signal } = {}) {
      const gate = createScriptedGate(refuse ?? insideOnly(workspace));
      const context = createDoorContext({ gate, ...(signal ? { signal } : {}) });
      return { door: files(context), undo: journal.door(context), gate };
    },
    put(name, content) {
      mkdirSync(dirname(place(name)), { recursive: true });
      writeFileSync(place(name), content);
      return place(name);
    },
    text: (name) => readFileSync(place(name), "utf8"),
    names: (name = ".") => readdirSync(place(name)).sort(),
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Refuses whatever does not really lie in the workspace, by either of its names. */
export function insideOnly(workspace: string): GateScript {
  const inside = (path: string) => path === workspace || path.startsWith(`${workspace}/`);
  return (access) =>
    "real" in access && !(inside(access.path) && inside(access.real)) ? "outside" : null;
}

/** The code a promise is rejected with, or "settled". */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "settled";
  } catch (error) {
    return isToolError(error) ? error.code : `raw ${String(error)}`;
  }
}

export const textOf = async (door: FsDoor, path: string): Promise<string> =>
  new TextDecoder().decode((await door.read(path)).bytes);
