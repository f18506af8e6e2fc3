/**
 * Compiles one rule. A rule that cannot mean what its author thought (a typo in a key, an action, a variable, a pattern
 * that can match nothing) stops the load: a policy with a silent hole is worse than none. The kind of subject follows from
 * the permission where it is a capability; a pattern of `bash` is a command; for any other tool id and for `*` the pattern
 * is read as every kind it can be.
 */
import {
  ConfigurationError,
  isConfigurationError,
  type Rule,
  type RuleSource,
  type Variables,
} from "@toolplane/contract";
import { nearestName } from "@toolplane/readings";
import { CAPABILITIES, isCapability } from "../../resource/capabilities.ts";
import type { SubjectKind } from "../../resource/kind.ts";
import { rulePathPatterns } from "../pattern/absolute-patterns.ts";
import { type ArgvPattern, checkArgvPattern, compileArgvPattern } from "../pattern/argv-pattern.ts";
import { expandHostVariables } from "../pattern/expand-variables.ts";
import type { PathPattern } from "../pattern/path-pattern.ts";
import {
  compileRequestPattern,
  type RequestPattern,
  readLooseRequestPattern,
} from "../pattern/request-pattern.ts";
import { compileTextPattern, type TextPattern } from "../pattern/text-pattern.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { describeConditionFault } from "./describe-condition-fault.ts";
import { FLOW_PERMISSIONS, isFlowPermission } from "./flow-permission.ts";
import { ownSubject } from "./own-subject.ts";

/** The source of a rule and the values of its variables. */
export interface RulePlace {
  readonly source: RuleSource;
  /** `file:line` or `scope rules[i]`, for messages. */
  readonly where: string;
  readonly index: number;
  readonly variables: Variables;
}

const KEYS: ReadonlySet<string> = new Set([
  "permission",
  "pattern",
  "action",
  "after",
  "unless",
  "when",
  "match",
  "no_match",
]);
const ACTIONS: ReadonlySet<unknown> = new Set(["allow", "ask", "deny"]);
/** `fs`, `net` and the like: a name that begins so was meant as a capability. */
const FAMILIES: ReadonlySet<string> = new Set(CAPABILITIES.map((name) => name.replace(/\..*/, "")));

/** Compiles a rule, or throws a ConfigurationError that names its place. */
export function compileRule(rule: Rule, place: RulePlace): CompiledRule {
  const fault = describeRuleFault(rule);
  if (fault !== null) throw new ConfigurationError(place.where, fault);
  try {
    return assemble(rule, place);
  } catch (error) {
    throw isConfigurationError(error) ? new ConfigurationError(place.where, error.message) : error;
  }
}

function describeRuleFault(rule: unknown): string | null {
  if (typeof rule !== "object" || rule === null || Array.isArray(rule))
    return "a rule must be an object";
  for (const key of Object.keys(rule)) {
    if (KEYS.has(key)) continue;
    const meant = nearestName(key, [...KEYS]);
    const hint = meant === null ? "" : `; did you mean "${meant}"?`;
    return `unknown key "${key.slice(0, 40)}" in a rule${hint}`;
  }
  const { permission, pattern, action, match, no_match } = rule as Partial<
    Record<keyof Rule, unknown>
  >;
  if (typeof permission !== "string") return "permission must be text";
  if (typeof pattern !== "string") return "pattern must be text";
  if (!ACTIONS.has(action))
    return `unknown action ${JSON.stringify(action)?.slice(0, 40)}; use allow, ask or deny`;
  if (!isTexts(match) || !isTexts(no_match)) return "match and no_match must be lists of text";
  return describePermissionFault(permission) ?? describeConditionFault(rule as Rule);
}

function describePermissionFault(permission: string): string | null {
  if (permission.trim() === "") return "permission is empty";
  if (/\s/.test(permission)) return `a permission holds no spaces, not "${permission}"`;
  if (permission === "*" || isCapability(permission) || isFlowPermission(permission)) return null;
  if (permission.startsWith("data."))
    return `unknown permission "${permission}"; use ${FLOW_PERMISSIONS.join(" or ")}`;
  if (permission.includes(".") && FAMILIES.has(permission.slice(0, permission.indexOf("."))))
    return `unknown capability "${permission}"; use ${CAPABILITIES.join(", ")}`;
  if (permission.slice(0, -1).includes("*"))
    return `"*" may only end a permission, not "${permission}"`;
  return null;
}

