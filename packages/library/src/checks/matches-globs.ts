import { readFileGlob } from "@toolplane/readings";

/** True when one of the globs names the path. Hidden names count too, unlike in a search. */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  const open = path.replace(/(^|\/)\.+(?=[^/])/g, "$1");
  return globs
    .map(readFileGlob)
    .some((glob) => glob.ok && [path, open].some((text) => glob.value.matches(text)));
}

/** The same for a path in a folder that one of them names. */
export function liesInGlobs(path: string, globs: readonly string[]): boolean {
  const steps = path.split("/");
  return steps.some((_, at) => matchesGlobs(steps.slice(0, at + 1).join("/"), globs));
}
