/**
 * Makes a tool from the little that an author writes. Wrong definitions throw here, at start-up, never while a call runs.
 * Everything optional gets the strict default: gated, not repeatable, local, no state, bounded time and output.
 */

import type { Resource } from "../policy/footprint.ts";
import type { RequirementSet } from "../policy/requirement.ts";
import { inferToolMode, kindOfMode, type ToolKind, type ToolMode } from "../policy/tool-mode.ts";
import type { Analyzer } from "../ports/analyzer.ts";
import { ConfigurationError } from "../result/error.ts";
import type { ToolFlow } from "../result/flow.ts";
import type { FromSchema, JsonSchema } from "../schema/json-schema.ts";
import {
  isStandardSchema,
  type SchemaSource,
  type StandardSchema,
} from "../schema/standard-schema.ts";
import { markChecked } from "./checked-tool.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { describeUnknownArgument } from "./describe-annotation-fault.ts";
import { describeDefinitionFault, describeUnknownField } from "./describe-definition-fault.ts";
import type { Runtime } from "./runtime.ts";
import type {
  ArgumentAnnotation,
  ArgumentUse,
  ContractConstants,
  RetryPolicy,
  StateSlotShape,
  Tool,
  ToolLifecycle,
  ToolLimits,
  ToolReturn,
} from "./tool.ts";

/** Every tool carries it, so that a host can tell which contract a tool was written for. */
export const CONTRACT_VERSION = "1.0.0";

/** The arguments that a parameters schema lets through. */
export type ArgumentsOf<P> = P extends StandardSchema<unknown, infer O> ? O : FromSchema<P>;

/** A definition as its author writes it. Only `id`, `description`, `parameters`, `requires` and `execute` are needed. */
export interface ToolDefinition<P extends SchemaSource, R extends RequirementSet, D> {
  readonly id: string;
  readonly label?: string;
  readonly description: string;
  readonly parameters: P;
  readonly output?: JsonSchema;
  readonly requires: R;
  readonly resources?: Readonly<Record<string, ArgumentAnnotation>>;
  readonly footprint?: (args: ArgumentsOf<P>, analyzer: Analyzer) => readonly Resource[];
  readonly composite?: boolean;
  readonly mode?: ToolMode;
  readonly kind?: ToolKind;
  readonly gated?: boolean;
  readonly approvalKey?: (args: ArgumentsOf<P>) => string;
  readonly limits?: Partial<Omit<ToolLimits, "retry">> & { readonly retry?: Partial<RetryPolicy> };
  readonly repeatable?: boolean;
  readonly executor?: "local" | "remote";
  readonly flow?: ToolFlow;
  readonly requiredCoreVersion?: string;
  readonly config?: JsonSchema;
  readonly state?: StateSlotShape;
  readonly lifecycle?: ToolLifecycle;
  readonly execute: (
    args: ArgumentsOf<P>,
    runtime: Runtime<R>,
  ) => ToolReturn<D> | Promise<ToolReturn<D>>;
}

/** Limits of a tool that names none. A call may ask for ten minutes of any tool that does not say less. */
export const DEFAULT_LIMITS: ToolLimits = Object.freeze({
  timeoutMs: 30_000,
  maxTimeoutMs: 600_000,
  maxOutput: 200_000,
  callsPerSession: null,
  retry: Object.freeze({ attempts: 1, backoffMs: 250, factor: 2, jitterMs: 100 }),
});

/** Makes a frozen tool; throws a ConfigurationError on a definition that is not one. */
export function defineTool<const P extends SchemaSource, const R extends RequirementSet, D>(
  definition: ToolDefinition<P, R, D>,
): Tool<ArgumentsOf<P>, D> {
  const fault = describeDefinitionFault(definition) ?? describeUnknownField(definition);
  if (fault) throw new ConfigurationError(`tool ${definition?.id || "without id"}`, fault);
  const standard = isStandardSchema(definition.parameters) ? definition.parameters : null;
  const parameters = standard
    ? wireSchema(definition.id, standard)
    : (definition.parameters as JsonSchema);
  const unknown = describeUnknownArgument(definition.resources, parameters);
  if (unknown) throw new ConfigurationError(`tool ${definition.id}`, unknown);
  const tool = new PlainTool<ArgumentsOf<P>, D>(definition, parameters, standard);
  // Part by part: most members of a tool are texts, flags and functions, and looking at each of them costs as much as freezing.
  // Of the parts that tools share nothing has to be looked at.
  deepFreeze(parameters);
  if (tool.output !== null) deepFreeze(tool.output);
  if (tool.requires !== NOTHING) deepFreeze(tool.requires);
  if (tool.resources !== NOTHING) deepFreeze(tool.resources);
  if (tool.limits !== DEFAULT_LIMITS) deepFreeze(tool.limits);
  if (tool.flow !== null) deepFreeze(tool.flow);
  if (tool.contract !== PLAIN_CONTRACT) deepFreeze(tool.contract);
  if (tool.lifecycle !== NOTHING) deepFreeze(tool.lifecycle);
  markChecked(tool);
  return Object.freeze(tool);
}

