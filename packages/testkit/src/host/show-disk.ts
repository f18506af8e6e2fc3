/** The content of a bench's disk, as values that can be compared. */
import { createHash } from "node:crypto";
import type { FsDoor } from "@toolplane/contract";
import { differs } from "../suite/compare-values.ts";
import type { HostBench } from "./host-conformance.ts";

/** Every path below the workspace and outside, each file with its text and permission bits. */
export function showDisk({
  disk,
  workspace,
  outside,
}: HostBench): Readonly<Record<string, string>> {
  const shown = [workspace, outside].flatMap((root) =>
    disk.below(root).map((relative) => {
      const path = `${root}/${relative}`;
      const text = textAt({ disk }, path);
      const mode = disk.modeOf(path)?.toString(8) ?? "";
      return [path, text === null ? "" : `${mode} ${text}`] as const;
    }),
  );
  return Object.fromEntries(shown);
}

export function textAt({ disk }: Pick<HostBench, "disk">, path: string): string | null {
  const bytes = disk.readFile(path);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** The problem when the disk is not as it was. */
export function changedSince(
  bench: HostBench,
  what: string,
  before: Readonly<Record<string, string>>,
): string | null {
  return differs(`the disk after ${what}`, showDisk(bench), before);
}

/** The digest that `expect` takes. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text of a file, read through a door. */
export async function readText(fs: Pick<FsDoor, "read">, path: string): Promise<string> {
  return new TextDecoder().decode((await fs.read(path)).bytes);
}
