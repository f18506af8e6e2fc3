import type { Command } from "../../command/command.ts";
import { VIEW_OPTION } from "../../session/view-option.ts";

/** `toolplane chat`: an agent, with a person at the terminal. */
export const chatCommand: Command = {
  name: "chat",
  group: "Run",
  summary: "Talk with a model that works in this folder.",
  description: [
    "What it says and does goes by above the line that you type in. While it works,",
    "what you type is said to it after the running call; esc stops it. / lists",
    "commands, @ completes file names. --demo needs no model and no key: it plays",
    "a recorded conversation with the real tools, in a folder of its own.",
    "Every conversation is kept: --resume goes on with the last one of this folder,",
    "and a run or a session names another.",
  ].join("\n"),
  arguments: [
    { name: "run", summary: "A run or a session to go on with; toolplane runs lists them." },
  ],
  options: {
    model: { type: "text", value: "MODEL", summary: "Which one; TOOLPLANE_MODEL unless given." },
    script: {
      type: "text",
      value: "FILE",
      summary: "Turns from a file instead of a model: one JSON object a line.",
    },
    resume: { type: "flag", summary: "Go on with the last conversation of this folder." },
    demo: { type: "flag", summary: "A demonstration without a model, in a scratch folder." },
    require: {
      type: "list",
      value: "COMMAND",
      summary: "What must pass before changes land, such as 'npm test'; may be repeated.",
    },
    view: VIEW_OPTION,
    mode: {
      type: "text",
      value: "MODE",
      choices: ["ask", "allowlist", "yolo"],
      summary: "How calls that no rule decides are treated.",
    },
  },
  examples: [
    { line: "toolplane chat --demo", meaning: "See what it is like, without a model." },
    {
      line: "toolplane chat --model anthropic:claude-sonnet-4-5",
      meaning: "A chat in this folder.",
    },
    { line: "toolplane chat --resume", meaning: "Go on where you left." },
  ],
  load: async () => (await import("./run-chat.ts")).runChat,
};
