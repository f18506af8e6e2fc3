/** Takes entries of the journal back or makes them again: all of them or none, through the same steps as a door. */
import { readdirSync } from "node:fs";
import type { JournalEntry } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import type { DoorGate, FileMachine } from "@toolplane/disk/files";
import {
  type Content,
  contentAddress,
  type FileStep,
  LINK_ADDRESS,
  openRealSpot,
  putContent,
  readImage,
  type Spot,
  systemFault,
  takeAway,
  takeSteps,
  writeTarget,
} from "@toolplane/disk/files";
import type { Handle } from "@toolplane/disk/paths";
import type { LandedMoves } from "@toolplane/sandbox";

export interface MoveParts {
  readonly machine: FileMachine;
  readonly store: Pick<Store, "journal" | "payloads">;
  readonly gate: DoorGate;
  /** Moves what commands changed. */
  readonly landed: LandedMoves;
}

/** The entries to move, oldest first, and the direction. */
export interface MoveJob {
  readonly entries: readonly JournalEntry[];
  readonly to: "before" | "after";
  readonly onProgress?: ((moved: number) => void) | undefined;
}

/** Entries are moved newest first when undone and oldest first when redone. */
export async function moveEntries(
  parts: MoveParts,
  { entries, to, onProgress = () => {} }: MoveJob,
): Promise<readonly JournalEntry[]> {
  const { machine, store, gate } = parts;
  const undoing = to === "before";
  const ordered = undoing ? entries.toReversed() : entries;
  for (const entry of ordered) {
    if (entry.undone === undoing)
      throw new ToolError("conflict", `${entry.id} is already ${undoing ? "undone" : "done"}`);
  }
  const paths = [...new Set(ordered.map(({ path }) => path))];
  // Entries hold real paths, and a spot that is reached another way by then is refused.
  await gate.requestAll(paths.map((path) => writeTarget({ lexical: path, real: path })));
  const asides = new Set<string>();
  let moved = 0;
  return machine.locks.hold(paths, gate.signal, () =>
    takeSteps(
      async (step) => {
        for (const run of runsOf(parts, ordered)) {
          gate.goOn();
          const before = moved;
          const onMoved = (count: number) => onProgress(before + count);
          const how = { goOn: gate.goOn, onMoved };
          if (run.landing !== null) await step(() => parts.landed.move(run.entries, to, how));
          else for (const entry of run.entries) await moveOne(parts, { entry, to, step, asides });
          moved += run.entries.length;
          onProgress(moved);
        }
      },
      async () => {
        await markAll(store, ordered, undoing);
        return ordered.map((entry) => ({ ...entry, undone: undoing }));
      },
    ),
  );
}

interface Run {
  /** Null: these were made by doors. */
  readonly landing: string | null;
  readonly entries: JournalEntry[];
}

/** Entries of one landing that stand side by side move together. */
function runsOf({ landed }: MoveParts, entries: readonly JournalEntry[]): readonly Run[] {
  const runs: Run[] = [];
  for (const entry of entries) {
    const landing = landed.landingOf(entry);
    const last = runs.at(-1);
    if (last !== undefined && last.landing === landing) last.entries.push(entry);
    else runs.push({ landing, entries: [entry] });
  }
  return runs;
}

interface OneMove {
  readonly entry: JournalEntry;
  readonly to: MoveJob["to"];
  readonly step: (work: () => Promise<FileStep>) => Promise<FileStep>;
  /** Names that things have only until this move is settled: a directory that holds nothing else is empty. */
  readonly asides: Set<string>;
}

