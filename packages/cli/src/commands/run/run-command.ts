import type { Command } from "../../command/command.ts";
import { VIEW_OPTION } from "../../session/view-option.ts";

/** `toolplane run "…"`: an agent, without a screen. */
export const runCommand: Command = {
  name: "run",
  group: "Run",
  summary: "Let a model work on something, with every call on the same road.",
  description: [
    "The model works with the tools until it is done. Its words go to standard",
    "output, its calls and everything else to standard error; with --json every",
    "event is one line. A script of turns stands in for a model, with no key.",
    "The model is openai:NAME, anthropic:NAME, google:NAME with the key in the",
    "environment, or https://HOST/v1#NAME for what speaks OpenAI's chat.",
    "What has to be asked while nobody is here suspends the run: exit code 4 and",
    "a line that says how to answer. --resume goes on with the answer, and with",
    "a run whose process was killed; toolplane runs lists them.",
  ].join("\n"),
  arguments: [{ name: "prompt", summary: "What is to be done; - is standard input." }],
  options: {
    model: { type: "text", value: "MODEL", summary: "Which one; TOOLPLANE_MODEL unless given." },
    script: {
      type: "text",
      value: "FILE",
      summary: "Turns from a file instead of a model: one JSON object a line.",
    },
    "text-tools": {
      type: "flag",
      summary: "For a model without function calling: tools are told of in its prompt.",
    },
    instructions: {
      type: "text",
      value: "FILE",
      summary: "What the model is told before everything else.",
    },
    "max-turns": { type: "number", value: "N", summary: "Stop after so many answers." },
    "max-tokens": { type: "number", value: "N", summary: "Stop after so many tokens." },
    "max-cost": {
      type: "number",
      value: "DOLLARS",
      summary: "Pause and ask after so much money; its model needs a price.",
    },
    "max-time": { type: "number", value: "SECONDS", summary: "Stop after so long." },
    steer: {
      type: "flag",
      summary: "Each line of standard input is said while it works.",
    },
    mode: {
      type: "text",
      value: "MODE",
      choices: ["ask", "allowlist", "yolo"],
      summary: "How calls that no rule decides are treated.",
    },
    require: {
      type: "list",
      value: "COMMAND",
      summary: "What must pass before changes land, such as 'npm test'; may be repeated.",
    },
    view: VIEW_OPTION,
    resume: { type: "text", value: "RUN", summary: "Go on with a run, with or without a prompt." },
    fork: {
      type: "text",
      value: "RUN[@TURN]",
      summary: "Go on from that turn, in a new folder as it was then.",
    },
    into: { type: "text", value: "FOLDER", summary: "With --fork: the new folder." },
    wait: { type: "flag", summary: "Where nobody is here, wait for: toolplane approvals." },
    refuse: { type: "flag", summary: "Where nobody is here, refuse what has to be asked." },
  },
  examples: [
    {
      line: `toolplane run "Find the failing test and mend it." --model openai:gpt-5.1`,
      meaning: "An agent in this folder.",
    },
    {
      line: "toolplane run hello --script turns.jsonl --json",
      meaning: "No model, no key: every event as a line.",
    },
    {
      line: `toolplane run "Rename it everywhere." --view own`,
      meaning: "Nothing changes here before it is done.",
    },
    { line: "toolplane run --resume 3f2a", meaning: "Goes on where it was, hours later." },
  ],
  load: async () => (await import("./run-agent.ts")).runAgent,
};
