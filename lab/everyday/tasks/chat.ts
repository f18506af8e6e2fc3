/** Habits that people bring to a chat from other programs of its kind. */
import type { ChatAct, Task } from "../task.ts";
import { ASKED_BARE } from "./typed.ts";

const READY: ChatAct = { keys: "", shows: /Enter: send/ };
const SHIFT_TAB = "\u001b[Z";
const ESCAPE = "\u001b";
const UP = "\u001b[A";
const CTRL_R = "\u0012";

/** Says words, and waits for the model's answer to them. */
function says(words: string): ChatAct {
  return {
    keys: `${words}\r`,
    shows: new RegExp(`> ${words}[\\s\\S]*All done\\.[\\s\\S]*Enter: send`),
  };
}

const sed = { tool: "bash", arguments: { command: "sed -i s/one/two/ a.txt" } };

export const CHAT_TASKS: readonly Task[] = [
  {
    name: "chat: /new forgets what was said",
    steps: [
      {
        chat: [
          READY,
          says("the word is pomegranate"),
          { keys: "/new\r", shows: /Kept as ses_/ },
          says("which word was it"),
        ],
        asked: 0,
        heard: [/which word was it/],
        unheard: [/pomegranate/],
      },
    ],
  },
  {
    name: "chat: Shift-Tab changes the mode, and never to yolo",
    steps: [
      {
        chat: [
          { keys: "", shows: /· ask ·/ },
          { keys: SHIFT_TAB, shows: /· allowlist ·/ },
          { keys: SHIFT_TAB, shows: /· ask ·/ },
          { keys: SHIFT_TAB, shows: /· allowlist ·/ },
        ],
        asked: 0,
        never: [/· yolo ·/],
      },
    ],
  },
  {
    name: "chat: ! runs a line of one's own, and the model reads it",
    steps: [
      {
        chat: [
          READY,
          { keys: "!ls\r", shows: /✓[^\n]*ls[\s\S]*README\.md[\s\S]*Enter: send/ },
          says("what is here"),
        ],
        asked: 0,
        heard: [/README\.md/],
      },
    ],
  },
  {
    name: "chat: /cost says what was used and what is left",
    steps: [
      {
        chat: [READY, says("hello"), { keys: "/cost\r", shows: /100 tokens sent[\s\S]*Context: / }],
        asked: 0,
      },
    ],
  },
  {
    name: "chat: what was said is found again by Up and ctrl-r",
    steps: [
      {
        chat: [
          READY,
          says("look at it"),
          says("and now another"),
          {
            keys: UP,
            shows:
              /> and now another[^\n]*\n[^\n]*Enter: send|> and now another(?![\s\S]*All done)/,
          },
          { keys: ESCAPE, shows: /\n> *\n *ledger ·/ },
          { keys: CTRL_R, shows: /Search what you said/ },
          { keys: "look", shows: /› look at it/ },
          { keys: "\r", shows: /> look at it(?![\s\S]*All done)/ },
        ],
        asked: 0,
      },
    ],
  },
  {
    name: "chat: model and conversation are picked from lists",
    steps: [
      {
        chat: [
          READY,
          says("look at it"),
          { keys: "/model\r", shows: /Model:[\s\S]*› \S*#usual/ },
          { keys: ESCAPE, shows: /Enter: send/ },
          { keys: "/new\r", shows: /Kept as ses_/ },
          { keys: "/resume\r", shows: /Conversation:[\s\S]*look at it/ },
        ],
        asked: 0,
      },
    ],
  },
  {
    name: "chat: what a command changed is shown, and taken back",
    files: { "a.txt": "one\n" },
    steps: [
      {
        calls: [sed],
        chat: [READY, says("change it"), { keys: "/undo\r", shows: /Taken back: a\.txt/ }],
        asked: 0,
        at: ASKED_BARE,
        sees: [/a\.txt \+1 −1/, /- one/, /\+ two/],
        holds: "grep -q one a.txt",
      },
    ],
  },
  {
    name: "chat: Esc stops a command, and nothing of it lands",
    levels: ["full", "plain"],
    steps: [
      {
        calls: [
          { tool: "bash", arguments: { command: "echo half > half.txt; echo begun; sleep 600" } },
        ],
        chat: [
          READY,
          { keys: "begin\r", shows: /begun/ },
          { keys: ESCAPE, shows: /stopped[\s\S]*Enter: send/ },
          says("go on"),
        ],
        asked: 0,
        heard: [/stopped|cancelled/i],
        holds: "test ! -e half.txt",
      },
    ],
  },
  {
    name: "chat: @ completes a file",
    files: { "quarterly-report.md": "# Report\n" },
    steps: [
      { chat: [READY, { keys: "look at @quart\t", shows: /quarterly-report\.md/ }], asked: 0 },
    ],
  },
];
