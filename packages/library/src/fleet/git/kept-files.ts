/** Writes and reads the list of what a session's folder holds beside its commit: files by content address. */
import { ToolError } from "@toolplane/contract";

/** Paths are relative, a character for each byte. */
export type KeptFile = { readonly path: string } & (
  | {
      readonly kind: "file";
      readonly digest: string;
      readonly bytes: number;
      readonly mode: number;
    }
  | { readonly kind: "link"; readonly target: string }
  /** One that holds nothing. */
  | { readonly kind: "folder" }
  /** The commit has it, and the session does not. */
  | { readonly kind: "gone" }
);

/** Leads a session's git to the cache of its machine. */
export const BORROWED = ".git/objects/info/alternates";
export const MOST_FILES = 200_000;
export const MOST_BYTES = 536_870_912;

export function writeKept(files: readonly KeptFile[]): Uint8Array {
  return Buffer.from(JSON.stringify({ files }));
}

/** Refuses by name what would leave the folder, or lead its git elsewhere. */
export function readKept(bytes: Uint8Array): readonly KeptFile[] {
  const { files } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { files: KeptFile[] };
  const seen = new Set<string>();
  for (const { path } of files) {
    const parts = path.split("/");
    const isInside = parts.every((part) => part !== "" && part !== "." && part !== "..");
    if (!isInside || path.includes("\0") || path === BORROWED || seen.has(path))
      throw new ToolError("invalid_input", `${shown(path)} is no path of a workspace.`);
    seen.add(path);
  }
  return files;
}

export function shown(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}
