/** Shell and network tools as thin as they can be. */
import { defineTool, output, type RequirementSet, type Tool, ToolError } from "@toolplane/contract";

/** What a response may hold before the door cuts it. */
const FETCH_BYTES = 1_048_576;

/** Runs one command line; `timeoutMs` bounds it whatever the call says. */
export function createBashTool({ timeoutMs }: { readonly timeoutMs: number }): Tool {
  return defineTool({
    id: "bash",
    description: "Runs a command.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", minLength: 1 },
        cwd: { type: "string" },
        timeout_ms: { type: "integer", minimum: 1 },
      },
      required: ["command"],
      additionalProperties: false,
    },
    requires: { shell: [{ cmd: "*" }] },
    resources: { command: { access: "shell", cwd: "cwd" } },
    limits: { timeoutMs: timeoutMs + 10_000 },
    execute: async ({ command, cwd, timeout_ms }, { shell }) => {
      const result = await shell.run(command, {
        timeoutMs: Math.min(timeout_ms ?? timeoutMs, timeoutMs),
        ...(cwd === undefined ? {} : { cwd }),
      });
      if (result.timedOut)
        throw new ToolError("timeout", "The command ran too long and was stopped.", {
          details: result.report,
        });
      return output(
        { exit_code: result.exitCode, output: result.output },
        {
          details: result.report,
          ...(result.outputPath === undefined
            ? {}
            : { truncated: { output_path: result.outputPath } }),
        },
      );
    },
  });
}

/** Fetches one page. */
export function createFetchTool(
  scopes: RequirementSet,
  { timeoutMs }: { readonly timeoutMs: number },
): Tool {
  return defineTool({
    id: "web_fetch",
    description: "Fetches a page.",
    parameters: {
      type: "object",
      properties: { url: { type: "string" } },
      required: ["url"],
      additionalProperties: false,
    },
    requires: { net: { hosts: scopes.net?.hosts ?? [] } },
    resources: { url: "net.fetch" },
    execute: async ({ url }, { net }) => {
      const response = await net.fetch(url, { timeoutMs, maxBytes: FETCH_BYTES });
      const body = new TextDecoder().decode(response.body);
      return output(
        { status: response.status, url: response.url, body },
        {
          untrusted: { source: new URL(response.url).host },
          ...(response.truncated ? { truncated: {} } : {}),
        },
      );
    },
  });
}
