/**
 * The journal of file changes: what stood at a path before and after, by content address, so that a change can be taken
 * back and made again. A step back is refused with `conflict` when the file is no longer what the change left there:
 * undoing never overwrites work that came later. Directories are made again when something is put back into them.
 */
import { randomBytes } from "node:crypto";
import type { JournalDoor, JournalEntry, MoveOptions } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Analyzer, Clock, DoorContext, Ids, Store } from "@toolplane/contract/ports";
import type { FileMachine } from "@toolplane/disk/files";
import {
  contentAddress,
  createDoorGate,
  createFileLocks,
  createSeenFiles,
  type FileLocks,
} from "@toolplane/disk/files";
import type { ChangeJournal } from "@toolplane/disk/journal";
import { changeIdPrefix, readChangeName } from "@toolplane/disk/journal";
import type { Places } from "@toolplane/disk/paths";
import { createHandleOpener, type OpenHandle } from "@toolplane/disk/paths";
import { createLandedMoves, type LandedMoves } from "@toolplane/sandbox";
import { createChangeSides, type ReadSide } from "./change-sides.ts";
import type { PathGround } from "./create-files.ts";
import { moveEntries } from "./move-entries.ts";
import { MAX_DIFFED_BYTES, showDiff } from "./show-diff.ts";

export interface JournalOptions {
  readonly store: Pick<Store, "journal" | "payloads">;
  readonly places: Places;
  readonly path: Analyzer["path"];
  /** The reading of one session's names; the same for all unless given. */
  readonly ofSession?: ((sessionId: string) => PathGround) | undefined;
  /** True when a session works in a view that is held; none does unless given. */
  readonly isInView?: ((sessionId: string) => boolean) | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Shared with the file doors, so that an undo waits for a write of the same path. */
  readonly locks?: FileLocks | undefined;
  readonly open?: OpenHandle | undefined;
  /** Moves what commands changed; made here unless given. */
  readonly landed?: LandedMoves | undefined;
  /** Finishes what a killed process left half done: only then the entries are all there. */
  readonly recover?: (() => Promise<void>) | undefined;
  /** Told after every undo and redo. */
  readonly onChanged?: ((paths: readonly string[]) => void) | undefined;
}

/** The journal of one host: what fills it, and the door to it. */
export interface HostJournal {
  readonly changes: ChangeJournal;
  door(context: DoorContext): JournalDoor;
}

export function createJournal(options: JournalOptions): HostJournal {
  const { store, places, path, clock, ids, isInView = () => false } = options;
  const changes: ChangeJournal = {
    async keep(bytes) {
      const address = contentAddress(bytes);
      await store.payloads.put(address, bytes);
      return address;
    },
    async append(changed) {
      const atMs = clock.wallMs();
      const entries = changed.map((change) => ({
        ...change,
        id: ids.next(changeIdPrefix(isInView(change.sessionId) ? "view" : "project")),
        atMs,
        undone: false,
      }));
      if (entries.length > 0) await store.journal.append(entries);
      return entries.map(({ id }) => id);
    },
  };
  const machine: FileMachine = {
    places,
    path,
    keep: changes.keep,
    open: options.open ?? createHandleOpener(),
    locks: options.locks ?? createFileLocks(),
    seen: createSeenFiles(),
    nonce: () => `${ids.nonce()}${randomBytes(8).toString("hex")}`,
    // Content that was written through a door can be put back, whatever the bound is now.
    openTexts: null,
    otherNames: () => [],
    maxFileBytes: Number.MAX_SAFE_INTEGER,
    onChanged: options.onChanged ?? (() => {}),
  };
  const { userData } = places;
  const landed = options.landed ?? createLandedMoves({ userData, clock, ids });
  const { of: sideOf } = createChangeSides({ store, userData, maxBytes: MAX_DIFFED_BYTES });
  const { ofSession = () => options } = options;
  return {
    changes,
    door(context) {
      const own = ofSession(context.sessionId);
      const { open = machine.open } = own;
      const theirs = { ...machine, places: own.places, path: own.path, open };
      const { recover = async () => {} } = options;
      return openDoor({ machine: theirs, store, landed, sideOf, recover }, context);
    },
  };
}

function openDoor(
  parts: {
    readonly machine: FileMachine;
    readonly store: JournalOptions["store"];
    readonly landed: LandedMoves;
    readonly sideOf: ReadSide;
    readonly recover: () => Promise<void>;
  },
  context: DoorContext,
): JournalDoor {
  const { machine, store, landed, sideOf, recover } = parts;
  const gate = createDoorGate(context);
  const own = async () => {
    await recover();
    return store.journal.list(context.sessionId);
  };
  const move = async (
    names: readonly string[],
    to: "before" | "after",
    { onProgress }: MoveOptions = {},
  ) => {
    gate.goOn();
    const entries = pick(await own(), names);
    const moved = await moveEntries({ machine, store, gate, landed }, { entries, to, onProgress });
    machine.onChanged(entries.map(({ path }) => path));
    return moved;
  };
  return {
    async list(paths) {
      if (paths === undefined) return own();
      const wanted = new Set(paths.map((path) => realOf(machine, path)));
      return (await own()).filter(({ path }) => wanted.has(path));
    },
    undo: (names, options) => move(names, "before", options),
    redo: (names, options) => move(names, "after", options),
    async diff(names, { maxChars = Number.POSITIVE_INFINITY } = {}) {
      gate.goOn();
      let chars = 0;
      const shown: { readonly id: string; readonly path: string; readonly diff: string }[] = [];
      for (const entry of pick(await own(), names)) {
        const place = machine.path(entry.path, "read");
        const real = place.ok ? place.value.real : entry.path;
        await gate.request({ capability: "fs.read", path: entry.path, real });
        const diff = await showDiff(sideOf, entry);
        shown.push({ id: entry.id, path: entry.path, diff });
        chars += diff.length;
        if (chars >= maxChars) break;
      }
      return shown;
    },
  };
}

/** Entries hold real paths, so a name is followed to where a write of it would land. */
function realOf(machine: FileMachine, path: string): string {
  const place = machine.path(path, "write");
  if (!place.ok) throw new ToolError("invalid_input", `${path}: ${place.message}`);
  return place.value.real;
}

/** The entries that names stand for, in the order they were made. */
function pick(entries: readonly JournalEntry[], names: readonly string[]): readonly JournalEntry[] {
  const wanted = new Set<number>();
  const places = new Map(entries.map(({ id }, index) => [id, index]));
  for (const name of names) {
    const { first, last } = readChangeName(name);
    const from = places.get(first) ?? -1;
    const to = places.get(last) ?? -1;
    if (from < 0 || to < from)
      throw new ToolError("not_found", `No change ${name} in this session`);
    for (let at = from; at <= to; at += 1) wanted.add(at);
  }
  return entries.filter((_entry, index) => wanted.has(index));
}
