/** Every call of a session in the order in which they began, settled or not: their numbers are what a person types. */
import type { LoadedSession } from "../../../record/load-session.ts";
import { CliError } from "../../command/cli-error.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import { formatPlural } from "../../terminal/format-count.ts";
import type { ShownCall } from "./call-facts.ts";

/** In order. Calls of one run began in the order that the record gives them; unsettled ones stand where they began. */
export function shownCalls(session: LoadedSession): readonly ShownCall[] {
  const { calls, unsettled, summary, landings } = session;
  const shown: ShownCall[] = calls.map((call) => ({
    kind: "settled",
    call,
    startedAtMs: call.atMs - (call.span.durationMs ?? 0),
    byHand: landings.findLast(({ callId }) => callId === call.callId) ?? null,
  }));
  for (const call of unsettled) {
    const first = call.rows[0]?.sequence ?? 0;
    const at = shown.findIndex(({ call: other }) => (other.rows[0]?.sequence ?? 0) > first);
    const entry = {
      kind: "unsettled",
      call,
      startedAtMs: call.atMs,
      isLive: summary.state === "open",
    } as const;
    shown.splice(at < 0 ? shown.length : at, 0, entry);
  }
  return shown;
}

/** One of them by its number or by its id, or the beginning of that. */
export function chooseCall(
  calls: readonly ShownCall[],
  word: string,
): { readonly shown: ShownCall; readonly number: number } {
  const number = /^\d{1,9}$/.test(word) ? Number(word) : null;
  const byNumber = number === null ? undefined : calls[number - 1];
  if (byNumber) return { shown: byNumber, number: number as number };
  const fitting = calls
    .map((shown, index) => ({ shown, number: index + 1 }))
    .filter(({ shown }) => shown.call.callId.startsWith(word));
  const exact = fitting.find(({ shown }) => shown.call.callId === word);
  const [first, second] = fitting;
  if (exact) return exact;
  if (first && !second) return first;
  throw new CliError(
    first
      ? `${formatPlural(fitting.length, "call")} start with ${escapeText(word)}: say its number.`
      : `There is no call ${escapeText(word)} in this session: it has ${formatPlural(calls.length, "call")}.`,
    { next: ["toolplane show SESSION   lists them with their numbers."] },
  );
}
