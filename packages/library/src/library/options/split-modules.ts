/** Tells a program's tools that share its process from those that are named by their module. */
import { fileURLToPath } from "node:url";
import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { ModuleTool } from "./module-tool.ts";
import type { ToolplaneOptions } from "./toolplane-options.ts";

/** Options whose tools are all of this process. */
export type OwnToolsOptions = Omit<ToolplaneOptions, "tools"> & {
  readonly tools?: readonly Tool[];
};

/** Takes the modules out. Throws a ConfigurationError for a tool that is to be isolated and is no module. */
export function splitModules(given: ToolplaneOptions): {
  readonly options: OwnToolsOptions;
  readonly modules: readonly string[];
} {
  const { tools, ...options } = given;
  if (tools === undefined) return { options, modules: [] };
  const own: Tool[] = [];
  const modules: string[] = [];
  for (const [index, tool] of tools.entries()) {
    if (!isModule(tool)) own.push(tool);
    else if (tool.module instanceof URL && tool.module.protocol === "file:")
      modules.push(fileURLToPath(tool.module));
    else throw new ConfigurationError(`tools[${index}]`, ADVICE);
  }
  return { options: { ...options, tools: own }, modules };
}

const ADVICE =
  'is to run isolated, and a function of this process cannot. Put it in a file that exports it, and say { module: new URL("./that-file.ts", import.meta.url), isolated: true }';

function isModule(tool: Tool | ModuleTool): tool is ModuleTool {
  return typeof tool === "object" && tool !== null && ("isolated" in tool || "module" in tool);
}
