/** Where a program that is named by a path stands; bare names are looked up by the system. */
import type { PathAnalysis } from "@toolplane/contract/ports";
import type { CommandContext, Invocation } from "./command-context.ts";

/** The place, or null for a bare name and for what cannot be resolved. */
export function programPlace(
  { world }: Pick<CommandContext, "world">,
  { words, scope }: Pick<Invocation, "words" | "scope">,
): PathAnalysis | null {
  const name = words[0];
  if (!name?.text.includes("/") || name.dynamic || name.pattern !== undefined) return null;
  const [directory] = scope.where.now ?? [];
  if (!name.text.startsWith("/") && !directory) return null;
  const text = name.text.startsWith("/") ? name.text : `${directory?.real}/${name.text}`;
  const path = world.path(text, "read");
  return path.ok ? path.value : null;
}
