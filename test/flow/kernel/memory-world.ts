/** A session on a memory host with tools that read, send and change, and a person who is asked. */
import {
  type Answer,
  defineTool,
  type PolicyRule,
  type Question,
  type Tool,
  type ToolResult,
} from "@toolplane/contract";
import { createKernel, type KernelOptions, type Session } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";

const TEXT = { type: "string" } as const;

/** Tools that a server could offer: a private inbox, a page of strangers, messages, and records. */
export const FLOW_TOOLS: readonly Tool[] = [
  reader("read_inbox", ["private"]),
  reader("read_page", ["untrusted"]),
  defineTool({
    id: "send_message",
    description: "Sends",
    parameters: {
      type: "object",
      properties: { to: TEXT, cc: TEXT, body: TEXT },
      additionalProperties: false,
    },
    requires: {},
    flow: { effect: "send" },
    execute: () => "sent",
  }),
  defineTool({
    id: "delete_record",
    description: "Deletes",
    parameters: { type: "object", properties: { record: TEXT }, additionalProperties: false },
    requires: {},
    flow: { effect: "change" },
    execute: () => "deleted",
  }),
];

function reader(id: string, labels: readonly string[]): Tool {
  return defineTool({
    id,
    description: "Reads",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    flow: { effect: "read", labels },
    execute: () => "text",
  });
}

export interface FlowWorld {
  readonly session: Session;
  readonly asked: readonly Question[];
  readonly kernel: ReturnType<typeof createKernel>;
  /** The result, with the questions that it took. */
  run(name: string, args?: Readonly<Record<string, string>>): Promise<Ran>;
}

interface Ran {
  readonly result: ToolResult;
  readonly asked: readonly Question[];
}

export function openFlowWorld(
  options: Partial<KernelOptions> & {
    readonly rules?: readonly PolicyRule[];
    readonly answer?: Answer;
  } = {},
): FlowWorld {
  const { rules = [], answer = { choice: "once" }, ...more } = options;
  const asked: Question[] = [];
  const everything = { permission: "*", pattern: "*", action: "allow" } as const;
  const kernel = createKernel({
    host: createMemoryHost(),
    tools: FLOW_TOOLS,
    policy: [{ scope: "project", rules: [everything, ...rules] }],
    broker: {
      ask: async (question) => {
        asked.push(question);
        return answer;
      },
    },
    ...more,
  });
  const session = kernel.session({});
  return { kernel, session, asked, run: createRun(session, asked) };
}

/** Calls a tool of a session, with ids of its own. */
export function createRun(session: Session, asked: readonly Question[]): FlowWorld["run"] {
  let count = 0;
  return async (name, args = {}) => {
    const before = asked.length;
    count += 1;
    const result = await session.call({ id: `call_${count}`, name, arguments: { ...args } });
    return { result, asked: asked.slice(before) };
  };
}
