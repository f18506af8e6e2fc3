/**
 * Admits a tool: its definition, its version range and its configuration are checked here, loudly, so that no call ever
 * meets a half-made tool. Nothing is compiled for a tool without configuration.
 */
import {
  ConfigurationError,
  describeDefinitionFault,
  describeUnknownArgument,
  isDefinedTool,
  type Json,
  type JsonSchema,
  type Tool,
} from "@toolplane/contract";
import type * as Semver from "semver";
import type { Schemas } from "../../schema/create-schemas.ts";
import { describeFaults } from "../../schema/describe-faults.ts";
import { loadModule } from "../../schema/pattern/load-module.ts";
import { CORE_VERSION } from "./core-version.ts";

type Config = Readonly<Record<string, Json>>;

/** Checks tools; throws a ConfigurationError on one that cannot be admitted. */
export type ToolCheck = (tool: Tool, config: Config | undefined) => void;

/** Makes the check. Ranges are few and parsed once each. */
export function createToolCheck(schemas: Schemas): ToolCheck {
  const rangeFaults = new Map<string, string | null>();
  /** The last constants that suit a tool without configuration. Most tools share one object, which cannot be changed. */
  let suiting: Tool["contract"] | null = null;
  return (tool, config) => {
    const fault = describeToolFault(tool);
    if (fault) throw new ConfigurationError(`tool ${tool?.id || "without id"}`, fault);
    if (config === undefined && tool.contract === suiting) return;
    const { requiredCoreVersion, configSchema } = tool.contract;
    const rangeFault = rangeFaults.get(requiredCoreVersion) ?? readRange(requiredCoreVersion);
    rangeFaults.set(requiredCoreVersion, rangeFault);
    if (rangeFault) throw new ConfigurationError(`tool ${tool.id}`, rangeFault);
    if (config === undefined && acceptsNothing(configSchema)) {
      if (isDefinedTool(tool)) suiting = tool.contract;
      return;
    }
    checkConfig({ tool, config: config ?? {}, schemas });
  };
}

/** Says what a value lacks to be a tool, or null. One that `defineTool` made lacks nothing: a second check would find the same. */
export function describeToolFault(tool: Tool): string | null {
  if (isDefinedTool(tool)) return null;
  return describeDefinitionFault(tool) ?? describeContractFault(tool);
}

/** A tool that was not made by `defineTool` may lack what only `defineTool` fills in. */
function describeContractFault(tool: Tool): string | null {
  const { contract, limits, resources, lifecycle } = tool as Partial<Tool>;
  if (typeof contract?.requiredCoreVersion !== "string" || contract.configSchema === undefined)
    return "contract is missing; make tools with defineTool";
  if (typeof limits?.timeoutMs !== "number")
    return "limits are missing; make tools with defineTool";
  if (!resources || !lifecycle) return "is not complete; make tools with defineTool";
  return describeUnknownArgument(resources, tool.parameters);
}

function readRange(range: string): string | null {
  if (range === "*") return null;
  const { satisfies, validRange } = loadModule("semver") as typeof Semver;
  if (validRange(range) === null) return "requiredCoreVersion is not a version range";
  return satisfies(CORE_VERSION, range)
    ? null
    : `needs kernel ${range}, and this is ${CORE_VERSION}`;
}

/** Keywords under which an object without members is valid whatever else they say. */
const HARMLESS: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "additionalProperties",
  "patternProperties",
  "title",
  "description",
  "$schema",
]);

/** True when `{}` is surely valid, so that a tool without configuration needs no compiled schema. */
function acceptsNothing(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  for (const keyword in schema) if (!HARMLESS.has(keyword)) return false;
  return schema.type === undefined || schema.type === "object";
}

function checkConfig(input: {
  readonly tool: Tool;
  readonly config: Config;
  readonly schemas: Schemas;
}): void {
  const { tool, config, schemas } = input;
  const { configSchema } = tool.contract;
  const where = `tool ${tool.id}`;
  const compiled = schemas.compile(configSchema);
  if (!compiled.ok)
    throw new ConfigurationError(where, `its config schema cannot be used: ${compiled.message}`);
  const faults = compiled.schema.validate(config);
  if (faults)
    throw new ConfigurationError(where, `config: ${describeFaults(faults, configSchema)}`);
}