async function moveOne(parts: MoveParts, move: OneMove): Promise<void> {
  const { machine, gate } = parts;
  const { entry, to, step, asides } = move;
  const away = (spot: Spot) => {
    try {
      const taken = takeAway(machine, spot);
      asides.add(taken.aside);
      return stepOf(taken);
    } catch (error) {
      spot.close();
      throw systemFault(error, entry.path);
    }
  };
  const expected = to === "before" ? entry.after : entry.before;
  const wanted = entry[to];
  const before = openRealSpot(machine, entry.path);
  if (isLeftBehind(machine, before, asides)) {
    await step(async () => away(before));
    return moveOne(parts, move);
  }
  try {
    const { address, bytes } = await imageAt(parts, before);
    if (address !== expected)
      throw new ToolError(
        "conflict",
        `${entry.path} was changed since, so ${entry.id} stays as it is`,
      );
    if (wanted === expected) return before.close();
    const stands = before.node?.kind === "file";
    const content =
      wanted === null ? null : await contentOf(parts, { address: wanted, entry, stands });
    gate.goOn();
    await step(async () => {
      if (content === null) return away(before);
      const put = await putContent(machine, before, { content, before: bytes, goOn: gate.goOn });
      if (put.aside !== null) asides.add(put.aside);
      return stepOf(put, before);
    });
  } catch (error) {
    before.close();
    throw systemFault(error, entry.path);
  }
}

function stepOf(
  putting: { settle(): void; takeBack(): void },
  spot?: Pick<Spot, "close">,
): FileStep {
  return {
    changes: [],
    created: false,
    bytes: 0,
    settle() {
      putting.settle();
      spot?.close();
    },
    takeBack() {
      putting.takeBack();
      spot?.close();
    },
  };
}

async function imageAt(
  { machine, gate }: MoveParts,
  spot: Spot,
): Promise<{ readonly address: string | null; readonly bytes: Uint8Array | null }> {
  const { node: handle, parent, name, text } = spot;
  if (handle === null || parent === null) return { address: null, bytes: null };
  if (handle.kind !== "file" && handle.kind !== "link")
    return { address: handle.kind, bytes: null };
  const image = await readImage(machine, { handle, parent, name, text, goOn: gate.goOn });
  return image.kind === "link"
    ? { address: LINK_ADDRESS + image.target, bytes: null }
    : { address: contentAddress(image.bytes), bytes: image.bytes };
}

async function contentOf(
  { store }: MoveParts,
  wish: {
    readonly address: string;
    readonly entry: JournalEntry;
    /** A file is there whose content changes. */
    readonly stands: boolean;
  },
): Promise<Content> {
  const { address, entry, stands } = wish;
  if (address.startsWith(LINK_ADDRESS))
    return { kind: "link", target: address.slice(LINK_ADDRESS.length) };
  const bytes = await store.payloads.get(address);
  if (bytes === null || contentAddress(bytes) !== address)
    throw new ToolError("unavailable", `The content that ${entry.id} needs is no longer kept`);
  // A door that changes a mode takes the file away and makes it again, so a file that is there has the mode that its user gave
  // it.
  const keeps = stands || entry.mode === null;
  return { kind: "file", bytes, ...(keeps ? {} : { mode: entry.mode }) };
}

/** Directories are not journalled: one that holds nothing is what an undone change left behind. */
function isLeftBehind(machine: FileMachine, spot: Spot, asides: ReadonlySet<string>): boolean {
  try {
    return spot.node?.kind === "directory" && holdsNothing(machine, spot.node, asides);
  } catch (error) {
    spot.close();
    throw systemFault(error, spot.text);
  }
}

function holdsNothing(
  machine: FileMachine,
  directory: Handle,
  asides: ReadonlySet<string>,
): boolean {
  return readdirSync(directory.self).every((name) => {
    if (asides.has(name)) return true;
    const handle = machine.open(directory.child(name), "keep");
    try {
      return handle?.kind === "directory" && holdsNothing(machine, handle, asides);
    } finally {
      handle?.close();
    }
  });
}

/** The marks are part of the change: when one cannot be written, those before it are taken back. */
async function markAll(
  store: MoveParts["store"],
  entries: readonly JournalEntry[],
  undone: boolean,
): Promise<void> {
  const { journal } = store;
  let begun = 0;
  try {
    while (begun < entries.length) {
      const group = entries.slice(begun, begun + MARKS_AT_ONCE);
      begun += group.length;
      const ends = await Promise.allSettled(group.map((entry) => journal.mark(entry, undone)));
      const failed = ends.find((end) => end.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    }
  } catch (error) {
    for (const entry of entries.slice(0, begun)) await journal.mark(entry, !undone).catch(() => {});
    throw error;
  }
}

/** Those that are handed over together are one write to the disk. */
const MARKS_AT_ONCE = 10_000;
