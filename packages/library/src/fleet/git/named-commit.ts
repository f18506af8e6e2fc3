/** A workspace that is a commit of a repository: `NAME@COMMIT`, with the whole id, because a branch is another thing tomorrow. */
import { ToolError } from "@toolplane/contract";

export interface NamedCommit {
  /** As workers name it. */
  readonly repository: string;
  readonly commit: string;
}

export const PLACE_NAME: RegExp = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/;
/** For what is no such name. */
export const PLACE_NAME_WORDS = "is not a name: letters, digits, . _ and -";
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Null for a workspace that is none: a name alone, or a folder. */
export function readNamedCommit(workspace: string | null): NamedCommit | null {
  const [repository = "", commit = "", ...more] = workspace?.split("@") ?? [];
  const isOne = PLACE_NAME.test(repository) && COMMIT.test(commit) && more.length === 0;
  return isOne ? { repository, commit } : null;
}

/** Throws `invalid_input` for what is no name of a repository, or no whole id of a commit. */
export function namedCommit({ repository, commit }: NamedCommit): string {
  if (!PLACE_NAME.test(repository))
    throw new ToolError("invalid_input", `${repository} is not the name of a repository.`);
  if (!COMMIT.test(commit))
    throw new ToolError(
      "invalid_input",
      `${commit} is not the whole id of a commit: git rev-parse gives it.`,
    );
  return `${repository}@${commit}`;
}
