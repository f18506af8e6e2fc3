/**
 * The files of a project that count, and what they come to. Only the workspace's own folder is looked at, never one above or
 * below. Each file is read once, and the digest is over exactly those bytes: what a person trusted is what is applied.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { readBoundedFile } from "@toolplane/disk/own-files";
import type { FileKind } from "../declaration/file-kind.ts";

/** The project's folder, relative to the workspace. */
export const PROJECT_FOLDER = ".toolplane";

/** Files that count, in the order of the digest. */
export const PROJECT_FILES: readonly { readonly name: string; readonly kind: FileKind }[] = [
  { name: "config.jsonc", kind: "config" },
  { name: "policy.jsonc", kind: "policy" },
];

/** One of them, with its content. */
export interface ProjectFile {
  /** `.toolplane/policy.jsonc`. */
  readonly file: string;
  readonly kind: FileKind;
  readonly bytes: Buffer;
}

export function readProjectFiles(workspace: string): readonly ProjectFile[] {
  return PROJECT_FILES.flatMap(({ name, kind }) => {
    const file = `${PROJECT_FOLDER}/${name}`;
    const bytes = readBoundedFile({ path: join(workspace, PROJECT_FOLDER, name), shown: file });
    return bytes === null ? [] : [{ file, kind, bytes }];
  });
}

/** Their digest. It includes lengths, so that no two sets of files read alike. */
export function digestProject(files: readonly ProjectFile[]): string {
  const hash = createHash("sha256").update("toolplane project 1\0");
  for (const { file, bytes } of files) hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  return hash.digest("hex");
}
