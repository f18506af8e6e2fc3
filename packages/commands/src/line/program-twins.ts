/**
 * What a program is under its installed name: a copy or a hard link that an earlier call made. A rule about a program means
 * the program, so what denies sees it under that name too.
 */
import type { CommandContext, Invocation } from "./command-context.ts";
import { programPlace } from "./program-place.ts";

/** The installed names of the program of this call; none where it is no other program's twin. */
export function programTwins(
  context: Pick<CommandContext, "world" | "reading">,
  call: Pick<Invocation, "words" | "scope">,
): readonly string[] {
  const [name] = call.words;
  if (!context.world.twins || !name || name.dynamic || name.pattern !== undefined) return [];
  if (!call.scope.local) return [];
  const isPath = name.text.includes("/");
  const place = isPath ? programPlace(context, call) : null;
  if (isPath && place === null && call.scope.where.now === null) return [];
  if (place !== null && place.kind !== "file") return [];
  const twins = isPath && place === null ? null : context.world.twins(place?.real ?? name.text);
  if (twins !== null) return twins.map((path) => path.slice(path.lastIndexOf("/") + 1));
  context.reading.addOpaque(name.text, "the line runs more programs than can be looked at");
  return [];
}
