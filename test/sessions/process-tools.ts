/** A process that outlives its call, as three thin tools over the process door. One at a time is all the session needs. */
import { defineTool, type Tool, ToolError } from "@toolplane/contract";

const POLL_MS = 20;
const LOOKS = 12_000;
const READ_LIMIT = 100_000;

const shell = [{ cmd: "*" }];

export const startTool: Tool = defineTool({
  id: "start",
  description: "Starts a command that goes on.",
  parameters: {
    type: "object",
    properties: { command: { type: "string" } },
    required: ["command"],
    additionalProperties: false,
  },
  requires: { shell },
  resources: { command: "shell" },
  execute: async ({ command }, { process }) => {
    const { id, running } = await process.start(command);
    return { id, state: running ? "running" : "ended" };
  },
});

export const outputTool: Tool = defineTool({
  id: "output",
  description: "Reads what the command that was started last has said, up to a text.",
  parameters: {
    type: "object",
    properties: { until: { type: "string" } },
    required: ["until"],
    additionalProperties: false,
  },
  requires: { shell },
  gated: false,
  execute: async ({ until }, { process }) => {
    const last = process.list().at(-1);
    if (!last) throw new ToolError("not_found", "Nothing was started.");
    for (let look = 0; look < LOOKS; look += 1) {
      const { text } = await process.read(last.id, { offset: 0, limit: READ_LIMIT });
      if (text.includes(until)) return text;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new ToolError("timeout", `"${until}" was never said.`);
  },
});

export const stopTool: Tool = defineTool({
  id: "stop",
  description: "Stops the command that was started last.",
  parameters: { type: "object", additionalProperties: false },
  requires: { shell },
  gated: false,
  execute: async (_args, { process }) => {
    const last = process.list().at(-1);
    if (!last) throw new ToolError("not_found", "Nothing was started.");
    await process.stop(last.id);
    return process.list().some(({ id, running }) => id === last.id && running)
      ? "running"
      : "stopped";
  },
});
