/** Reads what a run's repository holds beside its commit, from the record alone: it needs no worker, and asks none. */
import { ToolError } from "@toolplane/contract";
import type { RecordKey, Store } from "@toolplane/contract/ports";
import { createSeals } from "../../approvals/seals.ts";
import type { KeptRun } from "../../runs/kept-run.ts";
import { genuineContent } from "../git/genuine-content.ts";
import { type KeptFile, readKept } from "../git/kept-files.ts";
import { readSlot } from "../git/kept-slot.ts";
import { type NamedCommit, readNamedCommit } from "../git/named-commit.ts";
import { isAtOrBelow } from "./is-at-or-below.ts";

export interface ResultGround {
  readonly store: Pick<Store, "slots" | "payloads">;
  readonly key: RecordKey;
}

export interface KeptResult extends NamedCommit {
  readonly run: KeptRun;
  /** Nothing of `.git`: what git does by it is the session's own. */
  readonly files: readonly KeptFile[];
  /** Changes in a view of the run's own that have not landed, and that are not among the files. */
  readonly unlanded: number;
}

/**
 * Rejects with `not_found` for a run without a repository of its own, or where nothing was kept yet. `withUnlanded`: what lies in a view
 * of the run's own is among the files.
 */
export async function readResult(
  { store, key }: ResultGround,
  run: KeptRun,
  { withUnlanded = false }: { readonly withUnlanded?: boolean } = {},
): Promise<KeptResult> {
  const named = readNamedCommit(run.workspace ?? null);
  if (named === null) throw new ToolError("not_found", withoutOne(run));
  const slot = await readSlot({ store, seals: createSeals(key) }, run.sessionId);
  if (slot?.place.content == null)
    throw new ToolError("not_found", `No worker has kept anything of run ${run.id} yet.`);
  const { repository, commit, content, view = null } = slot.place;
  if (repository !== named.repository || commit !== named.commit)
    throw new ToolError(
      "conflict",
      `Run ${run.id} began with ${named.repository}@${named.commit}, and its files belong to ${repository}@${commit}.`,
    );
  const listed = async (kept: { readonly digest: string } | null): Promise<readonly KeptFile[]> => {
    if (kept === null) return [];
    const list = { digest: kept.digest, what: "The list of its changes" };
    const files = readKept(await genuineContent(store.payloads, list));
    return files.filter(({ path }) => !path.startsWith(".git/") && path !== ".git");
  };
  const landed = await listed(content);
  const held = await listed(view);
  return {
    run,
    repository,
    commit,
    files: withUnlanded ? overlaid(landed, held) : landed,
    unlanded: withUnlanded ? 0 : held.filter(({ kind }) => kind !== "folder").length,
  };
}

/** Of a removed folder the view names the top alone. */
function overlaid(landed: readonly KeptFile[], held: readonly KeptFile[]): readonly KeptFile[] {
  const paths = new Set(held.map(({ path }) => path));
  const gone = new Set(held.flatMap(({ path, kind }) => (kind === "gone" ? [path] : [])));
  return [...landed.filter(({ path }) => !paths.has(path) && !isAtOrBelow(path, gone)), ...held];
}

function withoutOne({ id, parentId, workspace }: KeptRun): string {
  if (parentId !== null) return `Run ${id} works in the repository of run ${parentId}.`;
  return typeof workspace === "string"
    ? `Run ${id} works in ${workspace} itself, so what it changed is there.`
    : `Run ${id} has no repository of its own.`;
}
