/** Waits. For what starts slowly: a server, a build, a page; the host's clock counts, and cancelling ends it. */
import { defineTool, type Tool } from "@toolplane/contract";

export interface SleepArguments {
  readonly duration_ms: number;
  readonly reason?: string;
}

export interface SleepData {
  readonly slept_ms: number;
}

const MAX_SLEEP_MS = 300_000;

export const sleepTool: Tool<SleepArguments, SleepData> = defineTool({
  id: "sleep",
  label: "Wait",
  description:
    "Waits for a while, five minutes at most. Use it when something outside needs time; to wait for a command, run the command.",
  parameters: {
    type: "object",
    properties: {
      duration_ms: { type: "integer", minimum: 0, maximum: MAX_SLEEP_MS },
      reason: { type: "string", maxLength: 500, description: "Shown to the user." },
    },
    required: ["duration_ms"],
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "other",
  gated: false,
  repeatable: true,
  approvalKey: () => "sleep",
  limits: { timeoutMs: MAX_SLEEP_MS + 10_000 },
  execute: async ({ duration_ms, reason }, { wait, progress }) => {
    if (reason !== undefined) progress(reason);
    await wait(duration_ms);
    return { slept_ms: duration_ms };
  },
});
