/**
 * Makes the many tools of one source: ten thousand operations of an API that differ in name, texts, parameters and code, and share
 * the rest. Their common part is checked once. Their parameters are made when they are first read: most tools of a large
 * API are never listed nor called.
 */

import type { RequirementSet } from "../policy/requirement.ts";
import { ConfigurationError } from "../result/error.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { markChecked } from "./checked-tool.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { defineTool, type ToolDefinition } from "./define-tool.ts";
import { describeNameFault } from "./describe-definition-fault.ts";
import { isRecord } from "./fields.ts";
import { Given } from "./given.ts";
import type { Tool } from "./tool.ts";

type ObjectSchema = Exclude<JsonSchema, boolean>;
type Own = "id" | "label" | "description" | "parameters" | "execute";

/**
 * The common part of a series. No code of an author's own decides about their calls, and `resources` name no argument: each
 * has its default.
 */
export interface SeriesDefinition
  extends Omit<
    ToolDefinition<ObjectSchema, RequirementSet, unknown>,
    Own | "footprint" | "approvalKey" | "mode"
  > {
  readonly mode: Tool["mode"];
}

/** The own part of one tool of a series. */
export interface SeriesMember {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Called at most once, when the parameters are first read. What it throws, that reader gets. */
  readonly parameters: () => ObjectSchema;
  readonly execute: Tool["execute"];
}

/** Makes the maker of a series' tools. Both throw a ConfigurationError on a definition that is not one. */
export function createToolSeries(shared: SeriesDefinition): (member: SeriesMember) => Tool {
  const model = defineTool({ ...shared, ...MODEL });
  return (member) => {
    const fault = describeMemberFault(member);
    if (fault) throw new ConfigurationError(`tool ${member.id || "without id"}`, fault);
    const tool = new SeriesTool(model, member);
    new WaitingParameters(tool, member.parameters);
    markChecked(tool);
    return Object.freeze(tool);
  };
}

/** Stands for every tool of a series while what they share is checked. It takes no arguments, so that none can be named. */
const MODEL = {
  id: "series",
  description: "A tool of a series.",
  parameters: { type: "object", additionalProperties: false },
  execute: () => null,
} as const;

function describeMemberFault(member: SeriesMember): string | null {
  const fault = describeNameFault(member);
  if (fault !== null) return fault;
  if (typeof member.label !== "string") return "label must be text";
  if (typeof member.parameters !== "function") return "parameters must be made by a function";
  return typeof member.execute === "function" ? null : "execute is missing";
}

/** A plain object with the members of a tool, made as `defineTool` makes one. */
const SeriesTool = seriesTool as unknown as new (model: Tool, member: SeriesMember) => Tool;
seriesTool.prototype = Object.prototype;

function seriesTool(
  this: { -readonly [K in keyof Tool]: Tool[K] },
  model: Tool,
  member: SeriesMember,
): void {
  this.id = member.id;
  this.label = member.label;
  this.description = member.description;
  Object.defineProperty(this, "parameters", PARAMETERS);
  this.standard = null;
  this.output = model.output;
  this.requires = model.requires;
  this.resources = model.resources;
  this.footprint = null;
  this.composite = model.composite;
  this.mode = model.mode;
  this.kind = model.kind;
  this.gated = model.gated;
  this.approvalKey = null;
  this.limits = model.limits;
  this.repeatable = model.repeatable;
  this.executor = model.executor;
  this.flow = model.flow;
  this.contract = model.contract;
  this.lifecycle = model.lifecycle;
  this.execute = member.execute;
}

/**
 * One accessor for all tools: with one for each, each tool would be a shape of its own to the engine. It finds the parameters in the
 * tool itself, so an object that inherits from a tool, or a proxy of one, has none, and is admitted nowhere. A copy with `...` has them.
 */
const PARAMETERS: PropertyDescriptor = {
  enumerable: true,
  get(this: object): JsonSchema | undefined {
    return WaitingParameters.of(this);
  },
};

/** The parameters of a tool, or how to make them, in a private member of the tool: it can be set while the tool is frozen. */
class WaitingParameters extends Given {
  #held: ObjectSchema | (() => ObjectSchema);

  constructor(tool: object, make: () => ObjectSchema) {
    super(tool);
    this.#held = make;
  }

  static of(tool: object & { readonly id?: string }): ObjectSchema | undefined {
    const { id } = tool;
    if (!(#held in tool)) return undefined;
    const held = tool.#held;
    if (typeof held !== "function") return held;
    const made = held();
    if (!isRecord(made)) throw new ConfigurationError(`tool ${id}`, "parameters must be a schema");
    tool.#held = deepFreeze(made);
    return made;
  }
}
