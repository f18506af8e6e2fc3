import type { CommandContext, Invocation } from "../../line/command-context.ts";
import type { LineRepository } from "../../line/shell-world.ts";
import type { GitGlobals } from "./read-git-globals.ts";

/**
 * Finds the repository of the folder that git works in, or of the one that `--git-dir` and `GIT_DIR` name. Undefined when that is
 * not called `.git`: then it is no work tree's, and the repository around it is another one.
 */
export function repositoryAt(
  { world }: CommandContext,
  { scope, assignments }: Invocation,
  { files }: Pick<GitGlobals, "files">,
): LineRepository | undefined {
  const [directory, ...more] = scope.where.now ?? [];
  if (!directory || more.length > 0) return undefined;
  const option = files.findLast(({ name }) => name.startsWith("--git-dir"))?.value;
  const variable = assignments.findLast(({ name }) => name === "GIT_DIR")?.value;
  const named = option === undefined ? variable : option.dynamic ? null : option.text;
  if (named === undefined) return world.repository?.(directory.real);
  if (typeof named !== "string") return undefined;
  const path = world.path(named.startsWith("/") ? named : `${directory.real}/${named}`, "read");
  if (!path.ok || !path.value.real.endsWith(DOT_GIT)) return undefined;
  return world.repository?.(path.value.real.slice(0, -DOT_GIT.length));
}

const DOT_GIT = "/.git";
