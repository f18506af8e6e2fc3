/** `lsp_manager`: questions to a language server, and a lint check by ruff as a command line. */
import { type AnyRuntime, output, type ShellDoor, type Tool, ToolError } from "@toolplane/contract";
import { quoteWord } from "@toolplane/readings";
import { describeEnd } from "../../bash/describe-end.ts";
import { lspTool } from "../../lsp/lsp-tool.ts";
import { lineFootprint } from "../../shell/line-footprint.ts";
import { plainText } from "../../text/plain-text.ts";
import { objectSchema } from "../adapt/object-schema.ts";
import { createManager, type Step, stepOf } from "./create-manager.ts";
import { needText } from "./need-text.ts";
import { projectPath } from "./project-path.ts";

const LINT_MS = 60_000;
const MAX_LINT_CHARS = 40_000;

export const lspManagerTool: Tool = createManager({
  id: "lsp_manager",
  label: lspTool.label,
  description:
    "Answers questions about code: where a name is defined and used, what is wrong with it.",
  parameters: objectSchema(
    {
      action: {
        type: "string",
        enum: ["definition", "hover", "diagnostics", "references", "ruff_check"],
        description: "What to find out.",
      },
      file: { type: "string", description: "The file, relative to the project's root." },
      line: { type: "integer", description: "The line, counted from 0." },
      character: { type: "integer", description: "The place in the line, counted from 0." },
      project_root: {
        type: "string",
        description: "The project's folder, relative to the workspace.",
      },
    },
    ["action"],
  ),
  requires: { fs: { read: ["{workspace}/**"] }, shell: [{ cmd: "ruff" }] },
  mode: "local",
  kind: "search",
  timeoutMs: lspTool.limits.timeoutMs,
  choose: (args) => {
    const { action } = args;
    if (action === "ruff_check")
      return linting(projectPath(args, typeof args.file === "string" ? args.file : "."));
    const path = projectPath(args, needText(args, "file"));
    return stepOf(lspTool, {
      operation: needText(args, "action"),
      path,
      ...(action === "diagnostics"
        ? {}
        : { line: from1(args.line), character: from1(args.character) }),
    });
  },
});

function from1(value: unknown): number {
  const count = value ?? 0;
  if (typeof count !== "number" || count < 0)
    throw new ToolError("invalid_input", "line and character are counted from 0.");
  return count + 1;
}

function linting(path: string): Step {
  if (/\p{Cc}/u.test(path))
    throw new ToolError("invalid_input", "file must not hold control characters.");
  const line = ["ruff", "check", "--no-cache", "--output-format=concise", "--", path]
    .map(quoteWord)
    .join(" ");
  return {
    touches: (analyzer) => lineFootprint(analyzer, line, undefined),
    run: (runtime) => lint(runtime, line),
  };
}

/** Findings are what a lint check is for, so they are no failure of it; that it could not run is one. */
async function lint({ shell, call }: AnyRuntime, line: string) {
  const result = await (shell as ShellDoor).run(line, { timeoutMs: LINT_MS });
  if (result.timedOut) throw new ToolError("timeout", `ruff ran longer than ${LINT_MS} ms.`);
  if (result.cancelled) throw new ToolError("cancelled", "The check was cancelled.");
  const said = plainText(result.output, MAX_LINT_CHARS);
  if (result.exitCode === 0 || result.exitCode === 1) return output(said);
  if (result.exitCode === 127) throw new ToolError("unavailable", "ruff is not installed here.");
  const note = describeEnd(result, call.callId) ?? "";
  throw new ToolError("failed", ["ruff could not check it.", said, note].join("\n").trim());
}
