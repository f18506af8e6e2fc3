import type { ShownCall } from "@toolplane/library/rooms/record";
import { formatPlural } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

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