function isTexts(value: unknown): boolean {
  return (
    value === undefined || (Array.isArray(value) && value.every((text) => typeof text === "string"))
  );
}

function assemble(rule: Rule, place: RulePlace): CompiledRule {
  const { permission, pattern } = rule;
  const everything = pattern === "*" || pattern === "**";
  const read: Reading = {
    path: readAsPaths(rule, place.variables),
    host: readAsHosts(rule, place.variables),
    argv: readAsCommands(rule, place.variables),
    text: readAsTexts(rule),
  };
  const paths = read.path();
  const prefix = permission !== "*" && permission.endsWith("*") ? permission.slice(0, -1) : null;
  return {
    reference: { rule, source: place.source },
    index: place.index,
    action: rule.action,
    scope: place.source.scope,
    permission,
    permissionPrefix: prefix,
    everything,
    literal: pattern !== "" && isLiteral(permission, pattern, paths),
    paths,
    get hosts() {
      return read.host();
    },
    get argv() {
      return read.argv();
    },
    get texts() {
      return read.text();
    },
  };
}

/** The patterns of a rule as each kind of subject. */
interface Patterns {
  readonly path: PathPattern;
  readonly host: RequestPattern;
  readonly argv: ArgvPattern;
  readonly text: TextPattern;
}

type Reading = { readonly [S in SubjectKind]: () => readonly Patterns[S][] };

/**
 * Compiles at first use what cannot be wrong any more: most calls of a session never meet most of its rules. Everything
 * that can throw has been checked by then.
 */
function whenAsked<T>(compile: () => readonly T[]): () => readonly T[] {
  let compiled: readonly T[] | undefined;
  return () => {
    compiled ??= compile();
    return compiled;
  };
}

// A rule without wildcards lifts floors, so in doubt it has one: `dir/` means everything below, and where the pattern is
// read as several kinds, an escaped star of a path is a star to a command.
function isLiteral(permission: string, pattern: string, paths: readonly PathPattern[]): boolean {
  const isPlain = !/[*?]/.test(pattern);
  if (ownSubject(permission) === "path")
    return paths.length > 0 && paths.every((path) => path.literal);
  return isPlain && paths.every((path) => path.literal);
}

function isReadAs(permission: string, subject: SubjectKind): boolean {
  const own = ownSubject(permission);
  return own === null || own === subject;
}

// A tool that runs commands may name files too, and a rule about all it does is about them.
function readAsPaths({ permission, pattern }: Rule, variables: Variables): Reading["path"] {
  const everything = pattern === "*" || pattern === "**";
  if (!isReadAs(permission, "path") && !(everything && isReadAs(permission, "argv"))) return none;
  const paths = rulePathPatterns(pattern, variables);
  return () => paths;
}

function readAsHosts({ permission, pattern }: Rule, variables: Variables): Reading["host"] {
  if (!isReadAs(permission, "host")) return none;
  const texts = expandHostVariables(pattern, variables);
  if (ownSubject(permission) === "host") {
    const hosts = texts.map(compileRequestPattern);
    return () => hosts;
  }
  return whenAsked(() =>
    texts.map(readLooseRequestPattern).filter((host) => typeof host !== "string"),
  );
}

function readAsCommands({ permission, pattern }: Rule, variables: Variables): Reading["argv"] {
  if (!isReadAs(permission, "argv")) return none;
  const texts = expandKnown(pattern, variables);
  texts.forEach(checkArgvPattern);
  return whenAsked(() => texts.map(compileArgvPattern));
}

function readAsTexts({ permission, pattern }: Rule): Reading["text"] {
  return isReadAs(permission, "text") ? whenAsked(() => [compileTextPattern(pattern)]) : none;
}

function none(): readonly never[] {
  return [];
}

// In a command `{print}` is text; only a variable that exists expands.
function expandKnown(pattern: string, variables: Variables): readonly string[] {
  let texts: readonly string[] = [pattern];
  for (const [name, values] of Object.entries(variables)) {
    const mark = `{${name}}`;
    if (!pattern.includes(mark)) continue;
    texts = texts.flatMap((text) => values.map((value) => text.replaceAll(mark, () => value)));
  }
  return texts;
}
