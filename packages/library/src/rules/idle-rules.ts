/**
 * Finds rules that nothing here can match: they name a tool or a server that is not there, a path as Windows writes it, or a place
 * that does not exist. Such a rule says something, and may hold on another machine, so it is a warning and never an error. A rule
 * that means nothing anywhere is refused where it is compiled.
 */
import type { PolicyLayer, PolicyRule } from "@toolplane/contract";
import type { IdleRule } from "@toolplane/contract/console";
import { expandBraces, isWindowsPath, isWithin, nearestName, trimEnd } from "@toolplane/readings";
import { isAboutFiles } from "./is-about-files.ts";

export type { IdleRule } from "@toolplane/contract/console";

/** The things that are here, as far as rules can name them. */
export interface KnownHere {
  /** Ids of every tool of toolplane's own, of folders, and of sources that were agreed to. */
  readonly tools: readonly string[];
  /** Names of MCP servers and web APIs. */
  readonly servers: readonly string[];
  /** Folders that are open: the workspace, scratch, what was opened beside it. */
  readonly roots: readonly string[];
  isThere(path: string): boolean;
}

type Finding = Pick<IdleRule, "reason" | "near">;

/** At most so many are looked at; a file beyond that is no person's. */
const MAX_RULES = 2_000;
/** Names for rules beside tools and servers. */
export const NAMED_CAPABILITIES: readonly string[] = [
  "fs.read",
  "fs.write",
  "net.fetch",
  "shell.run",
  "env",
  "data.send",
  "data.change",
];
/** `mcp__server__tool`, `openapi__api__operation`. */
const OF_SERVER = /^(mcp|openapi)__(.+?)(?:__(.*))?$/;

export function findIdleRules(
  layers: readonly PolicyLayer[],
  known: KnownHere,
): readonly IdleRule[] {
  return layers.flatMap(({ rules, scope, file, lines }) => {
    // What has no file was not written by a person.
    if (file === undefined) return [];
    return rules.slice(0, MAX_RULES).flatMap((rule, at) => {
      const found = permissionFinding(rule, known) ?? pathFinding(rule, known);
      if (found === null) return [];
      const line = lines?.[at];
      const source = line === undefined ? { scope, file } : { scope, file, line };
      return [{ rule, source, ...found }];
    });
  });
}

function permissionFinding({ permission }: PolicyRule, known: KnownHere): Finding | null {
  if (permission === "*" || NAMED_CAPABILITIES.includes(permission)) return null;
  const isPrefix = permission.endsWith("*");
  const start = isPrefix ? permission.slice(0, -1) : permission;
  if (known.tools.some((id) => (isPrefix ? id.startsWith(start) : id === start))) return null;
  const [, kind = "", server = "", tool] = OF_SERVER.exec(start) ?? [];
  if (server === "" || (isPrefix && tool === undefined)) return toolFinding(permission, known);
  if (!known.servers.includes(server)) {
    const near = nearestName(server, known.servers);
    return {
      reason: `no server here is called "${server}"`,
      near: near && permission.replace(server, () => near),
    };
  }
  // What a server offers is known once a person agreed to it.
  const own = known.tools.filter((id) => id.startsWith(`${kind}__${server}__`));
  if (own.length === 0 || isPrefix) return null;
  return { reason: `${server} has no tool "${tool ?? ""}"`, near: nearestName(permission, own) };
}

function toolFinding(permission: string, { tools }: KnownHere): Finding {
  return {
    reason: `no tool here is called "${permission}"`,
    near: nearestName(permission, [...tools, ...NAMED_CAPABILITIES]),
  };
}

function pathFinding({ permission, pattern }: PolicyRule, known: KnownHere): Finding | null {
  if (isWindowsPath(pattern) && isAboutFiles(permission))
    return { reason: "its pattern is a path of Windows, which means nothing here", near: null };
  if (!isAboutFiles(permission) || permission === "*") return null;
  // What may stand after a backslash is a wildcard, a brace, a comma or another backslash.
  if (/\\[^*?{},\\]/.test(pattern))
    return {
      reason: "a backslash does not part folders here",
      near: pattern.replaceAll("\\", "/"),
    };
  return placeFinding(pattern, known);
}

/** A place beside every open folder where nothing is: `/src/**` is nearly always meant as `src/**`. */
function placeFinding(pattern: string, { roots, isThere }: KnownHere): Finding | null {
  const texts = expandBraces(pattern);
  if (!texts.ok || texts.value.length === 0) return null;
  const folders = texts.value.map(fixedFolder);
  const isMissing = (folder: string | null): folder is string =>
    folder !== null &&
    !roots.some((root) => isWithin(folder, root) || isWithin(root, folder)) &&
    !isThere(folder);
  if (!folders.every(isMissing)) return null;
  const meant = roots.some((root) =>
    folders.every((folder) => folder !== null && isThere(`${root}${folder}`)),
  );
  return {
    reason: "it names a place outside every open folder, and nothing is there",
    near: meant ? pattern.slice(1) : null,
  };
}

/** The folder that everything a pattern matches lies in; null where that is not written out. */
function fixedFolder(pattern: string): string | null {
  if (!pattern.startsWith("/")) return null;
  const names = trimEnd(pattern, "/").slice(1).split("/");
  const wild = names.findIndex((name) => /[*?\\{}]/.test(name));
  const fixed = names.slice(0, wild < 0 ? Math.max(1, names.length - 1) : wild);
  return fixed.length === 0 ? null : `/${fixed.join("/")}`;
}
