/**
 * What running calls report, on its way to the clients that asked to hear it. A session with nobody listening makes no
 * events, so the feed listens only while some call is watched. A tool may report faster than a person reads or a pipe takes:
 * past a first burst, reports come at a steady pace and those between are dropped. While a person is asked elsewhere the
 * client is told now and then, because many clients give up on a call of which they hear nothing for a minute.
 */
import type { Clock, Json, ToolplaneEvent } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";

const BURST = 20;
const PACE_MS = 100;
const MAX_CHARS = 2_000;
const WAITING = "Waiting for a person to answer.";
const WAITING_MS = 15_000;

/** Hears one report in words; `count` grows by one each time. */
export type OnReport = (text: string, count: number) => void;

/** The reports of a session's calls. */
export interface ProgressFeed {
  /** Hears the reports of one call; returns how to stop. */
  watch(callId: string, onReport: OnReport): () => void;
}

export function createProgressFeed(session: Pick<Session, "on">, clock: Clock): ProgressFeed {
  const watched = new Map<string, Watched>();
  let stop: (() => void) | null = null;
  const hear = (event: ToolplaneEvent): void => {
    if (!("callId" in event)) return;
    const call = watched.get(event.callId);
    if (!call) return;
    if (event.type === "call-progress") call.report(event.text);
    else if (event.type === "call-update") call.report(inWords(event.partial));
    else if (event.type === "approval-request") call.asked(event.question.id);
    else if (event.type === "approval-answer") call.answered(event.questionId);
  };
  return {
    watch(callId, onReport) {
      const call = createWatched(clock, onReport);
      watched.set(callId, call);
      stop ??= session.on(hear);
      return () => {
        call.end();
        watched.delete(callId);
        if (watched.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

interface Watched {
  report(text: string): void;
  /** A person is asked, from here until the question is answered. */
  asked(questionId: string): void;
  answered(questionId: string): void;
  end(): void;
}

function createWatched(clock: Clock, onReport: OnReport): Watched {
  let count = 0;
  let lastMs = 0;
  let disarm: (() => void) | null = null;
  // A running call may ask about several hosts at once; it waits until the last of them is answered.
  const open = new Set<string>();
  const tell = (text: string): void => {
    lastMs = clock.nowMs();
    count += 1;
    onReport(text.slice(0, MAX_CHARS).toWellFormed(), count);
  };
  const sayItWaits = (): void => {
    disarm?.();
    tell(WAITING);
    disarm = clock.setTimer(WAITING_MS, sayItWaits);
  };
  const end = (): void => {
    disarm?.();
    disarm = null;
  };
  return {
    report(text) {
      if (count < BURST || clock.nowMs() - lastMs >= PACE_MS) tell(text);
    },
    asked(questionId) {
      open.add(questionId);
      sayItWaits();
    },
    answered(questionId) {
      open.delete(questionId);
      if (open.size === 0) end();
    },
    end,
  };
}

function inWords(partial: Json): string {
  return typeof partial === "string" ? partial : JSON.stringify(partial);
}
