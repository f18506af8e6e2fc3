/** The real program in a real terminal: keys in, frames out. Waits are for what is on the screen, never for time. */
import { type IPty, spawn } from "@lydell/node-pty";
import { type CliWorld, programWords } from "@toolplane/cli/fixtures";
import {
  createTerminalScreen,
  type TerminalScreen,
} from "../../../scripts/docs/terminal-screen.ts";
import { WAITING_MS } from "../../setup/hanging.ts";

export interface PtyRun {
  /** Everything it wrote, as it wrote it. */
  raw(): string;
  /** What was drawn last: what follows the last erasing, without colours. */
  frame(): string;
  /** Everything that stands on the screen and above it, as a person would see it who had this size from the beginning. */
  screen(columns?: number, rows?: number): string;
  type(text: string): void;
  resize(columns: number, rows: number): void;
  /** Settles when the last frame matches. */
  shows(pattern: RegExp): Promise<string>;
  /** Types a key again and again until the frame matches: keys are dead for half a second after each drawing from outside. */
  typesUntil(text: string, pattern: RegExp): Promise<string>;
  signal(name: string): void;
  readonly pid: number;
  readonly ended: Promise<number>;
}

export interface PtyOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Another program: what Node is given before the words. */
  readonly program?: readonly string[];
  /** Something else than Node, a shell: the words are all it is given. */
  readonly executable?: string;
  /** Typed before the program has drawn anything. */
  readonly typedAhead?: string;
}

const ESC = "\u001b";
const ERASE = `${ESC}[J`;
const SEQUENCES = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, "g");
const AGAIN_MS = 100;

/** Starts `toolplane WORDS` in a terminal. */
export function runInPty(
  world: Pick<CliWorld, "workspace" | "environment">,
  words: readonly string[],
  options: PtyOptions = {},
): PtyRun {
  const { columns = 80, rows = 40, env = {}, typedAhead, executable } = options;
  const { program = executable === undefined ? programWords() : [] } = options;
  const pty: IPty = spawn(executable ?? process.execPath, [...program, ...words], {
    cols: columns,
    rows,
    cwd: world.workspace,
    env: { ...world.environment, TERM: "xterm-256color", ...env },
  });
  if (typedAhead !== undefined) pty.write(typedAhead);
  let raw = "";
  const listeners = new Set<() => void>();
  let typed = "";
  let isAskedAgain = false;
  const type = (text: string): void => {
    typed = text;
    pty.write(text);
  };
  // On a busy machine an Enter can come with the letter before it, and then it counts for nothing: a person presses it once more.
  const pressAgain = (): void => {
    const wasAsked = isAskedAgain;
    isAskedAgain = /Press Enter once more/.test(frame());
    if (isAskedAgain && !wasAsked && typed === "\r") pty.write("\r");
  };
  pty.onData((data) => {
    raw += data;
    pressAgain();
    for (const listen of [...listeners]) listen();
  });
  const frame = (): string => {
    const erased = raw.lastIndexOf(ERASE);
    const last = erased < 0 ? raw : raw.slice(erased + ERASE.length);
    return last.replaceAll(SEQUENCES, "").replaceAll("\r", "");
  };
  const screen = screensOf(() => raw, { columns, rows });
  const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  const shows = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const end = (finish: () => void): void => {
        listeners.delete(look);
        clearTimeout(timer);
        finish();
      };
      const look = (): void => {
        if (pattern.test(frame())) end(() => resolve(frame()));
      };
      const timer = setTimeout(
        () => end(() => reject(new Error(`Never showed ${pattern}:\n${frame()}`))),
        WAITING_MS,
      );
      listeners.add(look);
      look();
    });
  return {
    raw: () => raw,
    frame,
    screen,
    shows,
    type,
    resize: (toColumns, toRows) => pty.resize(toColumns, toRows),
    async typesUntil(text, pattern) {
      const again = setInterval(() => type(text), AGAIN_MS);
      type(text);
      try {
        return await shows(pattern);
      } finally {
        clearInterval(again);
      }
    },
    signal: (name) => pty.kill(name),
    pid: pty.pid,
    ended,
  };
}

/** A test looks many times a second, so a screen is written on and not drawn anew from the beginning. */
function screensOf(
  raw: () => string,
  size: { readonly columns: number; readonly rows: number },
): PtyRun["screen"] {
  const screens = new Map<string, { screen: TerminalScreen; written: number; text: string }>();
  return (columns = size.columns, rows = size.rows) => {
    const kept = screens.get(`${columns}x${rows}`) ?? {
      screen: createTerminalScreen({ columns, rows }),
      written: 0,
      text: "",
    };
    screens.set(`${columns}x${rows}`, kept);
    const all = raw();
    if (kept.written < all.length) {
      kept.screen.write(all.slice(kept.written));
      kept.written = all.length;
      kept.text = kept.screen.text();
    }
    return kept.text;
  };
}
