/** Notes that outlive the session, one text under each key. Where they lie is the host's business: `services.memory`. */
import {
  defineTool,
  output,
  type SessionServices,
  type Tool,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";

export interface MemoryArguments {
  readonly action: "read" | "write" | "list" | "delete";
  readonly key?: string;
  readonly content?: string;
}

export type MemoryData =
  | { readonly key: string; readonly content: string }
  | { readonly key: string; readonly written: number }
  | { readonly key: string; readonly deleted: true }
  | { readonly keys: readonly string[] };

type Memory = NonNullable<SessionServices["memory"]>;

/** A note is read back whole. */
const MAX_CONTENT_CHARS = 100_000;
/** Keys become file names on some hosts, so nothing in them may lead anywhere else. */
const KEY = "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$";
const MAX_KEYS = 30;

export const memoryTool: Tool<MemoryArguments, MemoryData> = defineTool({
  id: "memory",
  label: "Memory",
  description: [
    "Notes that are there again in later sessions, one text under each key.",
    "read and delete take a key, write a key and the whole content, which replaces what was there; list names the keys. No secrets.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["read", "write", "list", "delete"] },
      key: { type: "string", pattern: KEY, description: "Letters, digits, dot, _ and -." },
      content: { type: "string", maxLength: MAX_CONTENT_CHARS },
    },
    required: ["action"],
    additionalProperties: false,
  },
  requires: {},
  mode: "safe_write",
  kind: "other",
  approvalKey: ({ action, key }) => `${action}:${key ?? "*"}`,
  execute: async (args, { services }) => {
    const { memory } = services;
    if (!memory) throw new ToolError("unavailable", "Nothing is kept between sessions here.");
    if (args.action === "list") return { keys: (await memory.list()).toSorted() };
    if (args.key === undefined)
      throw new ToolError("invalid_input", `${args.action} needs a key. list names them.`);
    if (args.action === "write") return write(memory, args.key, args.content);
    return args.action === "read" ? read(memory, args.key) : remove(memory, args.key);
  },
});

/**
 * Reads a note. A memory that keeps labels gives them to the call. In any other the author of a note is unknown: a
 * session that read a stranger's words may have written it.
 */
async function read(memory: Memory, key: string): Promise<ToolOutput<MemoryData>> {
  const content = await memory.read(key);
  if (content === null) throw await missing(memory, key);
  if (memory.labels) return output({ key, content });
  return output({ key, content }, { untrusted: { source: `memory:${key}` } });
}

async function write(
  memory: Memory,
  key: string,
  content: string | undefined,
): Promise<MemoryData> {
  if (content === undefined) throw new ToolError("invalid_input", "write needs content.");
  await memory.write(key, content);
  return { key, written: content.length };
}

async function remove(memory: Memory, key: string): Promise<MemoryData> {
  if (!(await memory.remove(key))) throw await missing(memory, key);
  return { key, deleted: true };
}

async function missing(memory: Memory, key: string): Promise<ToolError> {
  const keys = (await memory.list()).toSorted();
  const more = keys.length > MAX_KEYS ? ", …" : "";
  const known = keys.length > 0 ? `There are: ${keys.slice(0, MAX_KEYS).join(", ")}${more}.` : "";
  return new ToolError("not_found", `Nothing is kept under ${key}. ${known || "Nothing is kept."}`);
}