type AnyDefinition = ToolDefinition<SchemaSource, RequirementSet, unknown>;

/**
 * A plain object with the members of a tool. By a constructor, against our habit: an object of a literal has room for the
 * members of the literal only, and the mark of a tool would take a second object.
 */
const PlainTool = plainTool as unknown as new <A, D>(
  definition: object,
  parameters: JsonSchema,
  standard: StandardSchema | null,
) => Tool<A, D>;
plainTool.prototype = Object.prototype;

function plainTool(
  this: { -readonly [K in keyof Tool]: Tool[K] },
  definition: AnyDefinition,
  parameters: JsonSchema,
  standard: StandardSchema | null,
): void {
  const mode = definition.mode ?? inferToolMode(definition.id);
  this.id = definition.id;
  this.label = definition.label ?? definition.id;
  this.description = definition.description;
  this.parameters = parameters;
  this.standard = standard;
  this.output = definition.output ?? null;
  this.requires = isEmpty(definition.requires) ? NOTHING : definition.requires;
  this.resources = definition.resources ? completeAnnotations(definition.resources) : NOTHING;
  this.footprint = (definition.footprint as Tool["footprint"] | undefined) ?? null;
  this.composite = definition.composite ?? false;
  this.mode = mode;
  this.kind = definition.kind ?? kindOfMode(mode);
  this.gated = definition.gated ?? true;
  this.approvalKey = (definition.approvalKey as Tool["approvalKey"] | undefined) ?? null;
  this.limits = definition.limits ? completeLimits(definition.limits) : DEFAULT_LIMITS;
  this.repeatable = definition.repeatable ?? false;
  this.executor = definition.executor ?? "local";
  this.flow = definition.flow ?? null;
  this.contract = contractOf(definition);
  this.lifecycle = definition.lifecycle ?? NOTHING;
  this.execute = definition.execute as Tool["execute"];
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

const NOTHING: Readonly<Record<string, never>> = Object.freeze({});

/** The constants of a tool that adds nothing to them: one object for all, because tools come by the ten thousand. */
const PLAIN_CONTRACT: ContractConstants = deepFreeze({
  kind: "Tool",
  contractVersion: CONTRACT_VERSION,
  requiredCoreVersion: "*",
  configSchema: configSchema(undefined),
  loadedCardinality: "unlimited",
  activeCardinality: "unlimited",
  stateSlot: null,
  discoveryRules: { folder: "tools", manifestKey: "tool" },
  reloadBehavior: "between-turns",
});

function contractOf(
  definition: Pick<
    ToolDefinition<SchemaSource, RequirementSet, unknown>,
    "requiredCoreVersion" | "config" | "state"
  >,
): ContractConstants {
  const { requiredCoreVersion, config, state } = definition;
  if (requiredCoreVersion === undefined && config === undefined && state === undefined)
    return PLAIN_CONTRACT;
  return {
    ...PLAIN_CONTRACT,
    requiredCoreVersion: requiredCoreVersion ?? "*",
    configSchema: configSchema(config),
    stateSlot: state ?? null,
  };
}

function wireSchema(id: string, standard: StandardSchema): JsonSchema {
  const say = standard["~standard"].jsonSchema;
  if (!say)
    throw new ConfigurationError(
      `tool ${id}`,
      "its schema library cannot say the schema as JSON Schema",
    );
  return say.input({ target: "draft-2020-12" });
}

function completeAnnotations(
  annotations: Readonly<Record<string, ArgumentAnnotation>>,
): Readonly<Record<string, readonly ArgumentUse[]>> {
  const complete: Record<string, readonly ArgumentUse[]> = {};
  for (const [argument, annotation] of Object.entries(annotations)) {
    const uses = Array.isArray(annotation) ? annotation : [annotation];
    complete[argument] = uses.map((use) => (typeof use === "string" ? { access: use } : use));
  }
  return complete;
}

function completeLimits(
  limits: NonNullable<ToolDefinition<SchemaSource, RequirementSet, unknown>["limits"]>,
): ToolLimits {
  const timeoutMs = limits.timeoutMs ?? DEFAULT_LIMITS.timeoutMs;
  const retry = { ...DEFAULT_LIMITS.retry, ...limits.retry };
  const maxTimeoutMs = Math.max(timeoutMs, DEFAULT_LIMITS.maxTimeoutMs);
  return { ...DEFAULT_LIMITS, maxTimeoutMs, ...limits, retry };
}

/** Every tool's config takes `enabled` and `timeoutMs`, whatever else the author adds. */
function configSchema(own: JsonSchema | undefined): JsonSchema {
  const base = { enabled: { type: "boolean" }, timeoutMs: { type: "integer", minimum: 1 } };
  if (own === undefined || typeof own === "boolean") {
    return { type: "object", properties: base, additionalProperties: own === true };
  }
  const properties = typeof own.properties === "object" ? (own.properties as object) : {};
  return { ...own, type: "object", properties: { ...properties, ...base } };
}
