/**
 * Carries the reports of running calls to the clients that asked for them. A session without listeners makes no events,
 * so the feed listens only while some call is watched. A tool may report faster than a person reads or a pipe takes:
 * past a first burst, reports come at a steady pace and those between are dropped. For a call without reports the
 * client gets a message every few seconds that it runs, or that a person is asked: many clients give up on one that is
 * silent for a minute.
 */
import type { Json, ToolplaneEvent } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";

const BURST = 20;
const PACE_MS = 100;
const MAX_CHARS = 2_000;
const WAITING = "Waiting for a person to answer.";
/** After so long without news a client gets a message that the call still runs. */
const SILENCE_MS = 5_000;

/** How far a call is: its own figures where it has some, else a count that grows by one each time. It only ever grows. */
interface Progress {
  readonly progress: number;
  readonly total?: number;
}

/** Takes one report in words, and how far the call is. */
type OnReport = (text: string, progress: Progress) => void;

/** The reports of a session's calls. */
export interface ProgressFeed {
  /** Passes on the reports of one call; returns how to stop. */
  watch(callId: string, onReport: OnReport): () => void;
}

export function createProgressFeed(session: Pick<Session, "on">, clock: Clock): ProgressFeed {
  const watched = new Map<string, Watched>();
  let stop: (() => void) | null = null;
  const hear = (event: ToolplaneEvent): void => {
    if (!("callId" in event)) return;
    const call = watched.get(event.callId);
    if (!call) return;
    if (event.type === "call-progress") call.report(event.text, readFigures(event.figures));
    else if (event.type === "call-update")
      call.report(inWords(event.partial), readFigures(event.partial));
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
  report(text: string, figures?: Progress | null): void;
  /** A person is asked, from here until the question is answered. */
  asked(questionId: string): void;
  answered(questionId: string): void;
  end(): void;
}

function createWatched(clock: Clock, onReport: OnReport): Watched {
  const beganMs = clock.nowMs();
  let count = 0;
  let last = -1;
  let lastMs = 0;
  // A running call may ask about several hosts at once; it waits until the last of them is answered.
  const open = new Set<string>();
  const tell = (text: string, own: Progress | null = null): void => {
    lastMs = clock.nowMs();
    count += 1;
    const next =
      own !== null && own.progress > last ? own : { progress: Math.max(count, last + 1) };
    last = next.progress;
    onReport(text.slice(0, MAX_CHARS).toWellFormed(), next);
  };
  const beat = (): void => {
    const quietMs = clock.nowMs() - Math.max(lastMs, beganMs);
    if (quietMs >= SILENCE_MS)
      tell(open.size > 0 ? WAITING : `Running for ${seconds(clock.nowMs() - beganMs)}.`);
    disarm = clock.setTimer(quietMs >= SILENCE_MS ? SILENCE_MS : SILENCE_MS - quietMs, beat);
  };
  let disarm = clock.setTimer(SILENCE_MS, beat);
  return {
    report(text, own = null) {
      if (text !== "" && (count < BURST || clock.nowMs() - lastMs >= PACE_MS)) tell(text, own);
    },
    asked(questionId) {
      open.add(questionId);
      tell(WAITING);
    },
    answered: (questionId) => void open.delete(questionId),
    end: () => disarm(),
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}

/** Figures of a report that has some: `{ progress: 50, total: 100 }`. */
function readFigures(partial: unknown): Progress | null {
  if (typeof partial !== "object" || partial === null || Array.isArray(partial)) return null;
  const { progress, total } = partial as { readonly progress?: unknown; readonly total?: unknown };
  if (typeof progress !== "number" || !(progress >= 0)) return null;
  return { progress, ...(typeof total === "number" && total >= progress ? { total } : {}) };
}

/** Text for a person: a command's next piece of output; of other reports their plain members, and never JSON. */
function inWords(partial: Json): string {
  if (typeof partial === "string") return partial.trimEnd();
  if (typeof partial !== "object" || partial === null) return String(partial);
  const { output } = partial as { readonly output?: unknown };
  if (typeof output === "string") return output.trimEnd();
  return Object.entries(partial)
    .flatMap(([name, value]) => (isScalar(value) ? [`${name}: ${value}`] : []))
    .join(", ");
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
