/**
 * The program that runs the tools of one folder: `node tool-worker.ts CONTRACT ENTRY`, in the sandbox and under Node's permission
 * model. It speaks over its standard input and output and can do nothing else for itself; what a tool prints is no message, so its
 * console goes to standard error. It imports nothing but Node's own modules, and the contract for those tools that ask for it.
 */
import { registerHooks } from "node:module";
import type { AnyRuntime, Json, Tool } from "@toolplane/contract";
import { closeNetwork } from "./close-network.ts";
import {
  createWireReader,
  decodeLine,
  encodeLine,
  type FromWorker,
  type ToWorker,
  type WireError,
} from "./wire.ts";
import { workerRuntime } from "./worker-runtime.ts";

const [, , contractUrl = "", entryUrl = ""] = process.argv;
const output = process.stdout;
const write = output.write.bind(output);
// Text that a tool writes to standard output would be read as a message.
Object.defineProperty(process, "stdout", { value: process.stderr });
globalThis.console = new console.Console(process.stderr, process.stderr);
closeNetwork();

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@toolplane/contract"
      ? { url: contractUrl, shortCircuit: true }
      : next(specifier, context),
});

type AnyTool = Tool;

const say = (message: FromWorker): void => void write(encodeLine(message));
const calls = new Map<number, AbortController>();
const asked = new Map<
  number,
  { resolve(value: unknown): void; reject(error: Error): void; onOutput?: (text: string) => void }
>();
let lastAsked = 0;
let processes: unknown = [];
let loaded: Promise<ReadonlyMap<string, AnyTool>> | null = null;
let ToolErrorOf: (error: WireError) => Error = ({ code, message }) =>
  Object.assign(new Error(message), { code });
let isOutput: (value: unknown) => boolean = () => false;

async function load(): Promise<ReadonlyMap<string, AnyTool>> {
  const contract = (await import(contractUrl)) as typeof import("@toolplane/contract");
  ToolErrorOf = ({ code, message, detail }) =>
    new contract.ToolError(code as never, message, { detail });
  isOutput = contract.isToolOutput;
  const module = (await import(entryUrl)) as Record<string, unknown>;
  const tools = new Map<string, AnyTool>();
  for (const value of Object.values(module)) {
    if (typeof value !== "object" || value === null) continue;
    const tool = value as AnyTool;
    if (tool.contract?.kind !== "Tool" || tools.has(tool.id)) continue;
    tools.set(tool.id, tool);
  }
  return tools;
}

async function find(id: string): Promise<AnyTool> {
  loaded ??= load();
  const tool = (await loaded).get(id);
  if (tool === undefined) throw ToolErrorOf({ code: "unknown_tool", message: `No tool ${id}` });
  return tool;
}

async function describe(): Promise<unknown> {
  loaded ??= load();
  return [...(await loaded).values()].map((tool) => ({
    id: tool.id,
    label: tool.label,
    description: tool.description,
    parameters: tool.parameters,
    output: tool.output,
    requires: tool.requires,
    resources: tool.resources,
    composite: tool.composite,
    mode: tool.mode,
    kind: tool.kind,
    gated: tool.gated,
    limits: tool.limits,
    repeatable: tool.repeatable,
    contract: plainContract(tool),
    hasKey: typeof tool.approvalKey === "function",
    migrates: typeof tool.contract.stateSlot?.migrate === "function",
    life: ["init", "activate", "deactivate", "dispose"].filter(
      (step) => typeof (tool.lifecycle as Record<string, unknown>)?.[step] === "function",
    ),
  }));
}

/** The contract as it can be sent to the host: functions of a slot stay here. */
function plainContract({ contract }: AnyTool): unknown {
  const { stateSlot } = contract;
  if (stateSlot === null) return contract;
  return { ...contract, stateSlot: { version: stateSlot.version, schema: stateSlot.schema } };
}

