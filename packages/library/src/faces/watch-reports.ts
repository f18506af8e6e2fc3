/**
 * Collects a running call's reports as one text that grows, for faces that show a call while it runs. A tool may report faster
 * than a person reads: past a first burst the text is sent at a steady pace, and its beginning goes once it is long.
 */
import type { Json, ToolplaneEvent } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";

const BURST = 20;
const PACE_MS = 100;
const MAX_CHARS = 10_000;
const CUT = "[…]\n";

/** The session whose calls are watched, and its clock. */
export interface ReportSource {
  readonly session: Pick<Session, "on">;
  readonly clock: Clock;
}

/** Tells the text of one call each time it grows, until stopped. */
export function watchReports(
  { session, clock }: ReportSource,
  { callId, onText }: { readonly callId: string; readonly onText: (text: string) => void },
): () => void {
  let text = "";
  let told = 0;
  let dueMs = 0;
  let disarm: (() => void) | null = null;
  const tell = (): void => {
    disarm = null;
    told += 1;
    dueMs = clock.nowMs() + PACE_MS;
    onText(text.toWellFormed());
  };
  const hear = (event: ToolplaneEvent): void => {
    if (!("callId" in event) || event.callId !== callId) return;
    if (event.type === "call-progress") text = longer(text, `${event.text}\n`);
    else if (event.type === "call-update") text = longer(text, inWords(event.partial));
    else return;
    if (told < BURST || clock.nowMs() >= dueMs) {
      disarm?.();
      tell();
    } else {
      disarm ??= clock.setTimer(Math.max(1, dueMs - clock.nowMs()), tell);
    }
  };
  const stop = session.on(hear);
  return () => {
    disarm?.();
    stop();
  };
}

function longer(text: string, piece: string): string {
  const whole = (text.startsWith(CUT) ? text.slice(CUT.length) : text) + piece;
  const isCut = text.startsWith(CUT) || whole.length > MAX_CHARS;
  return isCut ? CUT + whole.slice(-MAX_CHARS) : whole;
}

/** A command reports the next piece of its output; what else a tool reports is shown as it is, on a line of its own. */
function inWords(partial: Json): string {
  if (typeof partial === "string") return partial;
  const { output } = (partial ?? {}) as { readonly output?: unknown };
  return typeof output === "string" ? output : `${JSON.stringify(partial)}\n`;
}
