/** Files, directories and trees, read or written. Where a link leads is what rules decide by, so it is always said. */
import type { FsTarget, Variables } from "@toolplane/contract";
import { escapeGlob, isBelow, isWithin } from "@toolplane/readings";
import type { Kind } from "./kind.ts";
import { plainOrQuoted } from "./quote-key-word.ts";

export const fileRead: Kind<FsTarget, "fs.read"> = fileKind("read");

/** A file that is written, created, removed or renamed. */
export const fileWrite: Kind<FsTarget, "fs.write"> = fileKind("write");

function fileKind(access: "read" | "write"): Kind<FsTarget, FsTarget["capability"]> {
  const capability = `fs.${access}` as const;
  return {
    isPermission: true,
    subject: "path",
    describe: (target) => `${capability} ${pathText(target, asItIs)}`,
    ask({ path, real, tree }) {
      const what = tree === true ? `${access} everything below` : access;
      return `${what} ${path}${real === path ? "" : ` → ${real}`}`;
    },
    words: (target, show) => [capability, pathText(target, show)],
    done: access === "read" ? "read" : "written",
    key: ({ real, tree }) => `${capability}:${plainOrQuoted(real)}${tree === true ? "/**" : ""}`,
    identity: (target) => identityOf(capability, target),
    coverIdentity: (target) => identityOf(capability, target),
    isWide: ({ tree }) => tree === true,
    contains(wide, narrow) {
      if (narrow.tree === true && wide.tree !== true) return false;
      if (wide.path === narrow.path && wide.real === narrow.real) return true;
      return (
        wide.tree === true && isInside(wide.path, narrow.path) && isInside(wide.real, narrow.real)
      );
    },
    names: (wide, narrow) =>
      wide.path === narrow.path &&
      wide.real === narrow.real &&
      (narrow.tree !== true || wide.tree === true),
    readsOnly: () => access === "read",
    // By the real path: two names of one file are one file.
    hold: ({ real, tree }) => ({ access, path: real, tree: tree === true }),
    reaches: () => "neither",
    pattern: ({ path, tree }, variables) =>
      insideWorkspace(path, variables) + (tree === true ? "/**" : ""),
    widerPattern({ path }, variables) {
      const parent = path.slice(0, path.lastIndexOf("/"));
      if (parent === "" || isRoot(parent, variables)) return null;
      return { pattern: `${insideWorkspace(parent, variables)}/**`, breadth: "directory" };
    },
    withoutContent: (target) => target,
  };
}

function asItIs(path: string): string {
  return path;
}

function pathText({ path, real, tree }: FsTarget, show: (path: string) => string): string {
  const named = tree === true ? `${show(path)}/**` : show(path);
  return path === real ? named : `${named} → ${show(real)}`;
}

// A file name may hold anything, so the length says where the one path ends and the other begins.
function identityOf(capability: string, { path, real, tree }: FsTarget): string {
  const mark = tree === true ? "/**" : "";
  return path === real
    ? `${capability}${mark}=${path}`
    : `${capability}${mark}>${path.length} ${path}${real}`;
}

/** A path with `..` or `.` left in it is not trusted to be inside anything. */
function isInside(root: string, path: string): boolean {
  return path === root || (isBelow(path, root) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path));
}

/** Writes the path with the variable where there is one workspace: the rule then holds in every checkout of the project. */
function insideWorkspace(path: string, variables: Variables): string {
  const [root, ...others] = variables.workspace ?? [];
  if (root === undefined || root === "/" || others.length > 0 || !isBelow(path, root))
    return escapeGlob(path);
  return `{workspace}${escapeGlob(path.slice(root.length))}`;
}

/** True for a root of any variable, and for what lies above one. */
function isRoot(folder: string, variables: Variables): boolean {
  return Object.values(variables).some((roots) => roots.some((root) => isWithin(root, folder)));
}
