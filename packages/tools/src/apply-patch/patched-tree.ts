/**
 * The files of a patch as they would be: read when first needed, changed in memory, written only at the end and all
 * together. So a later part of a patch sees what an earlier one did, and a part that fails leaves everything as it was.
 */
import { type FileChange, type FsReadDoor, ToolError } from "@toolplane/contract";
import { MAX_RESULT_BYTES } from "../text/change-file.ts";
import {
  type DecodedText,
  decodeText,
  PLAIN_FORM,
  type TextForm,
} from "../text/encoding/decode-text.ts";
import { digestContent } from "../text/encoding/digest-content.ts";
import { encodeText } from "../text/encoding/encode-text.ts";

/** A file as the patch has it now. `bytes` are those that were read, kept while the text is unchanged. */
export interface PatchedFile {
  readonly bytes: Uint8Array | null;
  readonly text: DecodedText | null;
  readonly mode: number | null;
}

/** One path of the patch, before and after. */
export interface PatchedPath {
  readonly path: string;
  /** Null when nothing was read: the file is not there, or there was no need to look. */
  readonly before: PatchedFile | null;
  readonly after: PatchedFile | null;
  readonly overwrites: boolean;
}

export interface PatchedTree {
  /** The file at a path; `not_found` when there is none. */
  read(path: string): Promise<PatchedFile>;
  /** Puts a file there; with `overwrites` it may replace one. */
  put(path: string, file: PatchedFile, options: { readonly overwrites: boolean }): void;
  remove(path: string): void;
  /** The touched paths, in order. */
  paths(): readonly PatchedPath[];
}

/** Makes a tree over the reading half of the file door. */
export function createPatchedTree(fs: Pick<FsReadDoor, "read" | "stat">): PatchedTree {
  const entries = new Map<string, PatchedPath>();
  return {
    async read(path) {
      const known = entries.get(pathKey(path));
      if (known !== undefined) {
        if (known.after === null)
          throw new ToolError("not_found", `${path} is gone at this point of the patch.`);
        return known.after;
      }
      const { bytes } = await fs.read(path);
      const stat = await fs.stat(path);
      const mode = stat === null ? null : stat.mode & 0o777;
      const file = { bytes, text: null, mode };
      entries.set(pathKey(path), { path, before: file, after: file, overwrites: true });
      return file;
    },
    put(path, file, { overwrites }) {
      const known = entries.get(pathKey(path));
      if (known?.after && !overwrites)
        throw new ToolError("conflict", `${path} exists already. Nothing was changed in any file.`);
      entries.set(pathKey(path), { path, before: known?.before ?? null, after: file, overwrites });
    },
    remove(path) {
      const known = entries.get(pathKey(path));
      if (known) entries.set(pathKey(path), { ...known, after: null });
    },
    paths: () =>
      [...entries.values()].filter(
        ({ before, after }) => before !== after && (before ?? after) !== null,
      ),
  };
}

/** The text of a file; a binary one is refused. */
export async function fileText(file: PatchedFile, path: string): Promise<DecodedText> {
  return file.text ?? decodeText(file.bytes ?? new Uint8Array(), path);
}

export function textFile(
  text: string,
  form: TextForm = PLAIN_FORM,
  mode: number | null = null,
): PatchedFile {
  return { bytes: null, text: { text, form }, mode };
}

/** The changes that make the tree real. Removals come first, so that a name can change from file to folder. */
export async function listChanges(paths: readonly PatchedPath[]): Promise<readonly FileChange[]> {
  const removals: FileChange[] = [];
  const writes: FileChange[] = [];
  for (const { path, before, after, overwrites } of paths) {
    const expect = before?.bytes ? await digestContent(before.bytes) : undefined;
    if (after === null)
      removals.push({ kind: "remove", path, ...(expect === undefined ? {} : { expect }) });
    else {
      const mode = after.mode === null || after.mode === before?.mode ? {} : { mode: after.mode };
      const guard =
        expect === undefined
          ? { create: overwrites ? ("may" as const) : ("must" as const) }
          : { expect };
      writes.push({
        kind: "write",
        path,
        data: await writtenData(after, { path, isNew: before === null }),
        options: { ...guard, ...mode },
      });
    }
  }
  return [...removals, ...writes];
}

/** A new text is handed over as text, so that the door gives it the form of a file that it replaces. */
async function writtenData(
  file: PatchedFile,
  { path, isNew }: { readonly path: string; readonly isNew: boolean },
): Promise<string | Uint8Array> {
  if (file.text === null) return file.bytes ?? new Uint8Array();
  if (isNew && file.text.form === PLAIN_FORM) return file.text.text;
  const bytes = await encodeText(file.text.text, file.text.form, path);
  if (bytes.length > MAX_RESULT_BYTES)
    throw new ToolError(
      "too_large",
      `${path} would have ${bytes.length} bytes after this; the most is ${MAX_RESULT_BYTES}.`,
    );
  return bytes;
}

/** One key for one lexical path, however it is spelled. */
function pathKey(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
