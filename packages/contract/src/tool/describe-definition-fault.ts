/**
 * Finds what keeps a value from being a tool's definition, field by field. Types hold for code that is compiled; a tool may also come
 * from plain JavaScript or from a file, and a field of the wrong type would be believed: `gated: "no"` is truthy.
 *
 * The registry asks the same of finished tools, where an absent part is null.
 */

import { TOOL_KINDS, TOOL_MODES } from "../policy/tool-mode.ts";
import { describeFlowFault } from "../result/flow.ts";
import { describeAnnotationFault } from "./describe-annotation-fault.ts";
import { describeRequirementFault } from "./describe-requirement-fault.ts";
import { type Fields, isRecord } from "./fields.ts";

const MAX_ID = 128;
/** By character code: 1 for a letter, a digit or `_`, 2 for a sign that may follow one of those. */
const ID_SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[A-Za-z0-9_]/.test(sign)) return 1;
  return /[.:-]/.test(sign) ? 2 : 0;
});
const NEEDED: readonly string[] = ["id", "description", "parameters", "requires", "execute"];

/** Says which field of a definition means nothing, or null: a misspelt one would be missing without a word. */
export function describeUnknownField(definition: object): string | null {
  for (const field in definition) {
    if (isCommonField(field) || KNOWN.has(field)) continue;
    return `${field} is no field of a tool; there are ${[...NEEDED, ...Object.keys(OPTIONAL)].join(", ")}`;
  }
  return null;
}

/** Fields of nearly every definition: comparing takes half as long as looking a name up, and tools come by the ten thousand. */
function isCommonField(field: string): boolean {
  switch (field) {
    case "id":
    case "label":
    case "description":
    case "parameters":
    case "requires":
    case "executor":
    case "execute":
      return true;
    default:
      return false;
  }
}

/** Says what is wrong with a definition or a finished tool, or null. Never throws. */
export function describeDefinitionFault(definition: unknown): string | null {
  if (!isRecord(definition)) return "a tool is a plain object";
  const tool = definition;
  const fault = describeNameFault(tool);
  if (fault !== null) return fault;
  if (isAbsent(tool.parameters)) return "parameters are missing";
  if (!isRecord(tool.parameters) && typeof tool.parameters !== "function")
    return "parameters must be a schema";
  if (!isRecord(tool.requires))
    return "requires is missing; write {} for a tool that touches nothing";
  if (typeof tool.execute !== "function") return "execute is missing";
  return describeOptionalFault(tool);
}

/** Says what is wrong with the name and the text of a tool, or null. */
export function describeNameFault({
  id,
  description,
}: {
  readonly id?: unknown;
  readonly description?: unknown;
}): string | null {
  if (typeof id !== "string" || !isToolId(id)) {
    return "id must be 1 to 128 letters, digits, _ . : -, and not begin with a sign";
  }
  if (typeof description !== "string" || isBlank(description)) return "description is missing";
  return null;
}

/** A text that begins with a printable sign of ASCII is not, which spares trimming it. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 32 && first < 127) && text.trim() === "";
}

/** By hand: a pattern takes four times as long, and tools come by the ten thousand. */
function isToolId(id: string): boolean {
  if (id.length > MAX_ID || ID_SIGNS[id.charCodeAt(0)] !== 1) return false;
  for (let at = 1; at < id.length; at += 1) if (!ID_SIGNS[id.charCodeAt(at)]) return false;
  return true;
}

/** Each field by its own name: a loop over the names asks for each in the slow way, and tools come by the ten thousand. */
function describeOptionalFault(tool: Fields): string | null {
  return (
    describeWrong("label", tool.label) ??
    describeWrong("output", tool.output) ??
    describeWrong("resources", tool.resources) ??
    describeWrong("footprint", tool.footprint) ??
    describeWrong("composite", tool.composite) ??
    describeWrong("mode", tool.mode) ??
    describeWrong("kind", tool.kind) ??
    describeWrong("gated", tool.gated) ??
    describeWrong("approvalKey", tool.approvalKey) ??
    describeWrong("limits", tool.limits) ??
    describeWrong("repeatable", tool.repeatable) ??
    describeWrong("executor", tool.executor) ??
    describeWrong("flow", tool.flow) ??
    describeWrong("requiredCoreVersion", tool.requiredCoreVersion) ??
    describeWrong("config", tool.config) ??
    describeWrong("state", tool.state) ??
    describeWrong("lifecycle", tool.lifecycle) ??
    describeRequirementFault(tool.requires as Fields) ??
    describeAnnotationFault(tool.resources, tool.composite === true) ??
    describeFlowFault(tool.flow) ??
    describeLimitsFault(tool.limits) ??
    describeLifeFault(tool.lifecycle)
  );
}

