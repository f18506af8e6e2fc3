/**
 * A repository for a moment, in which a result becomes a commit: it borrows the objects of the checkout, and nothing that a session wrote is read by
 * the checkout's own git before it is whole and looked at.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunGit } from "../git/run-git.ts";

export interface ScratchRepository {
  readonly folder: string;
  readonly format: "sha1" | "sha256";
  git(
    words: readonly string[],
    more?: {
      readonly input?: string | Uint8Array;
      readonly environment?: Readonly<Record<string, string>>;
    },
  ): Promise<Buffer>;
  remove(): Promise<void>;
}

/** No path is made that another system would take for git's own. */
const CAREFUL = ["-c", "core.protectHFS=true", "-c", "core.protectNTFS=true"];

export async function openScratchRepository(
  git: RunGit,
  { objects, commit }: { readonly objects: string; readonly commit: string },
): Promise<ScratchRepository> {
  const folder = await mkdtemp(join(tmpdir(), "toolplane-result-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const place = join(folder, "scratch.git");
    const format = commit.length === 64 ? "sha256" : "sha1";
    const words = ["--quiet", "--bare", "--template=", `--object-format=${format}`, place];
    await git(["init", ...words], { folder });
    await writeFile(join(place, "objects/info/alternates"), `${objects}\n`);
    // Settings of a session's attributes and ignored files are read from its index: here lies none.
    const empty = join(folder, "empty");
    await mkdir(empty);
    return {
      folder,
      format,
      git: (own, more = {}) =>
        git([...CAREFUL, `--git-dir=${place}`, `--work-tree=${empty}`, ...own], {
          folder: empty,
          ...more,
        }),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
