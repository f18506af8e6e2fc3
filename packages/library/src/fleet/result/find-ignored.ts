/**
 * Finds a session's new files that git ignores, by the session's own `.gitignore` files: installed packages and what a build made.
 * git reads these files from an index, so nothing of a session is written to a folder for it.
 */
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import type { KeptFile } from "../git/kept-files.ts";
import { type Entry, entryOf, ID_LENGTHS, putEntries } from "./result-entries.ts";
import type { ScratchRepository } from "./scratch-repository.ts";
import { writeBlobs } from "./write-blobs.ts";

export interface IgnoredGround {
  readonly scratch: ScratchRepository;
  readonly payloads: Pick<Store["payloads"], "get">;
  /** The commit's paths: none of them is ignored, whatever a file says. */
  readonly before: ReadonlyMap<string, Entry>;
}

export async function findIgnored(
  { scratch, payloads, before }: IgnoredGround,
  files: readonly KeptFile[],
): Promise<ReadonlySet<string>> {
  const environment = { GIT_INDEX_FILE: join(scratch.folder, "ignored-index") };
  const own = (words: readonly string[], input?: Uint8Array) =>
    scratch.git(words, { environment, ...(input === undefined ? {} : { input }) });
  const lists = files.filter(({ path }) => isList(path));
  const ids = await writeBlobs({ scratch, payloads }, lists);
  const gone = files.flatMap(({ path, kind }) => (kind === "gone" ? [path] : []));
  const any = "1".repeat(ID_LENGTHS[scratch.format]);
  // What other files hold says nothing here.
  const entries = [
    ...before.values(),
    ...files.flatMap((file) => entryOf(file, ids.get(file.path) ?? any) ?? []),
  ];
  await putEntries(scratch, { gone, entries }, environment);
  const there = (await own(["ls-files", "-z"])).toString("latin1").split("\0").filter(isList);
  const named = Buffer.from(there.map((path) => `${path}\0`).join(""), "latin1");
  await own(["update-index", "--skip-worktree", "-z", "--stdin"], named);
  const words = ["ls-files", "--ignored", "--cached", "-z", "--exclude-per-directory=.gitignore"];
  const listed = (await own(words)).toString("latin1").split("\0").slice(0, -1);
  return new Set(listed.filter((path) => !before.has(path)));
}

function isList(path: string): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}
