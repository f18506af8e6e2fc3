/** The tools a kernel knows, by flat name. A name belongs to one tool: two of the same layer under one name is a mistake. */
import { ConfigurationError, type Json, type Tool } from "@toolplane/contract";
import { createSchemas } from "../schema/create-schemas.ts";
import { createToolEntry } from "./create-tool-entry.ts";
import type { ToolEntry, ToolOrigin } from "./tool-entry.ts";

/** Registers and finds tools. */
export interface Registry {
  register(tool: Tool, origin: ToolOrigin): void;
  find(name: string): ToolEntry | null;
  list(): readonly ToolEntry[];
}

/** Makes a registry; `config` is what a host says about its tools, by id. */
export function createRegistry(options: {
  readonly config: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}): Registry {
  const schemas = createSchemas();
  const entries = new Map<string, ToolEntry>();
  return {
    register(tool, origin) {
      const entry = createToolEntry({
        tool,
        origin,
        config: options.config[tool?.id] ?? {},
        schemas,
      });
      if (entries.has(tool.id))
        throw new ConfigurationError(`tool ${tool.id}`, "is registered already");
      entries.set(tool.id, entry);
    },
    find: (name) => entries.get(name) ?? null,
    list: () => [...entries.values()],
  };
}
