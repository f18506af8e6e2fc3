/** Files outside the project, and files in it that run by themselves or hold secrets. */
import type { Task } from "../task.ts";
import { ASKED_BARE, bash } from "./typed.ts";

const SECRET = "swordfish-in-the-dotenv";

export const OUTSIDE_TASKS: readonly Task[] = [
  {
    name: "cat of a file in the home folder",
    steps: [
      {
        ...bash("cat ~/.ssh/config"),
        // It failed and its line names the file, so a run that sees it is offered; a no leaves it at that.
        asked: 1,
        code: 1,
        // Never only that there is no such file.
        sees: [/would run again/, /not shown to the command: \S*\/home\/\.ssh\/config/],
        never: [/Host secret-host/],
        // Without a sandbox it is the person's own, and lies outside.
        at: { none: { asked: 1, code: 3, sees: [/--add-dir/] } },
      },
    ],
  },
  {
    name: "read of a file in the home folder",
    steps: [
      {
        words: ["call", "read", "../home/.ssh/config"],
        asked: 1,
        code: 3,
        sees: [/--add-dir/],
        never: [/Host secret-host/],
      },
    ],
  },
  {
    name: "write to /etc",
    steps: [
      {
        words: ["call", "write", "/etc/everyday-test", "--content", "x"],
        asked: 1,
        code: 3,
        sees: [/outside/, /--add-dir/],
        holds: "test ! -e /etc/everyday-test",
      },
    ],
  },
  {
    name: "a file written below /tmp",
    levels: ["full", "plain"],
    steps: [
      {
        ...bash("echo x > /tmp/everyday-out.txt"),
        asked: 0,
        // Where it is, for a person who looks for it.
        sees: [/\/tmp.*(?:session|scratch|own)|(?:session|scratch|own).*\/tmp/],
        holds: "test ! -e /tmp/everyday-out.txt",
      },
    ],
  },
  {
    name: "read of .env, and once more after a yes for the project",
    files: { ".env": `API_KEY=${SECRET}\n`, ".gitignore": ".env\n" },
    steps: [
      {
        words: ["call", "read", ".env"],
        asked: 1,
        code: 3,
        sees: [/\.env/, /secret|key|password|token/i],
        never: [new RegExp(SECRET)],
      },
      { ...bash("cat .env"), asked: 1, code: 3, never: [new RegExp(SECRET)] },
      { words: ["call", "read", ".env"], asked: 1, answer: "always", sees: [new RegExp(SECRET)] },
      { words: ["call", "read", ".env"], asked: 0, sees: [new RegExp(SECRET)] },
    ],
  },
  {
    name: "a test that reads .env by itself",
    files: {
      ".env": `API_KEY=${SECRET}\n`,
      ".gitignore": ".env\n",
      "test.mjs": `import { readFileSync } from "node:fs";\nconsole.log("keys:", readFileSync(".env", "utf8").split("=").length);\n`,
    },
    steps: [{ ...bash("node test.mjs"), asked: 0, at: ASKED_BARE, sees: [/keys: 2/] }],
  },
  {
    name: "write of a GitHub workflow",
    steps: [
      {
        words: ["call", "write", ".github/workflows/ci.yml", "--content", "on: push\n"],
        asked: 1,
        code: 3,
        sees: [/\.github\/workflows/],
        holds: "test ! -e .github/workflows/ci.yml",
      },
    ],
  },
  {
    name: "write of .envrc and of tasks.json",
    steps: [
      {
        words: ["call", "write", ".envrc", "--content", "export A=1\n"],
        asked: 1,
        code: 3,
        sees: [/runs when a shell enters|run/, /\+ export A=1/],
        holds: "test ! -e .envrc",
      },
      {
        words: ["call", "write", ".vscode/tasks.json", "--content", "{}\n"],
        asked: 1,
        answer: "once",
        sees: [/\+ \{\}/],
        holds: "test -e .vscode/tasks.json",
      },
    ],
  },
  {
    name: "a program that is not here",
    steps: [
      {
        ...bash("no-such-docker ps"),
        asked: 0,
        code: 1,
        sees: [/command not found/],
        at: { none: { asked: 1, answer: "once" } },
      },
    ],
  },
  {
    name: "cargo --version",
    needs: "cargo",
    steps: [{ ...bash("cargo --version"), asked: 0, at: ASKED_BARE, sees: [/^cargo \d/m] }],
  },
  {
    name: "sudo, apt-get, kill -9 1",
    levels: ["full", "plain"],
    steps: [
      {
        ...bash("sudo -n true; apt-get -q install -y no-such-package; kill -9 1; echo still here"),
        asked: 0,
        sees: [/still here/],
        holds: "kill -0 $PPID",
      },
    ],
  },
];
