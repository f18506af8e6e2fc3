/** Finds the refs of git that a set moves. What others have, as remote branches, is no work of this project. */
import { folderOf } from "./name-roles.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";

export interface MovedRefs {
  /** Each with the folder of its repository. */
  readonly refs: readonly { readonly folder: string; readonly name: string }[];
  /** A path by which a ref may have moved that cannot be compared here; null: none. */
  readonly unknown: string | null;
}

const IN_GIT = /^(?:(.*)\/)?\.git\/(.+)$/;
const LOOSE = /^(?:HEAD|refs\/(?!remotes\/).+)$/;
/** Refs of other folders, refs in a format that is not read here, and what decides how files are compared with them. */
const ELSEWHERE =
  /^(?:(?:modules|worktrees)\/.+\/(?:HEAD|packed-refs|refs\/.+)|reftable\/.+|config|config\.worktree|info\/attributes)$/;

export async function movedRefs(
  changes: readonly CheckChange[],
  { readText }: Pick<CheckEffects, "readText">,
): Promise<MovedRefs> {
  const refs: { readonly folder: string; readonly name: string }[] = [];
  const unknown: string[] = [];
  for (const { path, kind, type } of changes) {
    const [, folder = "", place = ""] = IN_GIT.exec(path) ?? [];
    if (place === "" || type === "directory" || place.endsWith(".lock")) continue;
    // A branch that is gone holds nothing.
    if (LOOSE.test(place) && kind !== "removed") refs.push({ folder, name: place });
    else if (ELSEWHERE.test(place)) unknown.push(path);
    else if (place === "packed-refs")
      for (const name of await movedInPack(path, readText)) refs.push({ folder, name });
  }
  // What decides how files are compared matters only where something is.
  const isMoved = refs.length > 0 || unknown.some((path) => !/\/(?:config|attributes)/.test(path));
  return { refs, unknown: isMoved ? (unknown[0] ?? null) : null };
}

/** Packing moves no ref: it is the same commit in another file. */
async function movedInPack(
  path: string,
  readText: CheckEffects["readText"],
): Promise<readonly string[]> {
  const before = packed(await readText("base", path));
  const after = packed(await readText("view", path));
  const moved: string[] = [];
  for (const [name, commit] of after) {
    if (name.startsWith("refs/remotes/") || before.get(name) === commit) continue;
    const loose = await readText("base", `${folderOf(path)}/${name}`);
    if (loose?.trim() !== commit) moved.push(name);
  }
  return moved;
}

function packed(text: string | null): ReadonlyMap<string, string> {
  const lines = [...(text ?? "").matchAll(/^([0-9a-f]+) (\S+)$/gm)];
  return new Map(lines.map(([, commit = "", name = ""]) => [name, commit]));
}
