/** Worlds for tools that look and run: one tool on a memory host, or on this machine, under a few rules. */
import type { JsonObject, Rule, Tool, ToolResult } from "@toolplane/contract";
import { createKernel, type KernelOptions } from "@toolplane/kernel";
import { createMemoryHost, type MemoryHost, type MemoryHostOptions } from "@toolplane/testkit";
import { onTestFinished } from "vitest";

export interface ReadWorldOptions extends MemoryHostOptions {
  readonly rules?: readonly Rule[];
  readonly kernel?: Partial<KernelOptions>;
}

export interface ReadWorld {
  readonly host: MemoryHost;
  readonly call: (args: JsonObject) => Promise<ToolResult>;
}

export const allowAll: Rule = { permission: "*", pattern: "**", action: "allow" };

/** A memory host; everything is allowed unless rules say otherwise. */
export function openReadWorld(tool: Tool, options: ReadWorldOptions = {}): ReadWorld {
  const { rules = [allowAll], kernel: more = {}, ...world } = options;
  const host = createMemoryHost(world);
  const kernel = createKernel({
    host,
    tools: [tool],
    defaultPolicy: false,
    policy: [{ scope: "project", rules: [...rules] }],
    ...more,
  });
  const session = kernel.session();
  onTestFinished(() => kernel.close());
  let made = 0;
  return {
    host,
    call(args) {
      made += 1;
      return session.call({ id: `call_${made}`, name: tool.id, arguments: args });
    },
  };
}

/** The data of an output, or the code and text of an error. */
export function told(result: ToolResult): unknown {
  return result.type === "output" ? result.data : `${result.code}: ${result.error_text}`;
}

/** The words beside the data. */
export function noteOf(result: ToolResult): string {
  return (result.content ?? [])
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}
