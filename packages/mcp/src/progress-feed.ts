/**
 * What running calls report, on its way to the clients that asked to hear it. A session with nobody listening makes no
 * events, so the feed listens only while some call is watched. A tool may report faster than a person reads or a pipe takes:
 * past a first burst, reports come at a steady pace and those between are dropped.
 */
import type { Clock, Json, ToolplaneEvent } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";

const BURST = 20;
const PACE_MS = 100;
const MAX_CHARS = 2_000;

/** Hears one report in words; `count` grows by one each time. */
export type OnReport = (text: string, count: number) => void;

/** The reports of a session's calls. */
export interface ProgressFeed {
  /** Hears the reports of one call; returns how to stop. */
  watch(callId: string, onReport: OnReport): () => void;
}

/** Opens the feed of a session. */
export function createProgressFeed(session: Pick<Session, "on">, clock: Clock): ProgressFeed {
  const watched = new Map<string, (text: string) => void>();
  let stop: (() => void) | null = null;
  const hear = (event: ToolplaneEvent): void => {
    if (event.type === "call-progress") watched.get(event.callId)?.(event.text);
    else if (event.type === "call-update") watched.get(event.callId)?.(inWords(event.partial));
  };
  return {
    watch(callId, onReport) {
      watched.set(callId, paced(clock, onReport));
      stop ??= session.on(hear);
      return () => {
        watched.delete(callId);
        if (watched.size > 0) return;
        stop?.();
        stop = null;
      };
    },
  };
}

function paced(clock: Clock, onReport: OnReport): (text: string) => void {
  let count = 0;
  let lastMs = 0;
  return (text) => {
    const nowMs = clock.nowMs();
    if (count >= BURST && nowMs - lastMs < PACE_MS) return;
    lastMs = nowMs;
    count += 1;
    onReport(text.slice(0, MAX_CHARS).toWellFormed(), count);
  };
}

function inWords(partial: Json): string {
  return typeof partial === "string" ? partial : JSON.stringify(partial);
}