async function execute(message: Extract<ToWorker, { do: "execute" }>): Promise<unknown> {
  const tool = await find(message.tool);
  const stop = new AbortController();
  calls.set(message.id, stop);
  processes = message.given.processes;
  try {
    const args = await validated(tool, message.args);
    const runtime = workerRuntime(message.given, lineOf(message.id), stop.signal);
    const result = await (tool.execute as (args: unknown, runtime: AnyRuntime) => unknown)(
      args,
      runtime,
    );
    if (result instanceof Error) throw result;
    return isOutput(result) ? { output: { ...(result as object) } } : { data: result };
  } finally {
    calls.delete(message.id);
  }
}

/** A schema of a library can only be asked here. */
async function validated(tool: AnyTool, args: unknown): Promise<unknown> {
  if (tool.standard === null || tool.standard === undefined) return args;
  const outcome = await tool.standard["~standard"].validate(args);
  if (!("issues" in outcome) || outcome.issues === undefined)
    return (outcome as { value: unknown }).value;
  const said = outcome.issues.map(({ message }) => message).join("; ");
  throw ToolErrorOf({ code: "invalid_input", message: `Invalid arguments: ${said}` });
}

function lineOf(call: number): Parameters<typeof workerRuntime>[1] {
  return {
    ask: (door, args, onOutput) =>
      new Promise((resolve, reject) => {
        lastAsked += 1;
        const id = lastAsked;
        asked.set(id, { resolve, reject, ...(onOutput ? { onOutput } : {}) });
        try {
          say({ say: "ask", id, call, door, args });
        } catch (error) {
          asked.delete(id);
          reject(ToolErrorOf({ code: "too_large", message: String((error as Error).message) }));
        }
      }),
    note: (door, value) => say({ say: "note", call, door, value }),
    errorOf: (error) => ToolErrorOf(error),
    processes: () => processes,
  };
}

async function answer(message: ToWorker): Promise<unknown> {
  switch (message.do) {
    case "describe":
      return describe();
    case "execute":
      return execute(message);
    case "key": {
      const { approvalKey } = await find(message.tool);
      return (approvalKey as ((args: unknown) => unknown) | null)?.(message.args);
    }
    case "migrate": {
      const { contract } = await find(message.tool);
      return contract.stateSlot?.migrate?.(message.value as Json, message.from);
    }
    case "life": {
      const { lifecycle } = await find(message.tool);
      const step = (lifecycle as Record<string, (context: unknown) => unknown>)[message.step];
      await step?.({ config: message.config, ask: lineOf(message.id).ask.bind(null, "ask") });
      return null;
    }
    default:
      return null;
  }
}

function wireError(error: unknown): WireError {
  const { code, message, detail } = (error ?? {}) as Partial<WireError>;
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof message === "string" ? message : String(error),
    ...(detail === undefined ? {} : { detail }),
  };
}

function finish(
  id: number,
  outcome: { readonly value?: unknown; readonly error?: WireError },
): void {
  try {
    say({ say: "done", id, ...outcome });
  } catch (error) {
    say({
      say: "done",
      id,
      error: { code: "too_large", message: String((error as Error).message) },
    });
  }
}

function hear(message: ToWorker): void {
  if (message.do === "cancel") calls.get(message.id)?.abort();
  else if (message.do === "output") asked.get(message.id)?.onOutput?.(message.text);
  else if (message.do === "answer") settle(message);
  else
    void answer(message).then(
      (value) => finish(message.id, { value }),
      (error: unknown) => finish(message.id, { error: wireError(error) }),
    );
}

function settle(message: Extract<ToWorker, { do: "answer" }>): void {
  const waiting = asked.get(message.id);
  asked.delete(message.id);
  if (message.processes !== undefined) processes = message.processes;
  if (message.error === undefined) waiting?.resolve(message.value);
  else waiting?.reject(ToolErrorOf(message.error));
}

const lines = createWireReader();
process.stdin.on("data", (piece: Buffer) => {
  for (const line of lines(piece)) hear(decodeLine(line) as ToWorker);
});
process.stdin.on("end", () => process.exit(0));
// A promise that a tool forgot about is no reason to end the calls of others.
process.on("unhandledRejection", (error) => process.stderr.write(`${String(error)}\n`));
