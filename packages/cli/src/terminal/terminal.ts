/**
 * The place where a command speaks. Results go to `print`, everything else to `note`: a pipe gets the result and nothing more.
 */
import type { Paint } from "./paint.ts";

/** One terminal, or the pipes in its place. */
export interface Terminal {
  /** A result: one line or many, to standard output. Nothing with `--json`. */
  print(text?: string): void;
  /** Prints remarks and progress to standard error. Nothing with `--json`. */
  note(text?: string): void;
  /** With `--json`: the one value that is printed, on one line. Nothing otherwise. */
  json(value: unknown): void;
  /** Bytes of a result as they are, to standard output; settles when they are on their way. */
  write(bytes: Uint8Array | string): Promise<void>;
  /** How the lines at the bottom that are drawn again are taken away; they are, before anything is printed. Null: there are none. */
  draws(clear: (() => void) | null): void;
  readonly wantsJson: boolean;
  /** True when a person is here: standard input and error are a terminal that is ours to use, and --json was not said. */
  readonly canAsk: boolean;
  /** True when they can be shown a card: neither was --plain said. */
  readonly isInteractive: boolean;
  /** True when a line on standard error may be drawn again in its place. */
  readonly canRedraw: boolean;
  /** True when standard output is a terminal: what is printed there must not speak to it. */
  readonly isOutTerminal: boolean;
  /** Width of the window, 80 where there is none. Read again at each use: windows are resized. */
  columns(): number;
  rows(): number;
  /** Marks and colours for standard output, and for standard error. */
  readonly out: Paint;
  readonly err: Paint;
  /** Without redraws: a screen reader, a log. */
  readonly isPlain: boolean;
  readonly input: NodeJS.ReadStream;
  /** Standard output itself, for a command whose whole output is a protocol. */
  readonly output: NodeJS.WriteStream;
  readonly error: NodeJS.WriteStream;
}
