/**
 * The writing half of the file door, bound to one call. Every operation is the same: hold the paths, take the steps, write
 * the journal, settle; when anything fails before the journal has it, everything is as before.
 */
import type { FileChange, FileWritten, FsWriteDoor } from "@toolplane/contract";
import type { DoorContext } from "@toolplane/contract/ports";
import type { DoorGate, FileMachine } from "@toolplane/disk/files";
import {
  type FileStep,
  makeDirectory,
  removePath,
  renamePath,
  takeSteps,
  writeFile,
} from "@toolplane/disk/files";
import type { ChangeJournal } from "@toolplane/disk/journal";
import { nameChanges } from "@toolplane/disk/journal";
import { isWithin } from "@toolplane/readings";

/** Parts that the writing half is bound to. */
export interface WriteDoorParts {
  readonly machine: FileMachine;
  readonly gate: DoorGate;
  readonly journal: ChangeJournal;
  readonly context: Pick<DoorContext, "sessionId" | "callId">;
}

/** Opens the writing half for one call. */
export function createWriteDoor(parts: WriteDoorParts): FsWriteDoor {
  const { machine, gate } = parts;
  const apply = (changes: readonly FileChange[], recursive?: boolean) =>
    applyChanges(parts, { changes, recursive });
  return {
    async write(path, data, options) {
      const change = { kind: "write", path, data, ...(options ? { options } : {}) } as const;
      return first(await apply([change]));
    },
    async remove(path, options = {}) {
      const { expect, recursive } = options;
      const change = { kind: "remove", path, ...(expect === undefined ? {} : { expect }) } as const;
      await apply([change], recursive);
    },
    async rename(from, to) {
      await apply([{ kind: "rename", from, to }]);
    },
    async mkdir(path) {
      gate.goOn();
      await machine.locks.hold(lockPaths(machine, [path]), gate.signal, async () =>
        makeDirectory(machine, gate, path),
      );
      machine.onChanged([]);
    },
    apply: (changes) => apply(changes),
  };
}

async function applyChanges(
  parts: WriteDoorParts,
  job: { readonly changes: readonly FileChange[]; readonly recursive: boolean | undefined },
): Promise<readonly FileWritten[]> {
  const { machine, gate } = parts;
  const { changes, recursive } = job;
  gate.goOn();
  const paths = changes.flatMap((change) =>
    change.kind === "rename" ? [change.from, change.to] : [change.path],
  );
  const written = await machine.locks.hold(lockPaths(machine, paths), gate.signal, async () => {
    const made: FileStep[] = [];
    const result = await takeSteps(
      async (step) => {
        for (const change of changes) {
          gate.goOn();
          made.push(await step(() => takeStep(parts, { change, recursive })));
        }
      },
      (steps) => recordSteps(parts, steps),
    );
    // While the paths are held: an editor that writes late would take back what came after.
    for (const { tell } of made) await tell?.();
    return result;
  });
  machine.onChanged(lockPaths(machine, paths));
  return written;
}

function takeStep(
  { machine, gate, context: { sessionId } }: WriteDoorParts,
  { change, recursive }: { readonly change: FileChange; readonly recursive: boolean | undefined },
): Promise<FileStep> {
  if (change.kind === "write") return writeFile(machine, gate, { ...change, sessionId });
  if (change.kind === "rename") return renamePath(machine, gate, change);
  return removePath(machine, gate, { ...change, recursive });
}

async function recordSteps(
  { machine, journal, context }: WriteDoorParts,
  steps: readonly FileStep[],
): Promise<readonly FileWritten[]> {
  const { sessionId, callId } = context;
  const changes = steps.flatMap((step) => step.changes);
  const ids = await journal.append(changes.map((change) => ({ sessionId, callId, ...change })));
  let at = 0;
  return steps.map(({ changes: own, created, bytes }) => {
    const journalled = nameChanges(ids.slice(at, at + own.length));
    at += own.length;
    const isScratch = own.some(({ path }) => isWithin(path, machine.places.scratch));
    return { created, bytes, journal: journalled, ...(isScratch ? { scratch: true } : {}) };
  });
}

/** The places that texts lead to now. A text that leads nowhere is refused later, with the right words. */
function lockPaths(machine: FileMachine, texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const place = machine.path(text, "write");
    if (!place.ok) return [];
    const { lexical, real } = place.value;
    return lexical === real ? [real] : [lexical, real];
  });
}

function first(written: readonly FileWritten[]): FileWritten {
  return written[0] ?? { created: false, bytes: 0, journal: "" };
}
