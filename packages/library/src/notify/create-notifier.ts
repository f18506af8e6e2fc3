/**
 * Tells a person who is away that a question waits or a run ended. It stands beside the road and never on it: nothing here can
 * block, slow or fail a call. One message is on its way at a time, each has seconds, few wait, and few go out in a minute; what
 * is left out is counted in the next.
 */
import type { Clock } from "@toolplane/contract/ports";
import { formatCount, showOnLine } from "@toolplane/readings";
import type { NotifyMoment } from "../ground/notify-setting.ts";

/** The facts of one message. */
interface NotifyMessage {
  readonly moment: NotifyMoment;
  /** The name of the workspace's folder. */
  readonly project: string;
  /** The tool that asks; absent where a run ended. */
  readonly tool?: string;
  /** The call that was asked about. Only where the person's setting lets it out. */
  readonly call?: string;
  /** How the run ended. */
  readonly outcome?: string;
  /** The console, where one runs. */
  readonly link?: string;
}

/** The message that goes out: a program's standard input, an address's body. */
export interface NotifyFacts extends NotifyMessage {
  /** All of it in a sentence. */
  readonly text: string;
  /** Messages that were left out since the last one. */
  readonly leftOut?: number;
}

export interface Notifier {
  tell(message: NotifyMessage): void;
  /** Waits a moment for what is on its way, then ends it. */
  close(): Promise<void>;
}

export interface NotifierOptions {
  readonly clock: Clock;
  /** Delivers it; rejects where that fails. It must end when the signal does. */
  readonly deliver: (facts: NotifyFacts, signal: AbortSignal) => Promise<void>;
  /** Hears of the first failure, and of the first success after one. Never throws. */
  readonly onSettled: (fault: string | null) => void;
}

const DELIVERY_MS = 10_000;
const CLOSING_MS = 3_000;
const MOST_WAITING = 5;
const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;
const MOST_NAME = 80;
const MOST_CALL = 300;

export function createNotifier({ clock, deliver, onSettled }: NotifierOptions): Notifier {
  const waiting: NotifyMessage[] = [];
  const ended = new AbortController();
  let sentAtMs: readonly number[] = [];
  let leftOut = 0;
  let working: Promise<void> | null = null;
  let fault: string | null | undefined;

  const send = async (facts: NotifyFacts): Promise<void> => {
    const late = new AbortController();
    const stop = clock.setTimer(DELIVERY_MS, () => late.abort());
    const signal = AbortSignal.any([ended.signal, late.signal]);
    let now: string | null = null;
    try {
      await deliver(facts, signal);
    } catch (error) {
      const took = `it took longer than ${DELIVERY_MS / 1_000} s`;
      now = late.signal.aborted ? took : error instanceof Error ? error.message : String(error);
    } finally {
      stop();
    }
    const isTold = fault !== undefined && (fault === null) === (now === null);
    if (ended.signal.aborted || isTold) return;
    fault = now;
    onSettled(now);
  };
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one && !ended.signal.aborted; one = waiting.shift()) {
      const more = leftOut;
      leftOut = 0;
      await send({ ...one, text: textOf(one, more), ...(more === 0 ? {} : { leftOut: more }) });
    }
    working = null;
  };
  return {
    tell(given) {
      const nowMs = clock.nowMs();
      sentAtMs = sentAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
      if (ended.signal.aborted) return;
      if (waiting.length >= MOST_WAITING || sentAtMs.length >= MOST_A_MINUTE) {
        leftOut += 1;
        return;
      }
      sentAtMs = [...sentAtMs, nowMs];
      waiting.push(bounded(given));
      working ??= work();
    },
    async close() {
      const end = new Promise<void>((resolve) => {
        const stop = clock.setTimer(CLOSING_MS, resolve);
        (working ?? Promise.resolve()).finally(() => {
          stop();
          resolve();
        });
      });
      await end;
      ended.abort();
      await working;
    },
  };
}

/** Names and texts may be a stranger's: one line each, with nothing hidden in it. */
function bounded({ tool, call, ...message }: NotifyMessage): NotifyMessage {
  return {
    ...message,
    project: showOnLine(message.project, MOST_NAME),
    ...(tool === undefined ? {} : { tool: showOnLine(tool, MOST_NAME) }),
    ...(call === undefined ? {} : { call: showOnLine(call, MOST_CALL) }),
  };
}

/** `bash asks in ledger-api: git push. http://127.0.0.1:7434` */
function textOf({ tool, project, call, outcome, link }: NotifyMessage, leftOut: number): string {
  const what =
    tool === undefined ? `A run in ${project}: ${outcome ?? "done"}` : `${tool} asks in ${project}`;
  return [
    call ? `${what}: ${call}` : what,
    ...(leftOut > 0 ? [`${formatCount(leftOut)} more since the last message`] : []),
    ...(link ? [link] : []),
  ].join(". ");
}
