import type { Command } from "../../command/command.ts";
import { EDITORS } from "./editors.ts";

/** `toolplane acp`: the agent, for an editor to start. */
export const acpCommand: Command = {
  name: "acp",
  group: "Connect",
  summary: "Be the agent of an editor, over standard input and output.",
  description: [
    "For an editor that speaks the Agent Client Protocol to start: standard",
    "output belongs to the protocol, and everything that is said goes to",
    "standard error. The editor names the folder of each session, shows what",
    "the agent does and asks its person where your rules say so.",
  ].join("\n"),
  options: {
    model: { type: "text", value: "MODEL", summary: "Which one; TOOLPLANE_MODEL unless given." },
    script: {
      type: "text",
      value: "FILE",
      summary: "Turns from a file instead of a model: one JSON object a line.",
    },
    instructions: {
      type: "text",
      value: "FILE",
      summary: "What the model is told before everything else.",
    },
    "max-turns": { type: "number", value: "N", summary: "Stop after so many answers." },
    mode: {
      type: "text",
      value: "MODE",
      choices: ["ask", "allowlist", "yolo"],
      summary: "The mode of new sessions; the editor can change it.",
    },
    view: {
      type: "text",
      value: "WHERE",
      choices: ["own", "project"],
      summary: "own: what a prompt changed lands when its turn is over; project: at once.",
    },
    for: {
      type: "text",
      value: "EDITOR",
      choices: EDITORS,
      summary: "Only show what to paste into that editor.",
    },
  },
  examples: [
    { line: "toolplane acp --for zed --model openai:gpt-5.1", meaning: "What to paste into Zed." },
    { line: "toolplane acp --model openai:gpt-5.1", meaning: "What an editor starts." },
    { line: "toolplane acp --script turns.jsonl", meaning: "No model, no key." },
  ],
  load: async () => (await import("./run-acp.ts")).runAcp,
};
