/**
 * Notes that tools keep for a project, in the store: a text under each key, with the labels of what the session had read when it
 * was written. A note from a stranger's page stays a stranger's text, however many sessions later it is read.
 *
 * All notes of a project are one value of the store. Writers of one process wait for one another; a process whose notes were
 * changed by another meanwhile reads them again and makes its change on those.
 */
import { createHash } from "node:crypto";
import { type Json, LABEL_PATTERN, type LabelSource, ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";

export interface KeptNote {
  readonly key: string;
  readonly content: string;
  readonly labels: readonly LabelSource[];
  /** Null: a person wrote it. */
  readonly sessionId: string | null;
  readonly atMs: number;
}

export interface ProjectMemory {
  list(): Promise<readonly KeptNote[]>;
  read(key: string): Promise<KeptNote | null>;
  /** Throws a ToolError of code `too_large` over a bound. */
  write(note: KeptNote): Promise<void>;
  remove(key: string): Promise<boolean>;
}

const MAX_NOTES = 200;
const MAX_TOTAL_CHARS = 2_000_000;
const MAX_LABELS = 50;
const SLOT = "memory";
/** Every try that fails is a change by another writer that went through. */
const MAX_TRIES = 100;

export function openProjectMemory(
  { slots }: Pick<Store, "slots">,
  workspace: string,
): ProjectMemory {
  // Sessions are named otherwise, so that what is kept of them and what is kept of a project never meet.
  const owner = `project:${createHash("sha256").update(workspace).digest("hex")}`;
  let turn: Promise<unknown> = Promise.resolve();
  const list = async (): Promise<readonly KeptNote[]> => readNotes(await slots.get(owner, SLOT));
  const change = <T>(edit: (notes: Map<string, KeptNote>) => T): Promise<T> => {
    const next = turn.then(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const from = await slots.get(owner, SLOT);
        const notes = new Map(readNotes(from).map((note) => [note.key, note]));
        const result = edit(notes);
        const sorted = [...notes.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
        const to = { notes: sorted.map(toJson) };
        if (await slots.replace(owner, SLOT, { from, to })) return result;
      }
      throw new ToolError("conflict", "The notes of this project are being changed; try again.");
    });
    turn = next.catch(() => {});
    return next;
  };
  return {
    list,
    read: async (key) => (await list()).find((note) => note.key === key) ?? null,
    write: (note) =>
      change((notes) => {
        notes.set(note.key, { ...note, labels: note.labels.slice(0, MAX_LABELS) });
        const size = [...notes.values()].reduce((sum, one) => sum + one.content.length, 0);
        if (notes.size > MAX_NOTES || size > MAX_TOTAL_CHARS)
          throw new ToolError(
            "too_large",
            `A project keeps at most ${MAX_NOTES} notes and ${MAX_TOTAL_CHARS} characters. Delete some first.`,
          );
      }),
    remove: (key) => change((notes) => notes.delete(key)),
  };
}

function toJson({ labels, ...note }: KeptNote): Json {
  return { ...note, labels: labels.map(({ label, source }) => ({ label, source })) };
}

/** Leaves out what is no note: another version or a person's own edit may have written the store. */
function readNotes(value: unknown): readonly KeptNote[] {
  const notes = isFields(value) && Array.isArray(value.notes) ? value.notes : [];
  return notes.filter(isFields).flatMap(({ key, content, labels, sessionId, atMs }) =>
    typeof key === "string" && typeof content === "string"
      ? [
          {
            key,
            content,
            labels: readLabels(labels),
            sessionId: typeof sessionId === "string" ? sessionId : null,
            atMs: typeof atMs === "number" ? atMs : 0,
          },
        ]
      : [],
  );
}

function readLabels(value: unknown): readonly LabelSource[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isFields)
    .flatMap(({ label, source }) =>
      typeof label === "string" && LABEL_PATTERN.test(label)
        ? [{ label, source: typeof source === "string" ? source : "memory" }]
        : [],
    );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
