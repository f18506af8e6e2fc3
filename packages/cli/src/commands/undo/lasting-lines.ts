/** Effects that stay although files were taken back, a line for each call, and where more is to be seen. */

import { tellingArgument } from "@toolplane/kernel";
import type { LastingEffect } from "@toolplane/library/rooms/record";
import { formatPlural } from "@toolplane/readings";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";

const MOST = 5;
const NAME = 60;
const WORDS = 240;

/** None where nothing stays. `session` is the session as a person types it. */
export function lastingLines(
  lasting: readonly LastingEffect[],
  session: string,
): readonly string[] {
  if (lasting.length === 0) return [];
  const more = lasting.length - MOST;
  return [
    "No undo takes this back:",
    ...lasting.slice(0, MOST).map((effect) => `  ${lineOf(effect)}`),
    ...(more > 0 ? [`  and ${formatPlural(more, "other call")}`] : []),
    `  toolplane show ${session}   shows all that was done.`,
  ];
}

function lineOf({ tool, arguments: args, did, childSession }: LastingEffect): string {
  const what = [tool, args === null ? "" : tellingArgument(args).replaceAll("\n", " ")];
  const name = fitText(escapeText(what.join(" ").trim()), NAME);
  const child =
    childSession === undefined
      ? []
      : [`worked in a session of its own: toolplane undo ${escapeText(childSession)}`];
  return `${name}: ${[...did.map((words) => fitText(escapeText(words), WORDS)), ...child].join("; ")}`;
}
