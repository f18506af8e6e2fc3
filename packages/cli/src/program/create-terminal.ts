/** The terminal of a process: what it can show is decided once, from the streams, the environment and the options. */

import { jsonText } from "@toolplane/library/rooms/ground";
import type { CommandArguments } from "../command/command.ts";
import { createPaint, type Paint } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The streams and the environment of a process. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** False for a job in the background: another program has the terminal then. */
  readonly isForeground?: boolean;
}

const COLUMNS = 80;
const ROWS = 24;

export function createTerminal(
  streams: Streams,
  options: Pick<CommandArguments, "flag">,
): Terminal {
  const { stdout, stderr, environment } = streams;
  const wantsJson = options.flag("json");
  // A dumb terminal (a shell inside an editor) shows the signs that move a cursor instead of moving it.
  const isPlain = options.flag("plain") || environment.TERM === "dumb";
  const isAscii = options.flag("ascii") || !speaksUtf8(environment);
  const paint = (stream: NodeJS.WriteStream): Paint =>
    createPaint({ hasColour: hasColour(stream, { environment, options }), isAscii });
  let clear: (() => void) | null = null;
  const line = (stream: NodeJS.WriteStream, text: string): void => {
    if (wantsJson) return;
    clear?.();
    stream.write(`${text}\n`);
  };
  const isHere = (): boolean => streams.isForeground !== false;
  const canAsk = stderr.isTTY === true && !wantsJson && streams.stdin.isTTY === true && isHere();
  return {
    print: (text = "") => line(stdout, text),
    note: (text = "") => line(stderr, text),
    json(value) {
      if (wantsJson) stdout.write(`${jsonText(value)}\n`);
    },
    write: (bytes) =>
      new Promise((resolve, reject) => {
        clear?.();
        stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    draws(how) {
      clear = how;
    },
    wantsJson,
    isPlain,
    canAsk,
    isInteractive: canAsk && !isPlain,
    canRedraw: stderr.isTTY === true && !wantsJson && !isPlain && isHere(),
    isOutTerminal: stdout.isTTY === true && !wantsJson,
    columns: () => stderr.columns || stdout.columns || COLUMNS,
    rows: () => stderr.rows || stdout.rows || ROWS,
    out: paint(stdout),
    err: paint(stderr),
    // An input that is not read is not opened.
    get input() {
      return streams.stdin;
    },
    output: stdout,
    error: stderr,
  };
}

/** NO_COLOR (any value but the empty one) and --no-color win over FORCE_COLOR, and that over what the stream is. */
function hasColour(
  stream: NodeJS.WriteStream,
  {
    environment,
    options,
  }: Pick<Streams, "environment"> & { readonly options: Pick<CommandArguments, "flag"> },
): boolean {
  if (options.flag("no-color") || options.flag("json") || environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR) return environment.FORCE_COLOR !== "0";
  return stream.isTTY === true && environment.TERM !== "dumb";
}

/** The first of these that is set decides, as for every program. */
function speaksUtf8(environment: Readonly<Record<string, string | undefined>>): boolean {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG;
  return locale === undefined || locale === "" ? true : /utf-?8/i.test(locale);
}
