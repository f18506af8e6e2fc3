/**
 * Admits one tool: its definition, its version range and its configuration are checked here, loudly, so that no call ever meets
 * a half-made tool. Its schema is compiled at the first call: ten thousand tools register for the price of a map.
 */

import {
  ConfigurationError,
  describeDefinitionFault,
  type Json,
  type Resource,
  type Tool,
} from "@toolplane/contract";
import { satisfies, validRange } from "semver";
import { digestOf } from "../digest/digest-of.ts";
import { namedResource } from "../footprint/compute-footprint.ts";
import type { Schemas } from "../schema/create-schemas.ts";
import { describeFaults } from "../schema/describe-faults.ts";
import { CORE_VERSION } from "./core-version.ts";
import type { SchemaOutcome, ToolEntry, ToolOrigin } from "./tool-entry.ts";

/** What an entry is made of. */
export interface ToolEntryInput {
  readonly tool: Tool;
  readonly origin: ToolOrigin;
  readonly config: Readonly<Record<string, Json>>;
  readonly schemas: Schemas;
}

/** Makes the entry; throws a ConfigurationError on a tool that cannot be admitted. */
export function createToolEntry({ tool, origin, config, schemas }: ToolEntryInput): ToolEntry {
  const where = `tool ${tool?.id || "without id"}`;
  const fault = describeDefinitionFault(tool);
  if (fault) throw new ConfigurationError(where, fault);
  checkVersion(where, tool);
  checkConfig({ where, tool, config, schemas });
  const bundled = origin.layer === "bundled";
  let fingerprint: string | null = null;
  let schema: SchemaOutcome | null = null;
  return {
    tool,
    layer: origin.layer,
    origin: origin.source ? `${origin.layer}:${origin.source}` : origin.layer,
    bundled,
    remote: origin.layer === "mcp" || origin.layer === "openapi" || tool.executor === "remote",
    postureTrusted:
      bundled ||
      origin.layer === "global" ||
      (origin.layer === "project" && origin.trusted === true),
    config,
    enabled: config.enabled !== false,
    timeoutMs: typeof config.timeoutMs === "number" ? config.timeoutMs : tool.limits.timeoutMs,
    named: nameOf(tool, origin),
    constantFootprint: Object.keys(tool.resources).length === 0 && !(tool.footprint && bundled),
    fingerprint() {
      fingerprint ??= digestOf([
        tool.id,
        tool.description,
        tool.parameters,
        tool.requires,
        tool.resources,
        String(tool.execute),
      ]);
      return fingerprint;
    },
    schema() {
      schema ??= schemas.compile(tool.parameters);
      return schema;
    },
  };
}

function nameOf(tool: Tool, origin: ToolOrigin): Resource {
  return namedResource(
    origin.source ? `${origin.layer}:${origin.source}/${tool.id}` : `tool:${tool.id}`,
  );
}

function checkVersion(where: string, tool: Tool): void {
  const range = tool.contract.requiredCoreVersion;
  if (validRange(range) === null)
    throw new ConfigurationError(where, `requiredCoreVersion is not a version range`);
  if (!satisfies(CORE_VERSION, range)) {
    throw new ConfigurationError(where, `needs kernel ${range}, and this is ${CORE_VERSION}`);
  }
}

function checkConfig(input: {
  readonly where: string;
  readonly tool: Tool;
  readonly config: Readonly<Record<string, Json>>;
  readonly schemas: Schemas;
}): void {
  const { where, tool, config, schemas } = input;
  const compiled = schemas.compile(tool.contract.configSchema);
  if (!compiled.ok)
    throw new ConfigurationError(where, `its config schema cannot be used: ${compiled.message}`);
  const faults = compiled.schema.validate(config);
  if (faults)
    throw new ConfigurationError(
      where,
      `config: ${describeFaults(faults, tool.contract.configSchema)}`,
    );
}
