/** Every resource of a question with what decided about it. None is left out: a line that does not fit goes on below. */
import type { Opinion, Question, Resource } from "@toolplane/contract";
import { foldLine } from "@toolplane/kernel";
import { touchedWords } from "@toolplane/readings";
import { resourceMark } from "../lines/resource-mark.ts";
import { fitText } from "../text/fit-text.ts";
import { padLeft, padRight, textWidth } from "../text/text-width.ts";
import { indentText, wrapText } from "../text/wrap-text.ts";
import { resourceText, shortPath } from "../words/resource-text.ts";
import type { BodyLine } from "./body-line.ts";
import type { CardState } from "./card-state.ts";

/** Columns of a capability's name. */
export const CAPABILITY = 9;
const WIDEST_NOTE = 24;

/** Words for the resources of a question that comes while the call runs. */
const LATER: Partial<Record<Question["kind"], string>> = {
  egress: "not foreseen",
  "wider-rerun": "would run again",
};

/** The lines, and under them whether that is all. */
export function resourceLines(
  { question, options }: CardState,
  width: number,
): readonly BodyLine[] {
  const { paint, workspace } = options;
  const { resources } = question.footprint;
  if (resources.length === 0)
    return wrapText("It touches nothing itself; what it calls is judged again.", width).map(asLine);
  const opinions = opinionsOf(question);
  const rows = resources.map((resource, index) => {
    const { mark, note } = resourceMark(resource, index, { opinions, action: "ask" });
    if (note !== "") return { resource, mark, note };
    // No rule or judge has an opinion on the resources a command touches along the way; later questions are about all they name.
    const later = LATER[question.kind];
    return {
      resource,
      mark: later && mark === "allow" ? "ask" : mark,
      note: later ?? "goes with it",
    };
  });
  const notes = Math.min(WIDEST_NOTE, Math.max(10, ...rows.map(({ note }) => textWidth(note))));
  const head = 2 + 2 + CAPABILITY + 2;
  const room = Math.max(10, width - head - notes - 2);
  const heading = `It will touch${padLeft("decided by", Math.max(12, width - 13))}`;
  return [
    { text: paint.style("dim", fitText(heading, width)) },
    ...rows.flatMap(({ resource, mark, note }, index): readonly BodyLine[] => {
      const { capability, target } = resourceText(resource, workspace);
      const [first = "", ...more] = wrapText(
        foldLine(`${target}${placeOf(resource, workspace)}`),
        room,
      );
      const right = padLeft(fitText(note, notes), notes);
      const own = [
        `  ${paint.mark(mark)} ${padRight(capability, CAPABILITY)}  ${padRight(first, room)}  ${paint.style("dim", right)}`,
        ...more.map((line) => `${" ".repeat(head)}${line}`),
      ];
      return own.map((text, at) => (at === own.length - 1 ? { text, ends: index } : { text }));
    }),
    ...indentText(countLine(resources), "  ", width).map(asLine),
  ];
}

function asLine(text: string): BodyLine {
  return { text };
}

/** A command that runs elsewhere than a person thinks is another command. */
function placeOf(resource: Resource, workspace: string | null): string {
  if (resource.capability !== "shell.run") return "";
  const { cwd } = resource.unit;
  if (cwd === null) return "  (in a place that is not known)";
  return cwd === workspace ? "" : `  (in ${shortPath(cwd, workspace)})`;
}

function opinionsOf({ reasons, allowed = [] }: Question): readonly Opinion[] {
  return [
    ...reasons,
    ...allowed.map(
      ({ resource, rule }): Opinion => ({
        judge: "rules",
        action: "allow",
        hard: false,
        reason: "",
        resource,
        rule,
      }),
    ),
  ];
}

function countLine(resources: readonly Resource[]): string {
  return touchedWords(resources.filter(({ capability }) => capability === "opaque").length);
}
