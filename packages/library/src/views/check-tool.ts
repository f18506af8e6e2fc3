/** Runs a check of the project for a view that is to land. No model is told of it: whoever drives a session calls it. */
import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";

export const LAND_CHECK = "land_check";

export interface LandCheckArguments {
  readonly command: string;
  readonly within_ms: number;
}

export interface LandCheckData {
  readonly exit_code: number | null;
  readonly stopped: "time" | "cancelled" | null;
  readonly output_bytes: number;
  /** Where the whole of a long output lies. */
  readonly output_path: string | null;
}

const MAX_MS = 3_600_000;
const MARGIN_MS = 60_000;

/** The output is in `details`: it is read by a program, which bounds it. */
export const landCheckTool: Tool<LandCheckArguments, LandCheckData> = defineTool({
  id: LAND_CHECK,
  label: "Check the view",
  description: "Runs a check that the project requires, in a copy of the view that is to land.",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string", minLength: 1 },
      within_ms: { type: "integer", minimum: 1, maximum: MAX_MS },
    },
    required: ["command", "within_ms"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  mode: "local",
  // Its owner named the command, and its project is trusted; what a rule asks about is asked all the same.
  gated: false,
  limits: { timeoutMs: MAX_MS + MARGIN_MS },
  execute: async ({ command, within_ms }, { shell }) => {
    const result = await shell.run(command, { timeoutMs: within_ms });
    if (result.endedBy !== undefined) throw new ToolError("cancelled", result.endedBy);
    return output<LandCheckData>(
      {
        exit_code: result.exitCode,
        stopped: result.timedOut ? "time" : result.cancelled ? "cancelled" : null,
        output_bytes: result.outputBytes,
        output_path: result.outputPath ?? null,
      },
      { details: { output: result.output, report: result.report } },
    );
  },
});
