import type { Command } from "../../command/command.ts";

/** `toolplane call TOOL …`: one call, no model. */
export const callCommand: Command = {
  name: "call",
  group: "Run",
  summary: "Run one tool: checked, asked about, sandboxed and recorded.",
  description: [
    "Arguments are a JSON object, or words and options made from the tool's",
    "parameters: words fill what is required, in order, and then path;",
    "--name VALUE sets one, --name and --no-name a true or false, and a list",
    "takes its option several times. After -- every word is a plain word.",
    "The result goes to standard output, everything else to standard error.",
  ].join("\n"),
  arguments: [
    { name: "tool", summary: "Which one; toolplane tools lists them.", required: true },
    { name: "arguments", summary: "JSON, or words and options of the tool.", rest: true },
  ],
  options: {
    explain: { type: "flag", summary: "Print footprint and verdict; run nothing." },
    "dry-run": {
      type: "flag",
      summary: "Show what a command would change, and drop it; nothing lands.",
    },
    "args-file": {
      type: "text",
      value: "FILE",
      summary: "Read the arguments from a JSON file; - is standard input.",
    },
    session: {
      type: "text",
      value: "SESSION",
      summary: "Go on with this session instead of a new one.",
    },
    mode: {
      type: "text",
      value: "MODE",
      choices: ["ask", "allowlist", "yolo"],
      summary: "How calls that no rule decides are treated.",
    },
    wait: { type: "flag", summary: "Where nobody is here, wait for: toolplane approvals." },
    timeout: { type: "number", value: "SECONDS", summary: "End the call after so long." },
  },
  examples: [
    { line: "toolplane call read README.md", meaning: "One file." },
    { line: "toolplane call grep --pattern TODO --path src", meaning: "With options." },
    { line: `toolplane call bash 'npm test' --explain`, meaning: "What would it touch?" },
    { line: `toolplane call bash --dry-run 'npx prettier --write .'`, meaning: "Try it first." },
    { line: `toolplane call write '{"path":"a.txt","content":"x"}'`, meaning: "As JSON." },
  ],
  takesAnyOption: true,
  load: async () => (await import("./run-call.ts")).runCall,
};
