/** A tool that a case brings along, with the behaviour it was given: echo, return, throw, or read a variable first. */
import { defineTool, type JsonObject, type Tool, type ToolLayer } from "@toolplane/contract";
import type { ToolOrigin } from "@toolplane/kernel";
import type { CaseTool } from "../attack-case.ts";
import { harnessFault } from "../harness-fault.ts";

/** Makes the tool from whatever the case says; what is wrong with it is for the product to refuse. */
export function createCaseTool(given: CaseTool): Tool {
  const { env, returns, throws, readsEnv, origin: _origin, requires, ...definition } = given;
  return defineTool({
    ...definition,
    requires: env ? { ...requires, env } : requires,
    execute: (args: JsonObject, runtime: { readonly env?: { get(name: string): unknown } }) => {
      if (throws !== undefined) throw new Error(String(throws));
      if (readsEnv !== undefined) {
        const value = runtime.env?.get(readsEnv);
        if (value === undefined) throw new Error(`${readsEnv} is not there`);
        return returns ?? String(value);
      }
      return returns ?? args;
    },
  } as never) as Tool;
}

const LAYERS: Readonly<Record<string, ToolLayer>> = {
  bundled: "bundled",
  global: "global",
  user: "global",
  project: "project",
  mcp: "mcp",
  server: "mcp",
  openapi: "openapi",
  specification: "openapi",
  spec: "openapi",
};

/** Where a case says that a tool comes from: a layer, or `layer:source`. A person's own tools unless it says. */
export function readOrigin(text: string | undefined): ToolOrigin {
  if (text === undefined) return { layer: "global" };
  const [word = "", source] = text.split(":", 2);
  const layer = LAYERS[word];
  if (layer === undefined) throw harnessFault(`origin "${text}" is not known`);
  const isSourced = layer === "mcp" || layer === "openapi";
  return {
    layer,
    ...(layer === "project" ? { trusted: true } : {}),
    ...(isSourced ? { source: source ?? "other" } : {}),
  };
}
