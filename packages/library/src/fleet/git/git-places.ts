/** Workspaces that are commits, as a worker opens them: one for each segment. */
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { createSealer } from "@toolplane/kernel";
import { createSeals } from "../../approvals/seals.ts";
import { workerState } from "../../approvals/worker-state.ts";
import { ownerState } from "../../runs/claim-run.ts";
import type { FarGround } from "./fetch-far.ts";
import { type GitWorkspace, openGitWorkspace, type WantedWorkspace } from "./open-git-workspace.ts";
import { createRepositoryCache } from "./repository-cache.ts";
import type { RepositorySource } from "./repository-source.ts";
import { createGit } from "./run-git.ts";
import { createSessionFolders } from "./session-folders.ts";

export interface GitPlacesGround {
  readonly store: Store;
  readonly key: RecordKey;
  readonly userData: string;
  /** A folder at the same path on each worker. */
  readonly clones: string;
  /** By name: where each comes from. */
  readonly repositories: ReadonlyMap<string, RepositorySource>;
  /** The PATH that git is looked for in. */
  readonly path: string;
  readonly far: FarGround;
}

export interface GitPlaces {
  open(wanted: WantedWorkspace): Promise<GitWorkspace>;
  /** Removes folders that killed workers left; gives how many. */
  sweep(signal: AbortSignal): Promise<number>;
}

/** Rejects with `failed` where there is no git. */
export async function createGitPlaces(ground: GitPlacesGround): Promise<GitPlaces> {
  const { store, key, userData, clones, repositories, far } = ground;
  const git = createGit(ground.path);
  await git(["--version"], { folder: userData });
  const stateOf = workerState(store, userData);
  // Whoever has the team's key is of the team. A new key makes a new cache, and moves no session.
  const folder = join(clones, "caches", createSealer(key, "key").name);
  const cache = createRepositoryCache({ git, repositories, folder, far });
  const own = {
    git,
    cache,
    store,
    seals: createSeals(key),
    sessions: createSessionFolders(clones),
  };
  return {
    async open(wanted) {
      const { row } = wanted;
      // Its folder would be made anew below whoever drives it.
      if ((await ownerState(row.owner, stateOf)) !== "gone")
        throw new ToolError("conflict", `Run ${row.id} is driven by another already.`);
      return openGitWorkspace(own, wanted);
    },
    sweep: own.sessions.sweep,
  };
}
