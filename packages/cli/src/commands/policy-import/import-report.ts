/** The outcome of every line of an import: counts, then each line that is not as it was. */
import type { ImportLine, SourceFile } from "@toolplane/library/rooms/rules";
import { formatCount } from "@toolplane/readings";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";

const TITLES = {
  same: "taken as they are",
  stricter: "became stricter",
  idle: "have no effect here",
  unsaid: "could not be said",
} as const;

const HEADINGS = {
  same: "Good to know",
  stricter: "Became stricter",
  idle: "No effect here",
  unsaid: "Could not be said",
} as const;

export function importReport(
  lines: readonly ImportLine[],
  {
    files,
    paint,
    width,
  }: { readonly files: readonly SourceFile[]; readonly paint: Paint; readonly width: number },
): readonly string[] {
  const of = (outcome: ImportLine["outcome"]): readonly ImportLine[] =>
    lines.filter((line) => line.outcome === outcome);
  const counts = (["same", "stricter", "idle", "unsaid"] as const).map(
    (outcome) => `${formatCount(of(outcome).length).padStart(6)}  ${TITLES[outcome]}`,
  );
  const told = (["stricter", "idle", "unsaid", "same"] as const).flatMap((outcome) => {
    const worth = of(outcome).filter(({ why }) => why !== "");
    if (worth.length === 0) return [];
    const title = HEADINGS[outcome];
    return [
      "",
      paint.style("bold", title),
      ...worth.flatMap((line) => tell(line, { paint, width })),
    ];
  });
  return [
    ...indentText(`Read ${files.map(({ file }) => escapeText(file)).join(", ")}`, "", width),
    "",
    ...counts,
    ...told,
    "",
    "What no line speaks of follows toolplane's own default policy.",
    "",
  ];
}

function tell(
  { source, why }: ImportLine,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  const place = source.line > 0 ? `${source.file}:${source.line}` : source.file;
  return [
    ...indentText(`${escapeText(place)}  ${escapeText(source.text)}`, "  ", width),
    ...indentText(escapeText(why), "      ", width).map((line) => paint.style("dim", line)),
  ];
}
