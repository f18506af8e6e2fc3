import { trimEnd } from "@toolplane/readings";

/**
 * Shows a found path the way a model would write it, which is below the path that it gave itself. Absolute paths cost
 * tokens and reveal a person's home, so they are shown only to a caller that gave one.
 */

/** The path that a search got and where it began, as found paths begin. */
export interface SearchedPlace {
  readonly path: string | undefined;
  readonly root: string | undefined;
}

export function showPath(found: string, { path, root }: SearchedPlace): string {
  if (root === undefined) return found;
  const given = trimPath(path ?? "");
  if (found === root) return given === "" ? "." : given;
  const start = root.endsWith("/") ? root : `${root}/`;
  if (!found.startsWith(start)) return found;
  const rest = found.slice(start.length);
  if (given === "") return rest;
  return given === "/" ? `/${rest}` : `${given}/${rest}`;
}

/** Without the dots and slashes that mean nothing. */
function trimPath(path: string): string {
  const short = path.replace(/^(?:\.\/+)+/, "");
  if (short === ".") return "";
  return short.charAt(0) + trimEnd(short.slice(1), "/");
}
