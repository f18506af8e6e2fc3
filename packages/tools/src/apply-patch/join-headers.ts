/** Makes one file's patch of all that its headers say; where they disagree it is an error, never a choice. */
import type { FileNames, FilePatch, Hunk } from "./file-patch.ts";
import { patchFault } from "./patch-fault.ts";
import type { GitHeader } from "./read-git-header.ts";

export interface DiffParts {
  readonly git: GitHeader | null;
  readonly names: FileNames | null;
  readonly hunks: readonly Hunk[];
}

export function joinHeaders(parts: DiffParts): FilePatch {
  const { git, names, hunks } = parts;
  const at = git?.at ?? names?.at ?? null;
  const from = git?.renameFrom ?? git?.copyFrom;
  const to = git?.renameTo ?? git?.copyTo;
  const { oldName, newName } = resolveNames(parts);
  agree(at, git?.createdMode === undefined || oldName === null);
  agree(at, git?.deletedMode === undefined || newName === null);
  agree(at, (from === undefined) === (to === undefined));
  agree(at, !(git?.renameFrom !== undefined && git.copyFrom !== undefined));
  if (from !== undefined) agree(at, oldName === from && newName === to);
  const paired = [oldName ?? newName, newName ?? oldName];
  agree(at, git === null || git.pairs.some(([a, b]) => a === paired[0] && b === paired[1]));
  if (oldName === null && newName !== null)
    return {
      kind: "create",
      path: newName,
      content: createdContent(hunks),
      mode: modeOf(git?.createdMode),
      overwrites: false,
    };
  if (newName === null && oldName !== null) return { kind: "delete", path: oldName, hunks };
  if (oldName === null || newName === null) throw patchFault(at, "both names are /dev/null");
  agree(at, from !== undefined || oldName === newName);
  const isNothing = hunks.length === 0 && from === undefined && git?.newMode === undefined;
  if (isNothing) throw patchFault(at, "this diff changes nothing");
  return {
    kind: "update",
    path: oldName,
    to: from === undefined ? null : newName,
    copies: git?.copyFrom !== undefined,
    mode: git?.newMode === undefined ? null : modeOf(git.newMode),
    body: { form: "hunks", hunks },
  };
}

/** The names of `---` and `+++`, or those of git's own headers when there is no hunk. */
function resolveNames({ git, names }: DiffParts): {
  readonly oldName: string | null;
  readonly newName: string | null;
} {
  if (names !== null) return { oldName: names.old, newName: names.new };
  const from = git?.renameFrom ?? git?.copyFrom;
  if (from !== undefined) return { oldName: from, newName: git?.renameTo ?? git?.copyTo ?? null };
  const same = (git?.pairs ?? []).filter(([a, b]) => a === b);
  const [pair] = same;
  if (pair === undefined || same.length > 1)
    throw patchFault(git?.at ?? null, "the two file names of this diff cannot be told");
  return {
    oldName: git?.createdMode === undefined ? pair[0] : null,
    newName: git?.deletedMode === undefined ? pair[1] : null,
  };
}

function agree(at: number | null, holds: boolean): void {
  if (!holds)
    throw patchFault(
      at,
      "the headers of this diff disagree about its file names or what happens to it",
    );
}

function createdContent(hunks: readonly Hunk[]): string {
  const [hunk] = hunks;
  if (hunks.length > 1 || hunk?.lines.some(({ kind }) => kind !== "add"))
    throw patchFault(hunks.at(-1)?.at ?? null, "a new file has one hunk, of added lines only");
  return (hunk?.lines ?? []).map(({ text, unended }) => (unended ? text : `${text}\n`)).join("");
}

function modeOf(text: string | undefined): number | null {
  return text === undefined ? null : text === "100755" ? 0o755 : 0o644;
}