function describeWrong(field: keyof typeof OPTIONAL, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const { fits, says } = OPTIONAL[field];
  return fits(value) ? null : `${field} must be ${says}`;
}

interface Kind {
  readonly fits: (value: unknown) => boolean;
  readonly says: string;
}

const aBoolean: Kind = { fits: (value) => typeof value === "boolean", says: "true or false" };
const aFunction: Kind = { fits: (value) => typeof value === "function", says: "a function" };
const aText: Kind = { fits: (value) => typeof value === "string", says: "text" };
const anObject: Kind = { fits: isRecord, says: "an object" };
const aSchema: Kind = {
  fits: (value) => isRecord(value) || typeof value === "boolean",
  says: "a JSON Schema",
};

function oneOf(...words: readonly string[]): Kind {
  const says = `one of ${words.map((word) => `"${word}"`).join(", ")}`;
  return { fits: (value) => words.includes(value as string), says };
}

/** Every field that may be absent, and what it must be where it is there. */
const OPTIONAL = {
  label: aText,
  output: aSchema,
  resources: anObject,
  footprint: aFunction,
  composite: aBoolean,
  mode: oneOf(...TOOL_MODES),
  kind: oneOf(...TOOL_KINDS),
  gated: aBoolean,
  approvalKey: aFunction,
  limits: anObject,
  repeatable: aBoolean,
  executor: oneOf("local", "remote"),
  flow: anObject,
  requiredCoreVersion: aText,
  config: aSchema,
  state: {
    fits: (value) =>
      isRecord(value) && typeof value.version === "number" && aSchema.fits(value.schema),
    says: "a version and a schema",
  },
  lifecycle: anObject,
} satisfies Readonly<Record<string, Kind>>;

/** Fields of finished tools only; spreading one into a new definition brings them along. */
const FINISHED: readonly string[] = ["standard", "contract"];
const KNOWN: ReadonlySet<string> = new Set([...NEEDED, ...Object.keys(OPTIONAL), ...FINISHED]);

const LIFE: readonly string[] = ["init", "activate", "deactivate", "dispose"];

function describeLifeFault(lifecycle: unknown): string | null {
  if (!isRecord(lifecycle)) return null;
  const wrong = LIFE.find(
    (step) => !isAbsent(lifecycle[step]) && typeof lifecycle[step] !== "function",
  );
  return wrong === undefined ? null : `lifecycle.${wrong} must be a function`;
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** A limit that is no number would never be reached. */
function describeLimitsFault(limits: unknown): string | null {
  if (typeof limits !== "object" || limits === null) return null;
  const given = limits as Fields;
  const { callsPerSession, timeoutMs, maxTimeoutMs } = given;
  const fault =
    wrongNumber(given, { names: ["timeoutMs", "maxTimeoutMs", "maxOutput"], least: 1 }) ??
    (callsPerSession === null
      ? null
      : wrongNumber(given, { names: ["callsPerSession"], least: 0 }));
  if (fault !== null) return `limits.${fault}`;
  if (typeof maxTimeoutMs === "number" && typeof timeoutMs === "number" && maxTimeoutMs < timeoutMs)
    return "limits.maxTimeoutMs must not be below limits.timeoutMs";
  return describeRetryFault(given.retry);
}

function describeRetryFault(retry: unknown): string | null {
  if (retry === undefined) return null;
  if (typeof retry !== "object" || retry === null) return "limits.retry must be an object";
  const fault =
    wrongNumber(retry as Fields, { names: ["attempts"], least: 1 }) ??
    wrongNumber(retry as Fields, { names: ["backoffMs", "factor", "jitterMs"], least: 0 });
  return fault === null ? null : `limits.retry.${fault}`;
}

function wrongNumber(
  given: Fields,
  { names, least }: { readonly names: readonly string[]; readonly least: number },
): string | null {
  const wrong = names.find((name) => {
    const value = given[name];
    return value !== undefined && !(Number.isFinite(value) && (value as number) >= least);
  });
  return wrong === undefined ? null : `${wrong} must be a number of at least ${least}`;
}
