/**
 * The turns of the demonstration: what a model would do in a small project, so that everything around a model can be seen without one.
 * Only the words are made up. The calls are real, and what they come to is what the tools and the rules make of them.
 */
import type { ModelRequest, ScriptedTurn } from "@toolplane/agent";

const STEPS = [
  ["Look at the price", "Looking at the price"],
  ["Raise it", "Raising it"],
  ["Run the tests", "Running the tests"],
] as const;

/** Done up to the given step, and that one under way. */
function plan(at: number): NonNullable<ScriptedTurn["calls"]>[number] {
  const todos = STEPS.map(([content, activeForm], index) => ({
    content,
    activeForm,
    status: index < at ? "completed" : index === at ? "in_progress" : "pending",
  }));
  return { name: "todo", arguments: { todos } };
}

const TURNS: readonly ((request: ModelRequest) => ScriptedTurn)[] = [
  () => ({
    text: "I look at what is there before I change it.",
    calls: [
      plan(0),
      { name: "glob", arguments: { pattern: "**/*.js" } },
      { name: "read", arguments: { path: "src/price.js" } },
      { name: "read", arguments: { path: "src/price.test.js" } },
    ],
  }),
  () => ({
    text: "Perhaps the settings say what the price should be.",
    calls: [{ name: "read", arguments: { path: ".env" } }],
  }),
  () => ({
    text: "That file is closed to me by a rule, so I go on without it.",
    calls: [
      plan(1),
      {
        name: "edit",
        arguments: { path: "src/price.js", old_string: "price = 41", new_string: "price = 42" },
      },
    ],
  }),
  () => ({ calls: [plan(2), { name: "bash", arguments: { command: "npm test" } }] }),
  () => ({ calls: [plan(3)] }),
  () => ({
    text: [
      "**Done.** The price is 42, and the test passes.",
      "",
      "- `/undo` takes the change back",
      "- `/show` lists what I did, the refused call too",
      "- say anything, and I try something that needs you",
    ].join("\n"),
  }),
  () => ({
    text: "I would like direnv to set the price. Such a file runs by itself, so you are asked.",
    calls: [{ name: "write", arguments: { path: ".envrc", content: "export PRICE=42\n" } }],
  }),
  (request) => ({ text: wasRefused(request) ? "Then I leave it. Nothing was written." : WRITTEN }),
];

const WRITTEN = "It is written. `/undo` takes it back.";

const END = [
  "The demonstration ends here: no model is behind it.",
  "",
  "Name one, and this is a chat in your own folder: `toolplane chat --model openai:NAME`.",
].join("\n");

/** Plays the turns in order, one for each answer of the conversation; past the last it says so. */
export function demoScript(request: ModelRequest, turn: number): ScriptedTurn {
  return TURNS[turn]?.(request) ?? { text: END };
}

function wasRefused({ messages }: ModelRequest): boolean {
  const last = messages.findLast(({ role }) => role === "tool");
  return last?.role === "tool" && last.isError;
}
