/**
 * From validated arguments to resources, before anything runs. Annotations are data and honoured from any origin; a
 * footprint in code is honoured from bundled tools only, because a stranger's code could say anything.
 */
import type {
  ArgumentUse,
  Footprint,
  Json,
  JsonObject,
  NetTarget,
  Resource,
  Tool,
} from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { fileResource } from "./file-resource.ts";
import { shellResources } from "./shell-resources.ts";

/** A footprint, or what is wrong with an argument that names a resource. */
export type FootprintOutcome =
  | { readonly ok: true; readonly footprint: Footprint }
  | { readonly ok: false; readonly message: string };

export interface FootprintInput {
  readonly tool: Tool;
  /** The resource of a call that touches nothing else. */
  readonly named: Resource;
  readonly args: JsonObject;
  readonly analyzer: Analyzer;
  /** True for bundled tools, whose own code may say what a call touches; of others only annotations are read. */
  readonly trustsCode: boolean;
}

/** Computes the footprint of one call. Deterministic for equal arguments and an equal world. */
export function computeFootprint(input: FootprintInput): FootprintOutcome {
  const { tool, args, analyzer } = input;
  if (tool.composite) return { ok: true, footprint: { resources: [] } };
  const resources: Resource[] = [];
  for (const argument of Object.keys(tool.resources)) {
    for (const use of tool.resources[argument] ?? []) {
      const fault = addUse({ use, argument, args, analyzer }, resources);
      if (fault) return { ok: false, message: `${argument}: ${fault}` };
    }
  }
  if (tool.footprint && input.trustsCode) {
    for (const resource of tool.footprint(args as never, analyzer)) resources.push(resource);
  }
  if (resources.length === 0) resources.push(input.named);
  return { ok: true, footprint: { resources } };
}

/** The resource of a call that touches nothing else: `tool:<id>`, or `mcp:<server>/<tool>`. Made once per tool. */
export function namedResource(name: string): Resource {
  return { capability: "named", name, origin: "direct", via: "argument" };
}

interface Use {
  readonly use: ArgumentUse;
  readonly argument: string;
  readonly args: JsonObject;
  readonly analyzer: Analyzer;
}

function addUse(input: Use, resources: Resource[]): string | null {
  const values = argumentValues(input.args, input.argument);
  const given: readonly (Json | undefined)[] = values.length > 0 ? values : [input.use.default];
  for (const value of given) {
    if (value === undefined) continue;
    if (typeof value !== "string") return "must be text";
    const fault = addText(input, value, resources);
    if (fault) return fault;
  }
  return null;
}

function addText(
  { use, argument, args, analyzer }: Use,
  text: string,
  resources: Resource[],
): string | null {
  const direct = { origin: "direct", via: "argument", argument } as const;
  if (use.access === "env") {
    resources.push({ capability: "env", name: text, ...direct });
    return null;
  }
  if (use.access === "net.fetch") {
    const url = analyzer.url(text);
    if (!url.ok) return url.message;
    const request = requestOf({ use, argument, args, analyzer }, text);
    resources.push({ capability: "net.fetch", ...url.value, ...request, ...direct });
    return null;
  }
  if (use.access === "shell") return addShell({ use, argument, args, analyzer }, text, resources);
  const { access, tree } = use;
  const path = analyzer.path(text, access === "fs.read" ? "read" : "write");
  if (!path.ok) return path.message;
  const { lexical, real } = path.value;
  const entries = tree && access === "fs.write" ? analyzer.below?.(real) : undefined;
  const file = { access, argument, lexical, real, tree };
  resources.push(fileResource(entries ? { ...file, entries } : file));
  // A second name of a file: only rules about it count, like everything that is derived.
  const others = access === "fs.read" ? path.value.otherNames : analyzer.linked?.(real);
  for (const name of (others ?? []).filter((other) => other !== lexical))
    resources.push({
      ...fileResource({ access, argument, lexical: name, real: name }),
      origin: "derived",
      via: "operand",
    });
  return null;
}

/** The default of an argument names a server, and not what is asked of it. */
function requestOf({ use, args }: Use, text: string): Pick<NetTarget, "method" | "urlPath"> {
  const given = use.methodFrom === undefined ? use.method : args[use.methodFrom];
  const urlPath = text === use.default ? undefined : URL.parse(text)?.pathname;
  return {
    ...(typeof given === "string" ? { method: given } : {}),
    ...(urlPath === undefined ? {} : { urlPath }),
  };
}

function addShell(
  { use, argument, args, analyzer }: Use,
  text: string,
  resources: Resource[],
): string | null {
  const cwd = use.cwd ? args[use.cwd] : undefined;
  const shell = analyzer.shell(text, typeof cwd === "string" ? cwd : undefined);
  if (!shell.ok) return shell.message;
  const offset = resources.filter((resource) => resource.capability === "shell.run").length;
  for (const resource of shellResources(shell.value, { argument, offset }))
    resources.push(resource);
  return null;
}

/**
 * Every value at the dotted path; `edits.*.path` goes through every item of a list, and a list at its end counts item by item.
 * Absent members give nothing.
 */
function argumentValues(args: JsonObject, path: string): readonly Json[] {
  if (!path.includes(".")) return listOf(args[path]);
  let level: readonly Json[] = [args];
  for (const step of path.split(".")) {
    level = level.flatMap((value) => (step === "*" ? listOf(value) : memberOf(value, step)));
  }
  return level.flatMap(listOf);
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function memberOf(value: Json, key: string): readonly Json[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const member = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
  return member === undefined ? [] : [member];
}
