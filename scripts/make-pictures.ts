// The pictures of the README: the real program in a real terminal, drawn as it appears there. `npm run docs:pictures` makes them
// again, in docs/images; it needs bubblewrap, because the pictures show a full sandbox.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { screenSvg } from "./docs/screen-svg.ts";
import { type Cell, createTerminalScreen } from "./docs/terminal-screen.ts";

const COLUMNS = 80;
const ROWS = 60;
const root = join(import.meta.dirname, "..");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-pictures-")));
const project = join(folder, "ledger");

interface Shot {
  readonly file: string;
  readonly title: string;
  /** As it is typed after `toolplane`, each word as the shell would hand it on. */
  readonly words: readonly string[];
  readonly shown: string;
  /** The text on the screen when it is time; without it, the end of the program. */
  readonly until?: RegExp;
}

const SHOTS: readonly Shot[] = [
  {
    file: "card.svg",
    title:
      "A card: an edit asks, with everything it will touch, why it asks, its diff, and the answers.",
    words: ["call", "edit", "package.json", '"1.0.0"', '"2.0.0"'],
    shown: `toolplane call edit package.json '"1.0.0"' '"2.0.0"'`,
    until: /then Enter/,
  },
  {
    file: "demo.svg",
    title: "The demo: one rule and seven ways to the file that it denies, all refused.",
    words: ["demo"],
    shown: "toolplane demo",
  },
  {
    file: "refusal.svg",
    title: "A refusal: the file, the rule with its line, and the command that explains it.",
    words: ["call", "bash", "cat .env"],
    shown: "toolplane call bash 'cat .env'",
  },
];

const RULES = `{
  "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
    { "permission": "fs.write", "pattern": "package.json", "action": "ask" },
  ],
}
`;

async function main(): Promise<void> {
  mkdirSync(join(project, ".toolplane"), { recursive: true });
  mkdirSync(join(folder, "home"));
  writeFileSync(join(project, ".toolplane/policy.jsonc"), RULES);
  writeFileSync(join(project, "package.json"), '{\n  "name": "ledger",\n  "version": "1.0.0"\n}\n');
  writeFileSync(join(project, ".env"), "API_KEY=swordfish\n");
  mkdirSync(join(root, "docs/images"), { recursive: true });
  await screenOf({ file: "", title: "", words: ["trust", "--yes"], shown: "" });
  for (const shot of SHOTS) {
    const lines = [promptLine(shot.shown), ...(await screenOf(shot))];
    const end = lines.findLastIndex((line) => line.length > 0);
    const picture = screenSvg({
      lines: lines.slice(0, end + 1),
      columns: COLUMNS,
      title: shot.title,
    });
    writeFileSync(join(root, "docs/images", shot.file), picture);
    console.log(`docs/images/${shot.file}`);
  }
}

function screenOf({ words, until }: Shot): Promise<readonly (readonly Cell[])[]> {
  const screen = createTerminalScreen({ columns: COLUMNS, rows: ROWS });
  const program = join(root, "packages/toolplane/bin/toolplane.cjs");
  const pty = spawn(process.execPath, [program, ...words], {
    cols: COLUMNS,
    rows: ROWS,
    cwd: project,
    env: {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      HOME: join(folder, "home"),
      TOOLPLANE_DATA: join(folder, "data"),
    },
  });
  return new Promise((resolve) => {
    pty.onData((data) => {
      screen.write(data);
      if (until === undefined || !until.test(screen.text())) return;
      const lines = screen.lines();
      pty.write("\u0003");
      pty.onExit(() => resolve(lines));
    });
    if (until === undefined) pty.onExit(() => resolve(screen.lines()));
  });
}

function promptLine(typed: string): readonly Cell[] {
  const style = { bold: false, dim: true, inverse: false, colour: null };
  const cells = (text: string, dim: boolean): Cell[] =>
    [...text].map((character) => ({ text: character, style: { ...style, dim } }));
  return [...cells("$ ", true), ...cells(typed, false)];
}

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
