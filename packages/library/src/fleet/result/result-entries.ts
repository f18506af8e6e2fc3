/** Entries of an index, as git prints and reads them: a character for each byte of a path. */
import type { KeptFile } from "../git/kept-files.ts";
import type { ScratchRepository } from "./scratch-repository.ts";

export interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
}

export interface IndexChange {
  readonly gone: readonly string[];
  readonly entries: readonly Entry[];
}

export const ID_LENGTHS = { sha1: 40, sha256: 64 } as const;
const MAY_RUN = 0o100;

/** Null for what has no content. */
export function entryOf(file: KeptFile, id: string | undefined): Entry | null {
  const { path } = file;
  if (id === undefined) return null;
  if (file.kind === "link") return { path, id, mode: "120000" };
  if (file.kind !== "file") return null;
  return { path, id, mode: (file.mode & MAY_RUN) === 0 ? "100644" : "100755" };
}

/** A path that git refuses is left out, and it goes on. */
export async function putEntries(
  scratch: ScratchRepository,
  { gone, entries }: IndexChange,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const none = "0".repeat(ID_LENGTHS[scratch.format]);
  const lines = [
    ...gone.map((path) => `0 ${none}\t${path}\0`),
    ...entries.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`),
  ];
  const input = Buffer.from(lines.join(""), "latin1");
  await scratch.git(["update-index", "-z", "--index-info"], { input, environment });
}

export async function listEntries(scratch: ScratchRepository): Promise<ReadonlyMap<string, Entry>> {
  const listed = (await scratch.git(["ls-files", "--stage", "-z"])).toString("latin1");
  return new Map(
    listed.split("\0").flatMap((line) => {
      const [, mode, id, path] = /^(\d+) ([0-9a-f]+) 0\t([\s\S]+)$/.exec(line) ?? [];
      return mode && id && path ? [[path, { mode, id, path }] as const] : [];
    }),
  );
}
