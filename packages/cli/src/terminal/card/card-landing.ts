/**
 * A command has ended and asks to land: counts first, what asks first, the rest folded by folder, and the difference of one path when
 * a person looks at it. Nothing of the workspace has changed yet.
 */
import { countChanges, describeFiles } from "@toolplane/contract";
import { foldLine, tellingArgument } from "@toolplane/kernel";
import { formatCount, formatPlural } from "@toolplane/readings";
import { changeWords } from "../changes/change-words.ts";
import { diffLines } from "../lines/diff-lines.ts";
import { fitText } from "../text/fit-text.ts";
import { padLeft, padRight, textWidth } from "../text/text-width.ts";
import { indentText, wrapText } from "../text/wrap-text.ts";
import { shortPath } from "../words/resource-text.ts";
import type { BodyLine } from "./body-line.ts";
import type { CardState } from "./card-state.ts";
import type { AskingRow } from "./landing-rows.ts";

const WIDEST_NOTE = 24;
const NOT_YET = "ended, not landed yet";

export function bodyOfLanding(state: CardState, width: number): readonly BodyLine[] {
  const { question, listed } = state;
  const { asking, others, otherCount } = listed;
  const count = question.changeSet
    ? describeFiles(countChanges(question.changeSet), formatCount)
    : formatPlural(asking.length, "file");
  const asks =
    asking.length === 0
      ? ` ${foldLine(question.reasons[0]?.reason ?? "")}`
      : ` ${formatCount(asking.length)} of them ${asking.length === 1 ? "asks" : "ask"}:`;
  return [
    { text: titleLine(state, width) },
    { text: "" },
    ...wrapText(`${count} changed.${asks}`, width - 2).map((text) => ({ text: `  ${text}` })),
    ...asking.flatMap((row, index) => askingLines(state, { row, index, width })),
    ...otherLines(state, { first: asking.length, width }),
    ...(state.isUnfolded && otherCount > others.length
      ? [{ text: `    and ${formatCount(otherCount - others.length)} more` }]
      : []),
  ];
}

/** The diff of the path that is looked at. */
export function bodyOfDiff(
  { question, diff, options, listed }: CardState,
  width: number,
): readonly BodyLine[] {
  const { paint, workspace } = options;
  const path = diff?.path ?? "";
  const change = question.changeSet?.changes.find((one) => one.path === path);
  const row = listed.asking.find((one) => one.path === path);
  const lines = diffLines(diff?.text ?? "", { paint, width, indent: 0 });
  const head = `${foldLine(shortPath(path, workspace))}   ${change ? changeWords(change) : ""}`;
  const none =
    diff?.text === null ? "It cannot be shown here." : "Not text, or nothing to show line by line.";
  return [
    ...wrapText(paint.style("bold", head), width),
    ...(row && row.reason !== "" ? wrapText(foldLine(row.reason), width) : []),
    "",
    ...(lines.length === 0 ? [none] : lines),
  ].map((text) => ({ text }));
}

/** The choices, on one line where they fit. */
export function landingChoices(state: CardState, width: number): readonly string[] {
  const { listed, options, selected } = state;
  const asking = listed.asking.length;
  const these = asking === 1 ? "this 1" : `these ${formatCount(asking)}`;
  const words = [
    ["once", "l land all"],
    ...(asking > 0 ? [["without", `w land without ${these}`]] : []),
    ["reject", "d drop everything"],
  ].map(([choice, text]) =>
    choice === selected ? `${options.paint.mark("cursor")} ${text}` : text,
  );
  const look = options.paint.isAscii ? "up down look first" : "↑↓ look first";
  const line = `  ${[...words, look].join("   ")}`;
  return textWidth(line) <= width ? [line] : [...words, look].map((text) => `  ${text}`);
}

function titleLine({ question, options }: CardState, width: number): string {
  const { paint } = options;
  const tool = fitText(foldLine(question.tool), 30);
  const room = width - 2 - textWidth(tool) - 2 - textWidth(NOT_YET) - 2;
  const command = fitText(foldLine(tellingArgument(question.arguments)), Math.max(8, room));
  const left = `${paint.mark("ask")} ${paint.style("bold", tool)}  ${padRight(command, room)}`;
  return room < 8 ? left : `${left}  ${paint.style("dim", NOT_YET)}`;
}

function askingLines(
  state: CardState,
  {
    row,
    index,
    width,
  }: { readonly row: AskingRow; readonly index: number; readonly width: number },
): readonly BodyLine[] {
  const { paint, workspace } = state.options;
  const note = fitText(row.note, WIDEST_NOTE);
  const words = row.change ? changeWords(row.change) : "";
  const room = Math.max(12, width - 4 - textWidth(words) - textWidth(note) - 4);
  const [first = "", ...more] = wrapText(foldLine(shortPath(row.path, workspace)), room);
  const right = `${padRight(words, 0)}${padLeft(note, Math.max(textWidth(note), 0) + 2)}`;
  const head = state.cursor === index ? `${paint.mark("cursor")} ` : "  ";
  const own = [
    `${head}${paint.mark("ask")} ${padRight(first, room)}  ${paint.style("dim", right)}`,
    ...more.map((line) => `    ${line}`),
  ];
  return own.map((text, at) => ({
    text,
    ...(at === 0 ? { row: index } : {}),
    ...(at === own.length - 1 ? { ends: index } : {}),
  }));
}

function otherLines(
  state: CardState,
  { first, width }: { readonly first: number; readonly width: number },
): readonly BodyLine[] {
  const { listed, options, cursor, isUnfolded } = state;
  const { paint, workspace } = options;
  const { others, otherCount, folded } = listed;
  if (others.length === 0) return [];
  const pointer = (row: number): string => (cursor === row ? `${paint.mark("cursor")} ` : "  ");
  if (isUnfolded)
    return others.map((change, at) => {
      const words = changeWords(change);
      const room = Math.max(12, width - 6 - textWidth(words));
      const name = padRight(
        fitText(foldLine(shortPath(change.path, workspace)), room, "end"),
        room,
      );
      const text = `${pointer(first + at)}${paint.mark("allow")} ${name}  ${paint.style("dim", words)}`;
      return { text, row: first + at };
    });
  const word =
    first === 0 ? "" : `${formatCount(otherCount)} ${otherCount === 1 ? "other" : "others"}: `;
  const lines = indentText(`${word}${folded}`, "    ", width);
  return lines.map((text, at) =>
    at === 0
      ? { text: `${pointer(first)}${paint.mark("allow")} ${text.slice(4)}`, row: first }
      : { text },
  );
}
