import { trimEnd } from "@toolplane/readings";

/**
 * How a found path is shown: the way a model would write it, which is below the path that it gave itself. Absolute paths
 * cost tokens and say where somebody's home is, so they are shown only to who asked with one.
 */

/** What a search was asked and where it began, as found paths begin. */
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
