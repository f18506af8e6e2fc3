/** Looks after subagents that `task` started in the background: which there are, waiting for one, stopping one. */
import { type BackgroundRun, defineTool, type Tool, ToolError } from "@toolplane/contract";

export interface TasksArguments {
  readonly action: "list" | "wait" | "stop";
  readonly session_id?: string;
  readonly timeout_ms?: number;
}

/** One run, by wire names. */
interface TaskRun {
  readonly session_id: string;
  readonly agent: string;
  readonly state: BackgroundRun["state"];
  readonly prompt: string;
  readonly output?: string;
}

export interface TasksData {
  readonly tasks: readonly TaskRun[];
}

const WAIT_MS = 60_000;
const MOST_MS = 600_000;

export const tasksTool: Tool<TasksArguments, TasksData> = defineTool({
  id: "tasks",
  label: "Background subagents",
  description:
    "Looks after subagents that task started in the background: list shows them, wait waits for one, stop ends one. You are told by yourself when one has ended, so wait only for what you cannot go on without.",
  parameters: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["list", "wait", "stop"] },
      session_id: { type: "string", minLength: 1, description: "Which one; not for list." },
      timeout_ms: {
        type: "integer",
        minimum: 1,
        maximum: MOST_MS,
        description: "How long to wait; a minute unless given.",
      },
    },
    required: ["action"],
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "other",
  gated: false,
  limits: { timeoutMs: MOST_MS + 10_000 },
  execute: async ({ action, session_id, timeout_ms = WAIT_MS }, { services, signal, wait }) => {
    const { background } = services;
    if (!background)
      throw new ToolError("unavailable", "Nothing runs in the background here: no agent is wired.");
    if (action === "list") return { tasks: background.list().map(described) };
    if (session_id === undefined)
      throw new ToolError("invalid_input", `Invalid arguments: ${action} needs session_id.`);
    const known = background.list().find(({ sessionId }) => sessionId === session_id);
    if (!known)
      throw new ToolError("not_found", `No background subagent has the session ${session_id}.`);
    if (action === "stop") background.stop(session_id);
    const over = new AbortController();
    const stop = (): void => over.abort();
    wait(timeout_ms).then(stop, stop);
    const run = await background.wait(session_id, AbortSignal.any([signal, over.signal]));
    return { tasks: run ? [described(run)] : [] };
  },
});

function described({ sessionId, agent, state, prompt, output }: BackgroundRun): TaskRun {
  return {
    session_id: sessionId,
    agent,
    state,
    prompt,
    ...(state === "running" ? {} : { output }),
  };
}
