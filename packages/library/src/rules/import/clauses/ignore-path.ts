/**
 * Paths as Claude Code matches them: lines of a gitignore file. A bare name is meant at any depth, a folder means what lies
 * below it, and where a pattern starts follows from its first characters.
 */
import { escapeGlob } from "@toolplane/readings";

export interface IgnorePlaces {
  readonly home: string;
  /** The folder that `/x` starts from: the project, or the folder of the person's own settings. */
  readonly base: string;
}

/** The same paths in our patterns. */
export interface IgnorePath {
  /** At most what is meant; null when it cannot be said. */
  readonly inner: string | null;
  /** At least that; null when it cannot be said. */
  readonly outer: readonly string[];
  readonly isExact: boolean;
}

const WORKSPACE = "{workspace}";

export function readIgnorePath(given: string, { home, base }: IgnorePlaces): IgnorePath {
  if (given.startsWith("!") || given.trim() === "")
    return { inner: null, outer: ["**"], isExact: false };
  const { root, rest } = startOf(given, { home, base });
  // Only a name that starts nowhere is meant at any depth: `~/x`, `/x` and `//x` say where.
  const isBare = !/^[~/]/.test(given) && !rest.replace(/\/$/, "").includes("/");
  const body = rest.endsWith("/") ? `${rest}**` : rest;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(body)) return { inner: null, outer: ["**"], isExact: false };
  if (/^\**$/.test(body)) return whole(root);
  // Without a slash of its own a name is meant in every folder below.
  const deep = isBare ? `**/${body}` : body;
  const near = given.startsWith("./") ? body : deep;
  const isPlain = !/[[\]\\]/.test(deep);
  const wide = write(deep.replace(/\[[^\]]*\]|\\.|[[\]\\]/g, "?"));
  const below = wide.endsWith("**") ? wide : `${wide}/**`;
  const isAnywhere = deep.startsWith("**/") && root === WORKSPACE;
  const outer = [isAnywhere ? below : join(root, below)];
  // Of a person's own settings it is not certain where `/x` starts, so a restriction holds in both places.
  if (root === base && base !== WORKSPACE) outer.push(join(WORKSPACE, below));
  return {
    inner: isPlain ? join(root, write(near)) : null,
    outer,
    isExact: isPlain,
  };
}

function startOf(
  given: string,
  { home, base }: IgnorePlaces,
): { readonly root: string; readonly rest: string } {
  if (given.startsWith("//")) return { root: "", rest: given.slice(2) };
  if (given === "~" || given.startsWith("~/"))
    return { root: escapeGlob(home), rest: given.slice(2) };
  if (given.startsWith("/")) return { root: base, rest: given.slice(1) };
  return { root: WORKSPACE, rest: given.replace(/^(?:\.\/)+/, "") };
}

function whole(root: string): IgnorePath {
  return {
    inner: join(root, "**"),
    outer: [root === WORKSPACE ? "**" : join(root, "**")],
    isExact: true,
  };
}

function join(root: string, body: string): string {
  return `${root}/${body.replace(/^\/+/, "")}`;
}

/** Braces and commas are themselves there. */
function write(body: string): string {
  return body.replace(/[{},]/g, "\\$&");
}
