/**
 * The product's verdict on a line: the kernel's own road up to approval, over the real analyzer, with rules that allow every
 * program and builtin of the generator by `name *`, no default policy, nothing contained, no sandbox. So every ask and deny
 * comes from the analysis, and every allow from it too.
 */
import { defineTool, type Rule, type Tool, winnerOf } from "@toolplane/contract";
import {
  type Analysis,
  type Analyzer,
  noSandbox,
  type ShellAnalysis,
} from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { ALLOWED_NAMES } from "./programs.ts";

export type ShellReader = (text: string, cwd: string | undefined) => Analysis<ShellAnalysis>;

/** What the product would do with a line. */
export interface LineVerdict {
  readonly action: "allow" | "ask" | "deny" | "error";
  readonly analysis: ShellAnalysis;
  readonly reason: string;
}

/** Judges one line after the other. */
export interface LineJudge {
  judge(text: string): Promise<LineVerdict>;
}

const NOTHING: ShellAnalysis = { units: [], resources: [], opaque: [] };

const RULES: readonly Rule[] = [
  ...ALLOWED_NAMES.map(
    (name): Rule => ({ permission: "bash", pattern: `${name} *`, action: "allow" }),
  ),
  { permission: "fs.read", pattern: "{workspace}/**", action: "allow" },
  { permission: "fs.write", pattern: "{workspace}/**", action: "allow" },
];

const bashTool: Tool = defineTool({
  id: "bash",
  description: "Runs one command.",
  parameters: {
    type: "object",
    properties: {
      command: { type: "string" },
      cwd: { type: "string" },
      timeout_ms: { type: "integer" },
    },
    required: ["command"],
    additionalProperties: false,
  },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: async ({ command }, { shell }) => (await shell.run(command)).output,
});

/** Makes a judge over a reader. */
export function createLineJudge(options: {
  readonly analyzer: Pick<Analyzer, "path" | "url" | "below">;
  readonly reader: ShellReader;
  readonly workspace: string;
}): LineJudge {
  let seen: ShellAnalysis = NOTHING;
  const memory = createMemoryHost({
    workspace: options.workspace,
    sandbox: noSandbox("The fuzz judges without one."),
  });
  const analyzer: Analyzer = {
    ...options.analyzer,
    shell(text, cwd) {
      const read = options.reader(text, cwd);
      seen = read.ok ? read.value : NOTHING;
      return read;
    },
  };
  const kernel = createKernel({
    host: { ...memory, analyzer },
    tools: [bashTool],
    defaultPolicy: false,
    contained: false,
    policy: [{ scope: "project", rules: RULES }],
  });
  const session = kernel.session();
  return {
    async judge(text) {
      seen = NOTHING;
      const call = { id: "line", name: "bash", arguments: { command: text } };
      const { verdict, settled } = await session.explain(call);
      return {
        action: settled ? "error" : (verdict?.action ?? "error"),
        analysis: seen,
        reason: settled?.error_text ?? (verdict ? winnerOf(verdict).reason : ""),
      };
    },
  };
}
