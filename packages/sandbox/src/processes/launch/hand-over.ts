/** Hands contents to a command by descriptor. A terminal's shell opens files; all others read what they are sent. */
import { rmSync } from "node:fs";
import type { InheritedContents } from "../../holder/holder-protocol.ts";
import type { SpoolFolder } from "../output/spool-folder.ts";

export function handOver(
  spools: SpoolFolder,
  all: readonly Uint8Array[],
  { asFiles }: { readonly asFiles: boolean },
): { readonly contents: readonly InheritedContents[]; release(): void } {
  if (!asFiles) return { contents: all.map((bytes) => sent(spools, bytes)), release() {} };
  const files = all.map((bytes) => spools.write(bytes));
  return {
    contents: files.map((file) => ({ file })),
    release() {
      for (const file of files) rmSync(file, { force: true });
    },
  };
}

function sent(spools: SpoolFolder, bytes: Uint8Array): InheritedContents {
  const file = spools.repeated(bytes);
  return file === null ? { latin1: Buffer.from(bytes).toString("latin1") } : { file };
}
