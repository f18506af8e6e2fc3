/**
 * Makes the repository of one session: its own refs, index and configuration, no hooks, and the objects of the cache. What was checked out is compared
 * with the commit's id down to each file, because git believes what lies in a pack.
 */
import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import type { NamedCommit } from "./named-commit.ts";
import type { RunGit } from "./run-git.ts";

export interface SessionClone extends NamedCommit {
  readonly cache: string;
  /** Not there yet; the folder above is. */
  readonly folder: string;
}

/** Files are as they lie in the commit, byte for byte: no filter runs, and every machine has the same. */
const AS_COMMITTED = "* -text -ident !filter !working-tree-encoding !eol\n";
const BRANCH = "session";

/** Gives the paths of the commit's files, a character for each byte. */
export async function cloneSession(
  git: RunGit,
  wanted: SessionClone,
): Promise<ReadonlySet<string>> {
  const { cache, folder, commit, repository } = wanted;
  const above = join(folder, "..");
  const own = (...words: readonly string[]) => git(words, { folder });
  try {
    const words = ["--shared", "--no-checkout", "--template=", "--", cache, folder];
    await git(["clone", "--quiet", ...words], { folder: above });
    // A session has no business with the cache but to borrow from it.
    await own("remote", "remove", "origin");
    await mkdir(join(folder, ".git/info"), { recursive: true });
    await writeFile(join(folder, ".git/info/attributes"), AS_COMMITTED);
    await own("update-ref", `refs/heads/${BRANCH}`, commit);
    await own("symbolic-ref", "HEAD", `refs/heads/${BRANCH}`);
    await own("reset", "--quiet", "--hard", commit);
    return await readVerified(git, wanted);
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    throw new ToolError(
      "unavailable",
      `Commit ${commit} of ${repository} cannot be had from ${cache}: ${said}. If it is damaged, remove it: it is fetched again.`,
      { cause: error },
    );
  }
}

interface Listed {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

async function readVerified(
  git: RunGit,
  { folder, commit }: SessionClone,
): Promise<ReadonlySet<string>> {
  const own = (...words: readonly string[]) => git(words, { folder });
  const format = commit.length === 64 ? "sha256" : "sha1";
  const idOf = (type: string, bytes: Uint8Array): string =>
    createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
  const bytes = await own("cat-file", "commit", commit);
  if (idOf("commit", bytes) !== commit) throw new TypeError("the commit is another");
  const tree = /^tree ([0-9a-f]+)\n/.exec(bytes.toString("latin1"))?.[1];
  const list = await own("ls-tree", "-r", "-z", "--full-tree", commit);
  const environment = { GIT_INDEX_FILE: join(folder, ".git/verified-index") };
  await git(["update-index", "-z", "--index-info"], { folder, input: list, environment });
  const written = await git(["write-tree", "--missing-ok"], { folder, environment });
  if (written.toString("latin1").trim() !== tree) throw new TypeError("its folders are others");
  await rm(environment.GIT_INDEX_FILE, { force: true });
  const files = readList(list).filter(({ mode }) => mode !== SUBMODULE);
  for (const { mode, id, path } of files) {
    const place = toFsPath(below(toBytePath(folder), path));
    const isLink = (await lstat(place)).isSymbolicLink();
    const content = isLink ? await readlink(place, "buffer") : await readFile(place);
    if (isLink !== (mode === LINK) || idOf("blob", content) !== id)
      throw new TypeError(`${Buffer.from(path, "latin1").toString("utf8")} is another`);
  }
  return new Set(files.map(({ path }) => path));
}

const SUBMODULE = "160000";
const LINK = "120000";

function readList(list: Buffer): readonly Listed[] {
  return list
    .toString("latin1")
    .split("\0")
    .flatMap((line) => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
      return mode && id && path ? [{ mode, id, path }] : [];
    });
}
