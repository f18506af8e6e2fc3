/**
 * One bash for a whole page, as a reader has one: interactive, with job control, in a terminal of 80 columns. A block is pasted
 * the way terminals paste, as one bracketed text, and Enter follows. Where a block left it, the next one goes on.
 */
import { execFileSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { spawn } from "@lydell/node-pty";
import { createTerminalScreen } from "../../scripts/docs/terminal-screen.ts";
import { WAITING_MS } from "../setup/hanging.ts";

interface BlockOutcome {
  readonly exitCode: number;
  /** What stands on the screen between the pasted lines and the next prompt. */
  readonly output: string;
}

/** Something that goes on until it is told to end. */
export interface StartedBlock {
  /** What stands on the screen by now. */
  readonly screen: () => string;
  readonly type: (keys: string) => void;
  readonly ended: Promise<BlockOutcome>;
}

export interface PageShell {
  /** `key` answers the card that the block ends in: it is pressed until it is selected, and Enter confirms. */
  run(script: string, key?: string | null): Promise<BlockOutcome>;
  /** Pastes a block and does not wait for its end. */
  start(script: string): StartedBlock;
  close(): Promise<void>;
}

/** Keys are dead for half a second after a card was drawn, so one is pressed again. */
const AGAIN_MS = 200;
const COLUMNS = 80;
const ROWS = 40;
const MARK = "\u0010";
const PROMPT = new RegExp(`${MARK}ready (\\d+)${MARK}`);
const BEGINS = `${MARK}begins${MARK}`;

/** Starts it and waits for its first prompt. */
export async function openPageShell(options: {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What starts it as somebody else, or nothing. */
  readonly become: readonly string[];
}): Promise<PageShell> {
  const [program = "", ...words] = [
    ...options.become,
    // Named last: what starts it as somebody else may be a script, and a shell that runs one forgets its prompt.
    ...["env", `PS1=${MARK}ready $?${MARK}`],
    ...["bash", "--noprofile", "--norc", "-i"],
  ];
  const shell = spawn(program, words, {
    cols: COLUMNS,
    rows: ROWS,
    cwd: options.directory,
    env: {
      ...options.environment,
      TERM: "xterm-256color",
      INPUTRC: "/dev/null",
      HISTFILE: "",
      // What separates a block's own output from the echo of its lines, and says how it ended.
      PS0: BEGINS,
      PS2: "",
      PROMPT_COMMAND: "",
    },
  });
  let heard = "";
  let wake: () => void = () => {};
  shell.onData((data) => {
    heard += data;
    wake();
  });
  const ended = new Promise<void>((resolve) => shell.onExit(() => resolve()));
  const prompt = async (): Promise<RegExpExecArray> => {
    const found = await waitFor(
      () => PROMPT.exec(heard),
      (next) => {
        wake = next;
      },
    );
    if (!found) throw new Error(`no prompt within ${WAITING_MS} ms; so far:\n${heard}`);
    return found;
  };
  await prompt();
  let isConfirmed = false;
  const press = (key: string): void => {
    if (isConfirmed || !heard.includes("then Enter.")) return;
    isConfirmed = stripVTControlCharacters(heard).includes(`› ${key} `);
    shell.write(isConfirmed ? "\r" : key);
  };
  const start = (script: string): StartedBlock => {
    heard = "";
    isConfirmed = false;
    shell.write(`\u001b[200~${script}\u001b[201~\r`);
    const ended = prompt().then((found) => ({
      exitCode: Number(found[1]),
      output: shown(heard.slice(0, found.index)),
    }));
    return { screen: () => shown(heard), type: (keys) => shell.write(keys), ended };
  };
  return {
    start,
    async run(script, key = null) {
      const { ended } = start(script);
      const pressing = key === null ? null : setInterval(() => press(key), AGAIN_MS);
      return ended.finally(() => clearInterval(pressing ?? undefined));
    },
    async close() {
      endSession(shell.pid);
      await ended;
    },
  };
}

/**
 * The echo of the pasted lines goes; what the commands drew stays, as it stands on the screen at the end. Long lines are left
 * whole, as they are when they are copied.
 */
function shown(heard: string): string {
  const screen = createTerminalScreen({ columns: 10 * COLUMNS, rows: ROWS });
  const [, ...pieces] = heard.split(BEGINS);
  screen.write(pieces.join(""));
  return screen.text();
}

/** Every process of the terminal: each job has a group of its own, and a page may leave one running. */
function endSession(leader: number): void {
  const rows = execFileSync("ps", ["-eo", "pid=,sess="]).toString().trim().split("\n");
  for (const row of rows) {
    const [pid, session] = row.trim().split(/\s+/).map(Number);
    if (session === leader && pid !== undefined) endProcess(pid);
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

function waitFor<T>(look: () => T | null, onChange: (next: () => void) => void): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(look()), WAITING_MS);
    const next = (): void => {
      const found = look();
      if (found === null) return;
      clearTimeout(timer);
      resolve(found);
    };
    onChange(next);
    next();
  });
}
