/**
 * Derives the one generalisation that a person is offered beside *exactly this*: a known program with the word that says what it
 * does, or the files below a folder of the project. Derived from what asks and nothing else. Where anything asks that such a rule
 * is not about (another judge, a person's own rule, a host that is sent to, what was not understood), none is offered. For what only
 * fetches, the rule is about its hosts. Whether the rules would really answer the call is for the judge to say.
 */
import type {
  FsTarget,
  NetTarget,
  OfferedRules,
  Opinion,
  Resource,
  Rule,
  ShellTarget,
  Variables,
} from "@toolplane/contract";
import { hasHidden } from "@toolplane/readings";
import { isRequestRule } from "../policy/rule/is-request-rule.ts";
import { commandPattern } from "../resource/command-kind.ts";
import { ruleForFile } from "../resource/exact-rule.ts";
import { requestPattern } from "../resource/host-kind.ts";
import { isOwn } from "../resource/is-own.ts";
import { kindOf } from "../resource/kinds.ts";
import { wordsToKeep } from "./offered-programs.ts";

/** A line of more commands is read by nobody before it is allowed for good. */
const MOST_RULES = 3;

interface NarrowRule {
  readonly rule: Rule;
  readonly words: string;
}

export interface OfferedCall {
  readonly resources: readonly Resource[];
  readonly opinions: readonly Opinion[];
  readonly variables: Variables;
}

/** Null where none is offered. */
export function offerRules({ resources, opinions, variables }: OfferedCall): OfferedRules | null {
  const requests = opinions
    .filter(({ action }) => action === "ask")
    .map((one) => requestRule(one, resources));
  if (requests.length > 0 && requests.every((one) => one !== null)) return offerOf(requests);
  const files = opinions
    .filter(({ action, hard }) => action === "ask" && hard)
    .map((one) => namedRule(one, resources, variables));
  if (files.length > 0 && files.every((one) => one !== null)) return offerOf(files);
  const hosts = resources.filter((resource) => resource.capability === "net.fetch");
  // What reaches a host may carry something there, and a rule about a command names no place.
  if (hosts.length > 0)
    return isFetching(resources, opinions) ? offerHosts(hosts, variables) : null;
  if (!resources.every(isLocal)) return null;
  const found = new Map<string, NarrowRule>();
  for (const { action, rule, resource } of opinions) {
    if (action !== "ask") continue;
    const about = resource === undefined ? undefined : resources[resource];
    const narrow = about && rule === undefined ? narrowRule(about, variables) : null;
    if (narrow === null) return null;
    found.set(`${narrow.rule.permission} ${narrow.rule.pattern}`, narrow);
  }
  return offerOf([...found.values()]);
}

function offerOf(all: readonly NarrowRule[]): OfferedRules | null {
  if (all.length === 0 || all.length > MOST_RULES) return null;
  return { rules: all.map(({ rule }) => rule), words: all.map(({ words }) => words).join("; ") };
}

/** Rules that open these hosts to every command of the project that runs unasked. Null where there are too many to read. */
export function offerHosts(
  targets: readonly NetTarget[],
  variables: Variables,
): OfferedRules | null {
  const patterns = new Set(targets.map((target) => kindOf(target).pattern(target, variables)));
  if (patterns.size === 0 || patterns.size > MOST_RULES) return null;
  const named = [...patterns].filter((pattern) => pattern !== null);
  if (named.length < patterns.size) return null;
  const rules = named.map(
    (pattern) => ({ permission: "net.fetch", pattern, action: "allow" }) as const,
  );
  return { rules, words: `commands may reach ${named.join(", ")}` };
}

/** Every host is wanted by a command that only brings something from there, and nothing asks that a rule about hosts is not about. */
function isFetching(resources: readonly Resource[], opinions: readonly Opinion[]): boolean {
  const fetches = new Set(
    resources.flatMap((one) =>
      one.capability === "shell.run" && one.unit.effect === "fetch" ? [one.unitIndex] : [],
    ),
  );
  const areWanted = resources.every((one) =>
    one.capability === "net.fetch"
      ? one.unitIndex !== undefined && fetches.has(one.unitIndex)
      : isLocal(one),
  );
  const asks = opinions.filter(({ action }) => action === "ask");
  return areWanted && asks.every(({ hard, rule, judge }) => !hard && !rule && judge === "rules");
}

/** A rule about methods or paths asks about one request, and a rule can name that request and nothing else. */
function requestRule(
  { rule, resource }: Opinion,
  resources: readonly Resource[],
): NarrowRule | null {
  const about = resource === undefined ? undefined : resources[resource];
  if (about?.capability !== "net.fetch" || !rule || !isRequestRule(rule.rule)) return null;
  const pattern = requestPattern(about);
  if (pattern === null) return null;
  return { rule: { permission: "net.fetch", pattern, action: "allow" }, words: pattern };
}

/** Makes the rule about the private file itself, so that it holds for any tool. */
function namedRule(
  { rule, resource }: Opinion,
  resources: readonly Resource[],
  variables: Variables,
): NarrowRule | null {
  const about = resource === undefined ? undefined : resources[resource];
  if (about?.capability !== "fs.read" || rule?.rule.when !== "named") return null;
  const exact = ruleForFile(about, variables);
  return exact && { rule: exact, words: `read ${exact.pattern.replace("{workspace}/", "")}` };
}

/** A command or a file: neither a host nor what was not understood. */
export function isLocal({ capability }: Resource): boolean {
  return capability === "shell.run" || capability === "fs.read" || capability === "fs.write";
}

function narrowRule(resource: Resource, variables: Variables): NarrowRule | null {
  if (!isOwn(resource)) return null;
  if (resource.capability === "shell.run") return commandRule(resource);
  return resource.capability === "fs.read" || resource.capability === "fs.write"
    ? folderRule(resource, variables)
    : null;
}

function commandRule({ unit }: ShellTarget): NarrowRule | null {
  const { argv, cwd, assignments = [], floors = [], unreadProgram } = unit;
  if (cwd === null || assignments.length > 0 || floors.length > 0 || unreadProgram) return null;
  const count = wordsToKeep(argv);
  const kept = count === null ? null : commandPattern(unit, count);
  if (kept === null) return null;
  return {
    rule: { permission: "shell.run", pattern: `${kept} *`, action: "allow" },
    words: `${kept} with any arguments`,
  };
}

/** A folder below the one root of the project, no part of which is hidden: those hold what steers programs. */
function folderRule(target: FsTarget & Resource, variables: Variables): NarrowRule | null {
  const [root, ...others] = variables.workspace ?? [];
  if (root === undefined || others.length > 0 || target.tree === true) return null;
  const wider = kindOf(target).widerPattern(target, variables);
  const folder = target.path.slice(0, target.path.lastIndexOf("/"));
  const below = folder.slice(root.length + 1);
  if (!wider?.pattern.startsWith("{workspace}/") || hasHidden(below)) return null;
  if (below.split("/").some((name) => name.startsWith("."))) return null;
  const { capability } = target;
  return {
    rule: { permission: capability, pattern: wider.pattern, action: "allow" },
    words: `${capability === "fs.read" ? "read" : "write"} files below ${below}/`,
  };
}
