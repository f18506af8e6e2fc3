/** Makes tools of the methods that `tool` marked: of an object of a class, of a class itself (its static ones), of a plain object. */
import { ConfigurationError, defineTool, type JsonObject, type Tool } from "@toolplane/contract";
import { decideToolMode } from "./decide-tool-mode.ts";
import { type CallMethod, markOf, type ToolMarks } from "./tool.ts";

/** In the order in which they are written. Throws a ConfigurationError for one that cannot be admitted, and where there is none. */
export function toolsOf(holder: object): readonly Tool[] {
  const tools: Tool[] = [];
  const seen = new Set<string>();
  for (let at = holder; at !== null && !isRoot(at); at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      // What a class below defines stands, marked or not.
      if (seen.has(name)) continue;
      seen.add(name);
      const mark = markOf(value);
      if (mark) tools.push(toolOf({ name, ...mark }, (value as CallMethod).bind(holder)));
    }
  }
  if (tools.length === 0) throw new ConfigurationError("toolsOf", "no method is marked as a tool");
  return tools;
}

function isRoot(object: object): boolean {
  return object === Object.prototype || object === Function.prototype;
}

function toolOf(mark: ToolMarks & { readonly name: string }, call: CallMethod): Tool {
  const { name, description, parameters, requires, resources, timeoutMs, mode } = mark;
  return defineTool({
    id: name,
    description,
    parameters: parameters ?? { type: "object", properties: {}, additionalProperties: false },
    requires: requires ?? {},
    mode: mode ?? decideToolMode(name),
    ...(resources ? { resources } : {}),
    ...(timeoutMs === undefined ? {} : { limits: { timeoutMs } }),
    execute: (args, runtime) => call(args as JsonObject, runtime) as JsonObject,
  });
}
