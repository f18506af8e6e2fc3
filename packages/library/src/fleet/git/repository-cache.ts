/**
 * A copy of each repository that a worker knows, whose objects the repositories of sessions borrow. It only grows: nothing is ever
 * collected in it, because what a session borrowed must stay, also where the repository lost it.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isToolError, ToolError } from "@toolplane/contract";
import type { NamedCommit } from "./named-commit.ts";
import type { RunGit } from "./run-git.ts";

export interface RepositoryCache {
  /** The cache, which holds that commit. Rejects with `not_found` where the repository or the commit is gone. */
  at(wanted: NamedCommit): Promise<string>;
}

export interface CacheGround {
  readonly git: RunGit;
  /** Of one tenant: no other borrows from it. */
  readonly folder: string;
  /** By name: where each lies on this machine. */
  readonly repositories: ReadonlyMap<string, string>;
}

export function createRepositoryCache(ground: CacheGround): RepositoryCache {
  const { repositories, folder } = ground;
  const fetching = new Map<string, Promise<unknown>>();
  return {
    async at({ repository, commit }) {
      const source = repositories.get(repository);
      if (source === undefined)
        throw new ToolError("not_found", `This worker has no repository ${repository}.`);
      const place = join(folder, `${repository}.git`);
      // One after the other: two runs of one repository want the same.
      const before = fetching.get(repository) ?? Promise.resolve();
      const now = before
        .catch(() => undefined)
        .then(() => bring(ground, { source, place, commit }));
      fetching.set(repository, now);
      const isThere = await now.catch((error: unknown) => {
        throw isToolError(error) && error.code === "unavailable"
          ? new ToolError(
              "not_found",
              `Repository ${repository} cannot be read from ${source}: ${error.message}`,
            )
          : error;
      });
      if (!isThere)
        throw new ToolError("not_found", `Repository ${repository} has no commit ${commit}.`);
      return place;
    },
  };
}

interface Wanted {
  readonly source: string;
  readonly place: string;
  readonly commit: string;
}

async function bring({ git, folder }: CacheGround, wanted: Wanted): Promise<boolean> {
  const { source, place, commit } = wanted;
  const has = async (): Promise<boolean> => {
    const argv = [`--git-dir=${place}`, "cat-file", "-e", `${commit}^{commit}`];
    return git(argv, { folder }).then(
      () => true,
      () => false,
    );
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(place)) await make(git, { folder, source, place });
  if (await has()) return true;
  const fetch = ["fetch", "--quiet", "--no-write-fetch-head", "--", source, "+refs/*:refs/*"];
  // Another worker of this machine may hold its refs: then what counts is whether the commit came.
  const fault = await git([`--git-dir=${place}`, ...fetch], { folder }).then(
    () => null,
    (error: unknown) => error,
  );
  if (await has()) return true;
  if (fault !== null) throw fault;
  return false;
}

/** Whole or not at all: one that was cut off lies beside its place. */
async function make(
  git: RunGit,
  { folder, source, place }: { readonly folder: string } & Omit<Wanted, "commit">,
): Promise<void> {
  const made = `${place}.${randomUUID()}`;
  try {
    const words = ["clone", "--quiet", "--mirror", "--no-local", "--template=", "--", source, made];
    await git(words, { folder });
    await rename(made, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
