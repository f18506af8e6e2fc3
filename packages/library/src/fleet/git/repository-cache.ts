/**
 * A copy of each repository that a worker knows, whose objects the repositories of sessions borrow. It only grows: nothing is ever
 * collected in it, because what a session borrowed must stay, also where the repository lost it.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isToolError, ToolError } from "@toolplane/contract";
import { type FarGround, fetchFar } from "./fetch-far.ts";
import { withMachineLock } from "./machine-lock.ts";
import type { NamedCommit } from "./named-commit.ts";
import { type RepositorySource, sourceText } from "./repository-source.ts";
import type { RunGit } from "./run-git.ts";

export interface RepositoryCache {
  /**
   * The cache, which holds that commit. Rejects with `not_found` where the repository or the commit is gone or cannot be fetched, and
   * with the signal's reason.
   */
  at(wanted: NamedCommit, signal: AbortSignal): Promise<string>;
}

export interface CacheGround {
  readonly git: RunGit;
  /** Of one tenant: no other borrows from it. */
  readonly folder: string;
  /** By name. */
  readonly repositories: ReadonlyMap<string, RepositorySource>;
  readonly far: FarGround;
}

export function createRepositoryCache(ground: CacheGround): RepositoryCache {
  const { repositories, folder } = ground;
  return {
    async at({ repository, commit }, signal) {
      const source = repositories.get(repository);
      if (source === undefined)
        throw new ToolError("not_found", `This worker has no repository ${repository}.`);
      const wanted = {
        repository,
        commit,
        source,
        place: join(folder, `${repository}.git`),
        signal,
      };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (await has(ground, wanted)) return wanted.place;
      const lock = join(folder, `${repository}.lock`);
      const onWait = () => ground.far.onProgress(`Waits: somebody here fetches ${repository}.`);
      // Of all workers of this machine one fetches, and the others find it there.
      const isThere = await withMachineLock(lock, { signal, onWait }, async () => {
        return (await has(ground, wanted)) || (await bring(ground, wanted));
      }).catch((error: unknown) => {
        if (!isToolError(error) || error.code !== "unavailable") throw error;
        const what = `Repository ${repository} cannot be read from ${sourceText(source)}`;
        throw new ToolError("not_found", `${what}: ${error.message}`);
      });
      if (!isThere)
        throw new ToolError("not_found", `Repository ${repository} has no commit ${commit}.`);
      return wanted.place;
    },
  };
}

interface Wanted extends NamedCommit {
  readonly source: RepositorySource;
  readonly place: string;
  readonly signal: AbortSignal;
}

async function has({ git, folder }: CacheGround, { place, commit }: Wanted): Promise<boolean> {
  if (!existsSync(place)) return false;
  const argv = [`--git-dir=${place}`, "cat-file", "-e", `${commit}^{commit}`];
  return git(argv, { folder }).then(
    () => true,
    () => false,
  );
}

/** The lock is held. */
async function bring(ground: CacheGround, wanted: Wanted): Promise<boolean> {
  const { place } = wanted;
  await removeHalf(ground.folder, wanted);
  if (existsSync(place)) {
    await fetch(ground, wanted);
    return has(ground, wanted);
  }
  // Whole or not at all: one that was cut off lies beside its place.
  const made = `${place}.${randomUUID()}`;
  try {
    const format = wanted.commit.length === 64 ? "sha256" : "sha1";
    const words = ["--quiet", "--bare", "--template=", `--object-format=${format}`, made];
    await ground.git(["init", ...words], { folder: ground.folder });
    await fetch(ground, { ...wanted, place: made });
    await rename(made, place);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return has(ground, wanted);
}

const UUID = /^[0-9a-f-]{36}$/;

/** Removes what a fetch left that was cut off: no other is at work there. */
async function removeHalf(folder: string, { place, repository }: Wanted): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(`${repository}.git.`) && UUID.test(name.slice(repository.length + 5)))
      await rm(join(folder, name), { recursive: true, force: true });
  for (const below of [join(place, "objects"), join(place, "objects/pack")])
    for (const name of await readdir(below).catch(() => []))
      if (/^tmp_|^incoming-|\.temp$/.test(name))
        await rm(join(below, name), { recursive: true, force: true });
}

async function fetch(ground: CacheGround, wanted: Wanted): Promise<void> {
  const { source, place } = wanted;
  if (source.kind === "address") return fetchAddress(ground, { ...wanted, ...source });
  // Packs as they came: a repository of many loose files is slow to borrow from.
  const words = ["fetch", "--quiet", "--no-write-fetch-head", "--", source.path, "+refs/*:refs/*"];
  await ground.git(["-c", "fetch.unpackLimit=1", `--git-dir=${place}`, ...words], {
    folder: ground.folder,
  });
}

async function fetchAddress(
  ground: CacheGround,
  wanted: Wanted & { readonly address: string },
): Promise<void> {
  const { far } = ground;
  const { repository, commit, place } = wanted;
  const onProgress = (text: string): void => far.onProgress(`${repository}: ${text}`);
  far.onProgress(`Fetches ${repository} from ${sourceText(wanted.source)}`);
  const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
  const own = { ...far, onProgress };
  await fetchFar(own, { ...wanted, refs });
  if (await has(ground, wanted)) return;
  // No branch leads to it: a host may still give it out by its id.
  await fetchFar(own, { ...wanted, place, refs: [`+${commit}:refs/toolplane/${commit}`] }).catch(
    (error: unknown) => {
      if (wanted.signal.aborted || !isToolError(error)) throw error;
    },
  );
}
