/**
 * Hands a piece of work to a subagent. The tool touches nothing itself: each call of the child walks the road with the
 * parent's permissions narrowed, and the kernel counts the depth. One call, one child: it is no workflow engine.
 */
import { defineTool, type Json, output, type Tool, ToolError } from "@toolplane/contract";

export interface TaskArguments {
  readonly prompt: string;
  readonly subagent_type?: string;
  readonly background?: boolean;
  readonly metadata?: Json;
}

/** The child's last words, or for a background run the session to look into. */
export type TaskData = { readonly output: string } | { readonly session_id: string };

/** Subagents work for minutes; a host sets another bound with `timeoutMs`. */
const TIMEOUT_MS = 1_800_000;

/** Anything that JSON holds; said, because clients warn of a property without a type. */
const METADATA_TYPES = ["object", "array", "string", "number", "boolean", "null"] as const;

export const taskTool: Tool<TaskArguments, TaskData> = defineTool({
  id: "task",
  label: "Subagent",
  description: [
    "Starts a subagent on one piece of work and returns what it reports. It sees nothing of this conversation: put everything it needs into prompt, and say what it is to report.",
    "It may do at most what you may do. With background it runs on by itself, its session_id is returned at once, and you are told when it has ended.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      prompt: { type: "string", minLength: 1, description: "The whole assignment." },
      subagent_type: { type: "string", minLength: 1, description: "Which kind of subagent." },
      background: { type: "boolean", description: "Do not wait for it." },
      metadata: { type: METADATA_TYPES, description: "Handed on to whoever runs the subagent." },
    },
    required: ["prompt"],
    additionalProperties: false,
  },
  requires: {},
  composite: true,
  kind: "other",
  limits: { timeoutMs: TIMEOUT_MS },
  execute: async ({ prompt, subagent_type, background, metadata }, { spawn }) => {
    const spawned = await spawn({
      prompt,
      ...(subagent_type === undefined ? {} : { subagentType: subagent_type }),
      ...(background === undefined ? {} : { background }),
      ...(metadata === undefined ? {} : { metadata: metadata as Json }),
    });
    const { status, sessionId } = spawned;
    if (status === "failed")
      throw new ToolError("failed", `The subagent failed: ${spawned.message}`, {
        detail: { session_id: sessionId },
      });
    const data: TaskData =
      status === "done" ? { output: spawned.output } : { session_id: sessionId };
    const untrusted = status === "done" ? spawned.untrusted : undefined;
    return output(data, { child_session: sessionId, ...(untrusted ? { untrusted } : {}) });
  },
});
