/** `write` of the file door: asks, checks what is there, keeps both images, and puts the new content in place. */
import { accessSync, constants } from "node:fs";
import { type FsTarget, ToolError, type WriteOptions } from "@toolplane/contract";
import { encodeLike } from "./content/encode-like.ts";
import { contentAddress, readContent, requireFile } from "./content/read-content.ts";
import type { FileStep, ImageChange } from "./file-step.ts";
import type { DoorGate } from "./judged/create-door-gate.ts";
import type { FileMachine } from "./machine/file-machine.ts";
import { openBytes } from "./machine/open-texts.ts";
import { openSpot, type Spot } from "./spot/open-spot.ts";
import { putContent } from "./spot/put-content.ts";

export interface WriteJob {
  readonly sessionId: string;
  readonly path: string;
  readonly data: string | Uint8Array;
  readonly options?: WriteOptions | undefined;
}

/** Writes one file; the step can be taken back until it is settled. */
export async function writeFile(
  machine: FileMachine,
  gate: DoorGate,
  job: WriteJob,
): Promise<FileStep> {
  const spot = openSpot(machine, job.path, "follow");
  try {
    gate.enter(writeTarget(spot));
    const before = await currentContent(machine, gate, spot);
    const open = before === null ? null : await openBytes(machine, spot.real);
    checkOptions(spot, open ?? before, job.options ?? {});
    refuseUnseen(machine, spot, { ...job, before });
    refuseUnsaved(machine, spot, { ...job, before, open });
    const bytes = newContent(machine, job, before);
    const mode = job.options?.mode;
    const addresses = {
      before: before === null ? null : await machine.keep(before),
      after: await machine.keep(bytes),
    };
    const content = { kind: "file", bytes, mode } as const;
    const putting = await putContent(machine, spot, { content, before, goOn: gate.goOn });
    return {
      changes: changesOf(spot, addresses, mode),
      created: before === null,
      bytes: bytes.length,
      ...(isUnsaved(open, before) ? { tell: () => tellOf(machine, spot.real, bytes) } : {}),
      settle() {
        putting.settle();
        machine.seen.wrote(job.sessionId, spot.real, addresses.after);
        spot.close();
      },
      takeBack() {
        putting.takeBack();
        spot.close();
      },
    };
  } catch (error) {
    spot.close();
    throw error;
  }
}

/** True where it is open with other text than the disk holds: only then must an editor hear of the write. */
function isUnsaved(open: Uint8Array | null, before: Uint8Array | null): boolean {
  return open !== null && (before === null || contentAddress(open) !== contentAddress(before));
}

async function tellOf({ openTexts }: FileMachine, real: string, bytes: Uint8Array): Promise<void> {
  await openTexts?.wrote(real, new TextDecoder().decode(bytes));
}

/** The question about a spot that changes. */
export function writeTarget({ lexical: path, real }: Pick<Spot, "lexical" | "real">): FsTarget {
  return { capability: "fs.write", path, real };
}

/** The mode of a file as the journal keeps it. */
export function modeOf(spot: Spot): number | null {
  return spot.node === null ? null : Number(spot.node.stat.mode) & 0o777;
}

async function currentContent(
  machine: FileMachine,
  gate: DoorGate,
  spot: Spot,
): Promise<Uint8Array | null> {
  if (spot.node === null) return null;
  requireFile(spot.node, spot.text);
  requireWritable(spot);
  const request = { text: spot.text, maxBytes: machine.maxFileBytes, goOn: gate.goOn };
  return (await readContent(spot.node, request)).bytes;
}

/** A rename needs only the directory; a file that says it is read-only means it. */
function requireWritable(spot: Spot): void {
  const { node, text } = spot;
  if (node === null) return;
  const refused = () =>
    new ToolError("failed", `${text} may not be written: the system says it is read-only`);
  if ((Number(node.stat.mode) & 0o222) === 0) throw refused();
  try {
    accessSync(node.self, constants.W_OK);
  } catch {
    throw refused();
  }
}

function checkOptions(spot: Spot, before: Uint8Array | null, options: WriteOptions): void {
  const { create = "may", expect } = options;
  if (create === "must" && before !== null)
    throw new ToolError("conflict", `${spot.text} exists already`);
  if (create === "never" && before === null)
    throw new ToolError("not_found", `${spot.text} does not exist`);
  if (expect !== undefined && (before === null || contentAddress(before) !== expect))
    throw new ToolError("conflict", `${spot.text} is no longer what was read: read it again`);
}

/**
 * Refuses a write over content that the session has not seen. A caller that says what it expects knows what it replaces; for the
 * others the session's last look decides.
 */
function refuseUnseen(
  { seen }: FileMachine,
  { node, text }: Spot,
  { sessionId, options, before }: WriteJob & { readonly before: Uint8Array | null },
): void {
  if (node === null || before === null || options?.expect !== undefined) return;
  if (seen.isStale(sessionId, node, contentAddress(before)))
    throw new ToolError(
      "conflict",
      `${text} was changed since this session read it: read it again`,
    );
}

/** Refuses a write over unsaved text that the session has not seen: text that was never saved is in no journal. */
function refuseUnsaved(
  { seen }: FileMachine,
  { real, text }: Spot,
  job: WriteJob & { readonly before: Uint8Array | null; readonly open: Uint8Array | null },
): void {
  const { open, before, options, sessionId } = job;
  if (open === null || !isUnsaved(open, before) || options?.expect !== undefined) return;
  if (!seen.sawOpen(sessionId, real, contentAddress(open)))
    throw new ToolError(
      "conflict",
      `${text} is open with changes that are not saved: read it first`,
    );
}

function newContent(machine: FileMachine, job: WriteJob, before: Uint8Array | null): Uint8Array {
  const { data } = job;
  const bytes = typeof data === "string" ? encodeLike(data, before) : data;
  if (bytes.length > machine.maxFileBytes)
    throw new ToolError("too_large", `${job.path} would have ${bytes.length} bytes`);
  return bytes;
}

/** A mode that changes too is a file that went and another that came: so going back brings the old mode. */
function changesOf(
  spot: Spot,
  { before, after }: { readonly before: string | null; readonly after: string },
  wanted: number | undefined,
): readonly ImageChange[] {
  const { real: path } = spot;
  const old = modeOf(spot);
  const mode = wanted === undefined ? old : wanted & 0o777;
  if (before === null || old === mode) return [{ path, before, after, mode }];
  return [
    { path, before, after: null, mode: old },
    { path, before: null, after, mode },
  ];
}
