/** A small world for the road's tests: a memory host, four tools, and a kernel over them. */
import {
  defineTool,
  type JsonObject,
  type Rule,
  type Tool,
  type ToolResult,
} from "@toolplane/contract";
import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type Session,
  type SessionOptions,
  type ToolOrigin,
} from "@toolplane/kernel";
import {
  createFakeClock,
  createMemoryHost,
  createMemoryRecorder,
  createScriptedBroker,
  type FakeClock,
  type MemoryHost,
  type MemoryRecorder,
  type ScriptedBroker,
} from "@toolplane/testkit";
import { BASH_PARAMETERS, READ_PARAMETERS } from "../locked-parameters.ts";

export const allowAll: Rule = { permission: "*", pattern: "**", action: "allow" };

/** Says its text again; touches nothing. */
export const echo: Tool = defineTool({
  id: "echo",
  description: "Says it again.",
  parameters: {
    type: "object",
    properties: { text: { type: "string" }, action: { type: "string" } },
    additionalProperties: false,
  },
  requires: {},
  execute: ({ text }) => text ?? "",
});

export const readFile: Tool = defineTool({
  id: "read",
  description: "Reads a file.",
  parameters: READ_PARAMETERS,
  requires: { fs: { read: ["{workspace}/**", "{scratch}/**"] } },
  resources: { path: "fs.read" },
  mode: "read",
  execute: async ({ path }, { fs }) => new TextDecoder().decode((await fs.read(path)).bytes),
});

export const writeFile: Tool = defineTool({
  id: "write",
  description: "Writes a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" } },
    required: ["path", "content"],
    additionalProperties: false,
  },
  requires: { fs: { write: ["{workspace}/**"] } },
  resources: { path: "fs.write" },
  execute: async ({ path, content }, { fs }) => {
    const { bytes } = await fs.write(path, content);
    return { bytes };
  },
});

export const bash: Tool = defineTool({
  id: "bash",
  description: "Runs a command.",
  parameters: BASH_PARAMETERS,
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: async ({ command }, { shell }) => {
    const { exitCode, output } = await shell.run(command);
    return { exitCode, output };
  },
});

export interface World {
  readonly host: MemoryHost;
  readonly clock: FakeClock;
  readonly broker: ScriptedBroker;
  readonly recorder: MemoryRecorder;
  readonly session: Session;
  readonly landingJudge: Kernel["landingJudge"];
  /** Makes one call with a fresh id. */
  readonly call: (
    name: string,
    args?: JsonObject | string,
    more?: { readonly id?: string },
  ) => Promise<ToolResult>;
}

export interface WorldOptions {
  readonly host?: Omit<NonNullable<Parameters<typeof createMemoryHost>[0]>, "clock">;
  readonly kernel?: Partial<KernelOptions>;
  readonly session?: SessionOptions;
  readonly answers?: Parameters<typeof createScriptedBroker>[0];
  readonly rules?: readonly Rule[];
  /** Tools that come from elsewhere. */
  readonly sourced?: readonly { readonly tool: Tool; readonly origin: ToolOrigin }[];
}

/** Opens a session with the case's rules only: no default policy, nothing contained, unless the case says so. */
export function openWorld(options: WorldOptions = {}): World {
  const clock = createFakeClock();
  const host = createMemoryHost({
    files: { "/workspace/README.md": "hello\n", "/workspace/.env": "TOKEN=abc\n" },
    ...options.host,
    clock,
  });
  const broker = createScriptedBroker(options.answers ?? []);
  const recorder = createMemoryRecorder();
  const kernel = createKernel({
    host,
    tools: [echo, readFile, writeFile, bash],
    defaultPolicy: false,
    contained: false,
    broker,
    recorder,
    ...options.kernel,
  });
  for (const { tool, origin } of options.sourced ?? []) kernel.register(tool, origin);
  const session = kernel.session({
    ...options.session,
    rules: options.rules ?? options.session?.rules ?? [],
  });
  let made = 0;
  return {
    host,
    clock,
    broker,
    recorder,
    session,
    landingJudge: kernel.landingJudge,
    call: (name, args = {}, more = {}) => {
      made += 1;
      const id = more.id ?? `call-${made}`;
      return session.call({ id, name, arguments: args } as Parameters<Session["call"]>[0]);
    },
  };
}

/** The code of an error result, or "output". */
export function codeOf(result: ToolResult): string {
  return result.type === "error" ? result.code : "output";
}
