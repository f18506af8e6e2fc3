import type { CommandContext, Invocation } from "../../line/command-context.ts";
import type { LineRepository } from "../../line/shell-world.ts";
import type { ExpandedWord } from "../../words/expanded-word.ts";

/** The repository of the folder it works in, or of the one that `--git-dir` and `GIT_DIR` name. */
export function repositoryAt(
  { world }: CommandContext,
  { scope, words, assignments }: Invocation,
): LineRepository | undefined {
  const [directory, ...more] = scope.where.now ?? [];
  if (!directory || more.length > 0) return undefined;
  const named =
    wordAfter(words, "--git-dir") ?? assignments.find(({ name }) => name === "GIT_DIR")?.value;
  if (typeof named !== "string") return world.repository?.(directory.real);
  const path = world.path(named.startsWith("/") ? named : `${directory.real}/${named}`, "read");
  return path.ok ? world.repository?.(path.value.real.replace(/\/\.git$/, "")) : undefined;
}

function wordAfter(words: readonly ExpandedWord[], option: string): string | undefined {
  const at = words.findIndex(({ text }) => text === option || text.startsWith(`${option}=`));
  const word = words[at];
  if (!word) return undefined;
  return word.text === option ? words[at + 1]?.text : word.text.slice(option.length + 1);
}
