/** Reads what a run's repository holds beside its commit, from the record alone: it needs no worker, and asks none. */
import { ToolError } from "@toolplane/contract";
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { createSeals } from "../../approvals/seals.ts";
import type { KeptRun } from "../../runs/kept-run.ts";
import { genuineContent } from "../git/genuine-content.ts";
import { type KeptFile, readKept } from "../git/kept-files.ts";
import { readSlot } from "../git/kept-slot.ts";
import { type NamedCommit, readNamedCommit } from "../git/named-commit.ts";

export interface ResultGround {
  readonly store: Pick<Store, "slots" | "payloads">;
  readonly key: RecordKey;
}

export interface KeptResult extends NamedCommit {
  readonly run: KeptRun;
  /** Nothing of `.git`: what git does by it is the session's own. */
  readonly files: readonly KeptFile[];
}

/** Rejects with `not_found` for a run without a repository of its own, or where nothing was kept yet. */
export async function readResult({ store, key }: ResultGround, run: KeptRun): Promise<KeptResult> {
  const named = readNamedCommit(run.workspace ?? null);
  if (named === null) throw new ToolError("not_found", withoutOne(run));
  const slot = await readSlot({ store, seals: createSeals(key) }, run.sessionId);
  if (slot?.place.content == null)
    throw new ToolError("not_found", `No worker has kept anything of run ${run.id} yet.`);
  const { repository, commit, content } = slot.place;
  if (repository !== named.repository || commit !== named.commit)
    throw new ToolError(
      "conflict",
      `Run ${run.id} began with ${named.repository}@${named.commit}, and its files belong to ${repository}@${commit}.`,
    );
  const list = { digest: content.digest, what: "The list of its changes" };
  const files = readKept(await genuineContent(store.payloads, list));
  return {
    run,
    repository,
    commit,
    files: files.filter(({ path }) => !path.startsWith(".git/") && path !== ".git"),
  };
}

function withoutOne({ id, parentId, workspace }: KeptRun): string {
  if (parentId !== null) return `Run ${id} works in the repository of run ${parentId}.`;
  return typeof workspace === "string"
    ? `Run ${id} works in ${workspace} itself, so what it changed is there.`
    : `Run ${id} has no repository of its own.`;
}
