/**
 * Projects a list of tools for one provider. One tool that cannot be offered is set aside with the reason and the others go
 * on: a provider refuses a whole request over one bad schema, and a list comes from many servers.
 */
import type { JsonObject, ToolCall, ToolCallText } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import { parseArguments } from "../schema/parse-arguments.ts";
import type { ModelTool } from "./model-tool.ts";
import { createNameMap, type NameMap, type NameRule } from "./name-map.ts";
import { type ProjectedSchema, projectSchema, type SchemaTarget } from "./schema/project-schema.ts";

/** A tool that is not offered, or not in the way that was asked for, and why. */
export interface SetAside {
  readonly name: string;
  readonly reason: string;
}

/** A call as a provider's response holds it. */
export interface ProviderCall {
  readonly id: string;
  /** The name that the model was shown. */
  readonly name: string;
  readonly arguments: string | JsonObject;
}

/** A list of tools as one provider gets it, and the way back for calls. */
export interface Projection<T> {
  /** In the order of the list; the same list gives the same bytes. */
  readonly tools: T;
  readonly quarantined: readonly SetAside[];
  readonly names: NameMap;
  /** The call that the road takes: the flat name, and arguments as the tool's own schema means them. */
  toCall(call: ProviderCall): ToolCall | ToolCallText;
}

export interface ProjectionPlan<T> {
  readonly target: SchemaTarget;
  readonly names: NameRule;
  readonly write: (tool: ModelTool, schema: ProjectedSchema, name: string) => T;
}

/** Writes every tool that can be offered. */
export function projectTools<T>(
  tools: readonly ModelTool[],
  plan: ProjectionPlan<T>,
): Projection<readonly T[]> & { readonly relaxed: readonly SetAside[] } {
  const quarantined: SetAside[] = [];
  const relaxed: SetAside[] = [];
  const offered = new Map<string, { readonly tool: ModelTool; readonly schema: ProjectedSchema }>();
  for (const tool of tools) {
    const name = modelToolName(tool);
    const fault = offered.has(name)
      ? "another tool of the list has this name"
      : describeToolFault(tool);
    const schema = fault === null ? projectSchema(tool.parameters, plan.target) : null;
    if (schema?.ok) {
      offered.set(name, { tool, schema });
      if (schema.relaxed !== null) relaxed.push({ name, reason: schema.relaxed });
    } else {
      quarantined.push({ name, reason: fault ?? schema?.reason ?? "" });
    }
  }
  const names = createNameMap(offered.keys(), plan.names);
  return {
    tools: [...offered.values()].map(({ tool, schema }) =>
      plan.write(tool, schema, names.shown(tool.name)),
    ),
    quarantined,
    relaxed,
    names,
    toCall(call) {
      const name = names.flat(call.name);
      const schema = offered.get(name)?.schema;
      return restoreCall({ ...call, name }, schema);
    },
  };
}

function restoreCall(
  { id, name, arguments: args }: ProviderCall,
  schema: ProjectedSchema | undefined,
): ToolCall | ToolCallText {
  const restored = schema === undefined ? args : restoreWith(schema, args);
  return { id, name, arguments: restored } as ToolCall | ToolCallText;
}

/** Text that is no strict JSON goes on as text: the road says what is wrong with it. */
export function restoreWith(
  schema: ProjectedSchema,
  args: string | JsonObject,
): string | JsonObject {
  if (schema.isIdentity) return args;
  if (typeof args !== "string") return isRecord(args) ? schema.restore(args) : args;
  const parsed = parseArguments(args);
  return parsed.ok ? schema.restore(parsed.value as JsonObject) : args;
}

function modelToolName(tool: ModelTool): string {
  return typeof tool?.name === "string" ? tool.name : "";
}

function describeToolFault(tool: ModelTool): string | null {
  if (modelToolName(tool) === "") return "it has no name";
  return typeof tool.description === "string" ? null : "it has no description";
}
