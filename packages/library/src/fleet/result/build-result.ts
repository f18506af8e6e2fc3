/**
 * Makes one commit of what a session left, on the commit that it began with. What goes in are files by their content and links as
 * links: no hook, no setting and no object that the session wrote, and git says of each path whether it may be one.
 */
import type { Store } from "@toolplane/contract/ports";
import { type KeptFile, shown } from "../git/kept-files.ts";
import { findIgnored } from "./find-ignored.ts";
import { isAtOrBelow } from "./is-at-or-below.ts";
import type { KeptResult } from "./read-result.ts";
import { type Entry, entryOf, listEntries, putEntries } from "./result-entries.ts";
import type { ScratchRepository } from "./scratch-repository.ts";
import { writeBlobs } from "./write-blobs.ts";

export interface BuiltResult {
  /** Its id, and that of the commit below it where nothing differs. */
  readonly commit: string;
  readonly files: readonly ResultFile[];
  /** New files that git ignores: left out unless they were asked for. */
  readonly ignored: number;
  /** Paths that a commit cannot hold: folders of other repositories, names that git refuses. */
  readonly leftOut: readonly string[];
  /** Links that lead out of the repository. */
  readonly leadOut: readonly string[];
}

interface ResultFile {
  readonly path: string;
  readonly change: "added" | "changed" | "removed";
  /** Null: not text. */
  readonly added: number | null;
  readonly removed: number | null;
}

export interface BuildGround {
  readonly scratch: ScratchRepository;
  readonly payloads: Pick<Store["payloads"], "get">;
  readonly withIgnored: boolean;
}

export async function buildResult(ground: BuildGround, kept: KeptResult): Promise<BuiltResult> {
  const { scratch, payloads, withIgnored } = ground;
  const { commit } = kept;
  await scratch.git(["read-tree", commit]);
  const before = await listEntries(scratch);
  const isOfAnother = (path: string): boolean => path.split("/").some(isGitName);
  const own = kept.files.filter(({ path, kind }) => kind !== "folder" && !isOfAnother(path));
  const ignored = withIgnored
    ? new Set<string>()
    : await findIgnored({ scratch, payloads, before }, own);
  const wanted = own.filter(({ path }) => !ignored.has(path));
  const ids = await writeBlobs({ scratch, payloads }, wanted);
  const entries = wanted.flatMap((file) => entryOf(file, ids.get(file.path)) ?? []);
  const tops = new Set(wanted.flatMap(({ path, kind }) => (kind === "gone" ? [path] : [])));
  const gone = [...before.keys()].filter((path) => isAtOrBelow(path, tops));
  await putEntries(scratch, { gone, entries });
  const after = await listEntries(scratch);
  const refused = entries.filter((entry) => !isSame(entry, after.get(entry.path)));
  const others = kept.files.filter(({ path }) => isOfAnother(path)).map(({ path }) => above(path));
  const leftOut = [...others, ...refused.map(({ path }) => path)];
  const built = await commitOf(scratch, kept);
  return {
    commit: built,
    files: await changedFiles(scratch, { from: commit, to: built }),
    ignored: ignored.size,
    leftOut: [...new Set(leftOut)].map(shown),
    leadOut: wanted.filter(leadsOut).map(({ path }) => shown(path)),
  };
}

function isSame(one: Entry, other: Entry | undefined): boolean {
  return one.id === other?.id && one.mode === other.mode;
}

function isGitName(name: string): boolean {
  return name.toLowerCase() === ".git";
}

/** The folder that is a repository of its own. */
function above(path: string): string {
  const parts = path.split("/");
  return `${parts.slice(0, parts.findIndex(isGitName) + 1).join("/")}`;
}

function leadsOut(file: KeptFile): boolean {
  if (file.kind !== "link") return false;
  if (file.target.startsWith("/")) return true;
  let depth = file.path.split("/").length - 1;
  for (const part of file.target.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** The same result is the same commit, whoever takes it. */
async function commitOf(scratch: ScratchRepository, { run, commit }: KeptResult): Promise<string> {
  const tree = await idOf(scratch, ["write-tree"]);
  const words = ["rev-parse", "--verify", `${commit}^{tree}`];
  if (tree === (await idOf(scratch, words))) return commit;
  const title = (run.prompt.split("\n")[0] ?? "").replaceAll(/\p{C}/gu, " ").trim();
  const text = `${title.slice(0, MOST_TITLE) || "A run"}\n\nRun: ${run.id}\nSession: ${run.sessionId}\n`;
  const date = `@${Math.floor(run.updatedAtMs / 1_000)} +0000`;
  const environment = Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "toolplane"],
      [`GIT_${who}_EMAIL`, "toolplane@localhost"],
      [`GIT_${who}_DATE`, date],
    ]),
  );
  const own = ["commit-tree", "-p", commit, tree];
  return (await scratch.git(own, { input: text, environment })).toString("latin1").trim();
}

const MOST_TITLE = 72;

async function idOf(scratch: ScratchRepository, words: readonly string[]): Promise<string> {
  return (await scratch.git(words)).toString("latin1").trim();
}

async function changedFiles(
  scratch: ScratchRepository,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly ResultFile[]> {
  const listed = async (how: string): Promise<readonly string[]> => {
    const words = ["diff-tree", "-r", "-z", "--no-renames", how, from, to];
    return (await scratch.git(words)).toString("utf8").split("\0").slice(0, -1);
  };
  const states = await listed("--name-status");
  const counts = new Map(
    (await listed("--numstat")).map((line) => {
      const [, added = "", removed = "", path = ""] = /^(\S+)\t(\S+)\t([\s\S]*)$/.exec(line) ?? [];
      return [path, { added: countOf(added), removed: countOf(removed) }];
    }),
  );
  return states.flatMap((state, at) => {
    const change = CHANGES[state];
    const path = states[at + 1];
    if (at % 2 === 1 || change === undefined || path === undefined) return [];
    return [{ path, change, ...(counts.get(path) ?? { added: null, removed: null }) }];
  });
}

const CHANGES: Readonly<Record<string, ResultFile["change"]>> = {
  A: "added",
  D: "removed",
  M: "changed",
  T: "changed",
};

function countOf(text: string): number | null {
  return text === "-" ? null : Number(text);
}
