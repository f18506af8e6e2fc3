/**
 * Says that something runs, once it takes over a second: on a terminal one line that is redrawn and then taken away, elsewhere a
 * plain line, at most one every ten seconds. Silent while a person is asked.
 */

import { formatDuration } from "@toolplane/readings";
import { openRegion } from "./redraw-region.ts";
import type { Terminal } from "./terminal.ts";
import { escapeText } from "./text/escape-text.ts";
import { fitText } from "./text/fit-text.ts";

export interface Progress {
  /** Shows the present step; foreign text. */
  say(text: string): void;
  /** Shows the output: on a terminal its last lines appear above the line, dim. Foreign text. */
  show(output: string): void;
  /** May be nested: as many as were paused must be resumed. */
  pause(): void;
  resume(): void;
  /** Takes the line away. Safe to call twice. */
  end(): void;
}

const FIRST_MS = 1_000;
const TURN_MS = 120;
const PLAIN_MS = 10_000;
const TURNS = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

/** Shown until the progress ends. `what` is a text of ours: it is not escaped. */
export function showProgress(terminal: Terminal, what: string): Progress {
  const startedMs = process.uptime() * 1000;
  let told = "";
  let pauses = 0;
  let tail = "";
  let turn = 0;
  const { error, err } = terminal;
  const region = openRegion(error);
  let isDrawn = false;
  const { canRedraw } = terminal;
  const line = (): string => {
    const took = formatDuration(process.uptime() * 1000 - startedMs);
    return `${what}${told === "" ? "" : `  ${escapeText(told)}`}  ${took}`;
  };
  const clear = (): void => {
    if (isDrawn) region.close([]);
    isDrawn = false;
    terminal.draws(null);
  };
  const draw = (): void => {
    if (pauses > 0) return;
    if (!canRedraw) {
      terminal.note(`${err.mark("running")} ${line()}`);
      return;
    }
    turn += 1;
    const mark = err.isAscii
      ? err.mark("running")
      : err.style("accent", TURNS[turn % TURNS.length] ?? "");
    const width = terminal.columns() - 3;
    const shown = lastLines(tail).map((text) => err.style("dim", `  ${fitText(text, width)}`));
    region.draw([...shown, `${mark} ${fitText(line(), width)}`]);
    isDrawn = true;
    terminal.draws(clear);
  };
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(
    () => {
      draw();
      every = setInterval(draw, canRedraw ? TURN_MS : PLAIN_MS);
      every.unref();
    },
    canRedraw ? FIRST_MS : PLAIN_MS,
  );
  first.unref();
  return {
    say(text) {
      told = text.split("\n").at(-1) ?? "";
    },
    show(output) {
      tail = `${tail}${output}`.slice(-MAX_TAIL);
    },
    pause() {
      pauses += 1;
      clear();
    },
    resume() {
      pauses -= 1;
    },
    end() {
      clearTimeout(first);
      clearInterval(every);
      clear();
    },
  };
}

/** Enough for the lines that are shown. */
const MAX_TAIL = 4_096;
const TAIL_LINES = 5;

/** The last lines that are not empty; of one that a program draws over and over, what it drew last. */
function lastLines(output: string): readonly string[] {
  return output
    .split("\n")
    .map((text) => escapeText(text.trimEnd().split("\r").at(-1) ?? ""))
    .filter((text) => text !== "")
    .slice(-TAIL_LINES);
}
