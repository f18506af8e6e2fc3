/**
 * Reads one definition of a server's list. Whatever is odd about it is a reason to leave this one tool out; the reason is for people,
 * and repeats nothing of the definition but a cleaned name.
 */
import type { JsonObject, JsonSchema } from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { cutEnd, isRecord, showHidden, showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { MAX_JSON_DEPTH, measureJson } from "../text/measure-json.ts";
import { cleanSchema } from "./clean-schema.ts";
import { describeHeaderFault } from "./header-fault.ts";

export interface ReadTool {
  readonly remoteName: string;
  /** Exactly as it was sent. */
  readonly definition: JsonObject;
  readonly label: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly output: JsonSchema | null;
}

/** A tool that is not offered, and why. One odd definition costs one tool, not the list. */
export interface QuarantinedTool {
  readonly remoteName: string;
  readonly reason: string;
}

export interface ReadContext {
  readonly server: string;
  readonly schemas: Schemas;
  readonly limits: Pick<UpstreamLimits, "maxDefinitionBytes" | "maxDescriptionCharacters">;
}

const MAX_NAME = 256;
const MAX_LABEL = 100;

export function readDefinition(given: unknown, context: ReadContext): ReadTool | QuarantinedTool {
  if (!isRecord(given)) return quarantine("", "it is not an object");
  const { name } = given;
  if (typeof name !== "string" || name === "") return quarantine("", "it has no name");
  const fault = nameFault(name) ?? sizeFault(given, context.limits.maxDefinitionBytes);
  if (fault !== null) return quarantine(name, fault);
  const parameters = readSchema(given.inputSchema, "input", context);
  if (!parameters.ok) return quarantine(name, parameters.reason);
  const header = describeHeaderFault(given.inputSchema);
  if (header !== null) return quarantine(name, header);
  const output =
    given.outputSchema === undefined ? null : readSchema(given.outputSchema, "output", context);
  if (output && !output.ok) return quarantine(name, output.reason);
  return {
    remoteName: name,
    definition: given as JsonObject,
    label: showOnLine(titleOf(given) ?? name, MAX_LABEL),
    description: describeTool(given, context),
    parameters: parameters.schema,
    output: output?.schema ?? null,
  };
}

export function isQuarantined(read: ReadTool | QuarantinedTool): read is QuarantinedTool {
  return "reason" in read;
}

function quarantine(remoteName: string, reason: string): QuarantinedTool {
  return { remoteName: showOnLine(remoteName, MAX_LABEL), reason };
}

function nameFault(name: string): string | null {
  if (name.length > MAX_NAME) return `its name is longer than ${MAX_NAME} characters`;
  return showHidden(name) === name && !/[\n\t]/.test(name)
    ? null
    : "its name holds characters that cannot be seen";
}

function sizeFault(definition: object, maxBytes: number): string | null {
  const { bytes, depth } = measureJson(definition, { maxBytes, maxDepth: MAX_JSON_DEPTH });
  if (depth > MAX_JSON_DEPTH)
    return `its definition is nested deeper than ${MAX_JSON_DEPTH} levels`;
  return bytes > maxBytes ? `its definition has more than ${maxBytes} bytes` : null;
}

type SchemaReading =
  | { readonly ok: true; readonly schema: Exclude<JsonSchema, boolean> }
  | { readonly ok: false; readonly reason: string };

function readSchema(given: unknown, which: string, context: ReadContext): SchemaReading {
  const no = (reason: string): SchemaReading => ({ ok: false, reason });
  if (!isRecord(given)) return no(`its ${which} schema is not an object`);
  if (which === "input" && given.type !== "object")
    return no("its input schema does not ask for an object");
  const cleaned = cleanSchema(given);
  if (!cleaned.ok) return no(cleaned.reason);
  const schema = cleaned.schema as Exclude<JsonSchema, boolean>;
  const compiled = context.schemas.compile(schema);
  return compiled.ok
    ? { ok: true, schema }
    : no(`its ${which} schema cannot be used: ${showOnLine(compiled.message, 300)}`);
}

function titleOf({ title, annotations }: Readonly<Record<string, unknown>>): string | null {
  if (typeof title === "string" && title !== "") return title;
  const inner = isRecord(annotations) ? annotations.title : null;
  return typeof inner === "string" && inner !== "" ? inner : null;
}

function describeTool(
  { description, name }: Readonly<Record<string, unknown>>,
  { server, limits }: ReadContext,
): string {
  const text = typeof description === "string" ? showHidden(description).trim() : "";
  if (text === "") return `The tool ${String(name)} of the MCP server ${server}.`;
  const most = limits.maxDescriptionCharacters;
  return text.length > most ? `${cutEnd(text, most - 1)}…` : text;
}
