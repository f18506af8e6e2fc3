/**
 * Commands that go on after the call: started, listed, read, written to, stopped. Only starting one is a command to rules and
 * approvals; the rest is about a process that was judged when it began, and each action is a resource of its own name, so
 * that a rule can allow reading and still ask about writing.
 */
import {
  defineTool,
  type ProcessDoor,
  type Resource,
  type Tool,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { answerRoom } from "../text/answer-room.ts";
import {
  forwardPort,
  listProcesses,
  readProcess,
  startProcess,
  stopProcess,
  writeProcess,
} from "./manage-process.ts";

const BACKGROUND_ACTIONS = ["start", "list", "read", "write", "stop", "forward"] as const;

const MAX_READ_BYTES = 190_000;

export interface BackgroundArguments {
  readonly action: (typeof BACKGROUND_ACTIONS)[number];
  readonly command?: string;
  readonly cwd?: string;
  readonly writes?: readonly string[];
  readonly id?: string;
  readonly text?: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly port?: number;
}

/** The tool `background`. Its data is text. */
export const backgroundTool: Tool<BackgroundArguments, string> = defineTool({
  id: "background",
  label: "Background",
  description: [
    "Runs commands that go on while you work: servers, watchers, long builds.",
    "start runs command and gives an id at once; read shows what it printed from offset on; write sends text to its input; stop ends it; list shows all of this session.",
    "What they serve on localhost is there for this session's commands, web_fetch and http_request; forward opens a port of theirs to the user's browser.",
    "They see files as they are and change; they write only what writes names, and /tmp. They end with the session.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: BACKGROUND_ACTIONS },
      command: { type: "string", minLength: 1, description: "For start: the command line." },
      cwd: { type: "string", description: "For start: the folder. Default: the workspace." },
      writes: {
        type: "array",
        items: { type: "string", minLength: 1 },
        maxItems: 50,
        description:
          "For start: files and folders that it writes, such as dist. A missing one is made. Everything else in the workspace it can only read.",
      },
      id: { type: "string", minLength: 1, description: "For read, write and stop: which one." },
      text: {
        type: "string",
        description: "For write: what to send. A line needs its line break (\\n).",
      },
      offset: {
        type: "integer",
        minimum: 0,
        description: "For read: where to begin, as the last read said. Default: 0.",
      },
      limit: {
        type: "integer",
        minimum: 1,
        maximum: MAX_READ_BYTES,
        description: "For read: the most bytes. Default: 30000, or what one answer holds.",
      },
      port: {
        type: "integer",
        minimum: 1,
        maximum: 65_535,
        description: "For forward: the port that a started command listens on.",
      },
    },
    required: ["action"],
    additionalProperties: false,
  },
  requires: {
    shell: [{ cmd: "*" }],
    fs: { write: ["/**"] },
  },
  resources: {
    command: { access: "shell", cwd: "cwd" },
    writes: { access: "fs.write", tree: true },
  },
  footprint: ({ action, command }) => {
    const named: Resource = {
      capability: "named",
      name: `tool:background/${action}`,
      origin: "direct",
      via: "argument",
    };
    return command === undefined ? [named] : [];
  },
  mode: "local",
  kind: "execute",
  limits: { timeoutMs: 60_000 },
  execute: (args, runtime) =>
    manage(args, runtime.process, answerRoom(runtime.call.maxResultBytes, MAX_READ_BYTES)),
});

function manage(
  args: BackgroundArguments,
  door: ProcessDoor,
  room: number,
): Promise<string | ToolOutput<string>> {
  const { action, command, cwd, writes, text, offset, limit } = args;
  // A command beside another action was judged and would not run: a mistake that must not pass for a success.
  if (action !== "start" && command !== undefined)
    throw new ToolError("invalid_input", `command belongs to the action start, not to ${action}.`);
  if (action !== "start" && writes !== undefined)
    throw new ToolError("invalid_input", `writes belongs to the action start, not to ${action}.`);
  switch (action) {
    case "start":
      return startProcess(door, {
        command: needed(command, { action, name: "command" }),
        cwd,
        writes,
      });
    case "list":
      return listProcesses(door);
    case "read":
      return readProcess(door, {
        id: needed(args.id, { action, name: "id" }),
        offset,
        limit,
        room,
      });
    case "write":
      return writeProcess(door, {
        id: needed(args.id, { action, name: "id" }),
        text: needed(text, { action, name: "text" }),
      });
    case "stop":
      return stopProcess(door, needed(args.id, { action, name: "id" }));
    case "forward":
      return forwardPort(door, needed(args.port, { action, name: "port" }));
  }
}

function needed<T>(
  value: T | undefined,
  { action, name }: { readonly action: string; readonly name: string },
): T {
  if (value !== undefined) return value;
  throw new ToolError("invalid_input", `The action ${action} needs ${name}.`);
}
