/** In plain lines nothing turns while something runs, and silence sounds like a stop: so now and then a line says what it is. */
import type { Clock } from "@toolplane/contract/ports";
import { formatDuration } from "@toolplane/readings";
import type { Paint } from "../terminal/paint.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { fitText } from "../terminal/text/fit-text.ts";
import type { ChatState } from "./state/chat-state.ts";

export interface Heartbeat {
  /** From now on, until it is stopped. */
  start(): void;
  stop(): void;
}

const EVERY_MS = 10_000;

/** Every ten seconds, as `toolplane call` does. */
export function openHeartbeat(clock: Clock, beat: () => void): Heartbeat {
  let cancel: (() => void) | null = null;
  const wait = (): void => {
    cancel = clock.setTimer(EVERY_MS, () => {
      wait();
      beat();
    });
  };
  return {
    start() {
      if (cancel === null) wait();
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}

/** `bash  npm test  20 s`: the call that has run for longest, and how many others do. */
export function runningText(
  { running, sinceMs }: Pick<ChatState, "running" | "sinceMs">,
  {
    paint,
    width,
    nowMs,
  }: { readonly paint: Paint; readonly width: number; readonly nowMs: number },
): string {
  const [first, ...others] = running;
  const took = formatDuration(Math.max(0, nowMs - (first?.startedMs ?? sinceMs)));
  const more = others.length === 0 ? took : `${took}, and ${others.length} more`;
  const mark = `${paint.mark("running")} `;
  const what = first ? `${first.tool}  ${escapeText(first.what)}`.trimEnd() : "thinking";
  return `${mark}${fitText(what, Math.max(10, width - more.length - 4))}  ${more}`;
}
