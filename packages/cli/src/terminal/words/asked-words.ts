/** The subject of a question, in one line for a list: counts first, as on the card, then what asks or why. Text is escaped here. */
import { countChanges, describeFiles, type Question, toldReasons } from "@toolplane/contract";
import { formatCount, formatPlural } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";
import { changeText } from "./change-text.ts";
import { shortPath } from "./resource-text.ts";

/** Empty where the call's own words say all of it. */
export function askedWords(question: Question, workspace: string | null): string {
  const { kind, questions = [] } = question;
  const reasons = toldReasons(question.reasons);
  if (kind === "tool")
    return questions.length > 1 ? formatPlural(questions.length, "question") : "";
  if (kind === "landing") return landingWords(question, workspace);
  const why = (reasons.find(({ hard }) => hard) ?? reasons[0])?.reason ?? "";
  return [...countsOf(question, workspace), escapeText(why)]
    .filter((text) => text !== "")
    .join("; ");
}

function countsOf(
  { changes = [], footprint, reasons }: Question,
  workspace: string | null,
): readonly string[] {
  const parts = footprint.resources.length;
  const asking = new Set(reasons.flatMap(({ resource }) => resource ?? [])).size;
  const [only, ...others] = changes;
  return [
    ...(only && others.length === 0
      ? [`${escapeText(shortPath(only.path, workspace))} ${changeText(only)}`]
      : []),
    ...(others.length > 0 ? [`${formatPlural(changes.length, "file")} would change`] : []),
    ...(parts > 1 && asking > 0
      ? [
          `${formatCount(asking)} of ${formatPlural(parts, "resource")} ${asking === 1 ? "asks" : "ask"}`,
        ]
      : []),
  ];
}

function landingWords({ changeSet, footprint }: Question, workspace: string | null): string {
  const files = describeFiles(countChanges(changeSet ?? { changes: [] }), formatCount);
  const paths = footprint.resources.flatMap((one) => ("path" in one ? [one.path] : []));
  const [first] = paths;
  if (first === undefined) return `${files} changed, not landed yet`;
  const more = paths.length === 1 ? "" : ` and ${formatCount(paths.length - 1)} more`;
  const asks = paths.length === 1 ? "asks" : "ask";
  return `${files} changed, not landed yet; ${formatCount(paths.length)} ${asks}: ${escapeText(shortPath(first, workspace))}${more}`;
}
