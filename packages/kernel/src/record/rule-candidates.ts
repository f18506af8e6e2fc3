/**
 * Rules that could have answered what a person was asked: for each resource that asked, itself; and, only where a person said
 * yes to two different things below it, the directory or the command with its first argument. Nothing wider is ever proposed:
 * no command alone, no host wildcard, no directory that holds the whole workspace.
 */
import type { FsTarget, Resource, Rule, ShellUnit, Variables } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";

/** How far a rule reaches. */
export type RuleBreadth = "exact" | "prefix" | "directory";

/** A rule and how it came to be. */
export interface RuleCandidate {
  readonly rule: Rule;
  readonly breadth: RuleBreadth;
}

/** Something that asked and was let through by a person. */
export interface ApprovedResource {
  readonly tool: string;
  readonly resource: Resource;
}

/** Every candidate once, narrow ones first. */
export function ruleCandidates(
  approved: readonly ApprovedResource[],
  variables: Variables,
): readonly RuleCandidate[] {
  const exact = new Map<string, RuleCandidate>();
  const wider = new Map<
    string,
    { readonly candidate: RuleCandidate; readonly from: Set<string> }
  >();
  for (const entry of approved) {
    const own = exactRule(entry, variables);
    if (!own) continue;
    exact.set(idOf(own), { rule: own, breadth: "exact" });
    const wide = widerRule(entry.resource, variables);
    if (!wide) continue;
    const known = wider.get(idOf(wide.rule)) ?? { candidate: wide, from: new Set() };
    known.from.add(idOf(own));
    wider.set(idOf(wide.rule), known);
  }
  const supported = [...wider.values()].filter(({ from }) => from.size > 1);
  return [...exact.values(), ...supported.map(({ candidate }) => candidate)];
}

function exactRule({ tool, resource }: ApprovedResource, variables: Variables): Rule | null {
  switch (resource.capability) {
    case "fs.read":
    case "fs.write":
      return allow(resource.capability, filePattern(resource, variables));
    case "shell.run":
      return allow("shell.run", commandPattern(resource.unit, resource.unit.argv.length));
    case "net.fetch":
      return allow("net.fetch", hostPattern(resource));
    case "env":
      return allow("env", plainName(resource.name));
    case "named":
      return allow(tool, plainName(resource.name));
    default:
      return null;
  }
}

function widerRule(resource: Resource, variables: Variables): RuleCandidate | null {
  if (resource.capability === "shell.run") {
    const { argv } = resource.unit;
    const second = argv[1];
    // `rm -rf *` says nothing of what is removed: an option is no argument to go by.
    if (typeof second !== "string" || second.startsWith("-")) return null;
    const words = commandPattern(resource.unit, 2);
    const rule = allow("shell.run", words && `${words} *`);
    return rule && { rule, breadth: "prefix" };
  }
  if (resource.capability !== "fs.read" && resource.capability !== "fs.write") return null;
  const parent = resource.path.slice(0, resource.path.lastIndexOf("/"));
  if (parent === "" || isRoot(parent, variables)) return null;
  const rule = allow(resource.capability, `${insideWorkspace(parent, variables)}/**`);
  return rule && { rule, breadth: "directory" };
}

function allow(permission: string, pattern: string | null): Rule | null {
  return pattern === null ? null : { permission, pattern, action: "allow" };
}

function filePattern({ path, tree }: FsTarget, variables: Variables): string {
  return insideWorkspace(path, variables) + (tree ? "/**" : "");
}

/** Written with the variable where there is one workspace: the rule then holds for whoever checks the project out. */
function insideWorkspace(path: string, variables: Variables): string {
  const [root, ...others] = variables.workspace ?? [];
  if (root === undefined || others.length > 0 || !path.startsWith(`${root}/`)) {
    return escapeGlob(path);
  }
  return `{workspace}${escapeGlob(path.slice(root.length))}`;
}

/** True for a root of any variable, and for what lies above one. */
function isRoot(folder: string, variables: Variables): boolean {
  return Object.values(variables).some((roots) =>
    roots.some((root) => root === folder || root.startsWith(`${folder}/`)),
  );
}

/** The first words as a pattern reads them as themselves; null where none can be written. */
function commandPattern({ argv }: ShellUnit, count: number): string | null {
  const words: string[] = [];
  for (const word of argv.slice(0, count)) {
    const written = typeof word === "string" ? quoted(word) : null;
    if (written === null) return null;
    words.push(written);
  }
  return words.length === count ? words.join(" ") : null;
}

function quoted(word: string): string | null {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (word.includes("*")) return null;
  if (!word.includes('"')) return `"${word}"`;
  return word.includes("'") ? null : `'${word}'`;
}

function hostPattern(resource: Extract<Resource, { readonly capability: "net.fetch" }>): string {
  const usual = resource.scheme === "http" ? 80 : 443;
  const bare = resource.host.includes(":") && !resource.host.startsWith("[");
  const host = bare ? `[${resource.host}]` : resource.host;
  return resource.port === usual ? host : `${host}:${resource.port}`;
}

function plainName(name: string): string | null {
  return name.includes("*") ? null : name;
}

function idOf({ permission, pattern }: Rule): string {
  return `${permission} ${pattern}`;
}
