import type { Places } from "./places.ts";

/** The path by which a path of these places is reached; a session with a view of its own sees other files there. */
export function reach({ at }: Pick<Places, "at">, path: string): string {
  return at === undefined ? path : at(path);
}
