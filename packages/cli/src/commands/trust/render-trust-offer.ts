/** The configuration of a project before the answer: what loosens first, every line whole, each with its place. */

import type { RequirementSet } from "@toolplane/contract";
import { describeRequirements } from "@toolplane/kernel";
import type { TrustLine, TrustOffer } from "@toolplane/library/rooms/settings";
import { formatMoment } from "@toolplane/readings";
import type { Mark, View } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { textWidth } from "../../terminal/text/text-width.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

export interface OfferScreen extends View {
  readonly nowMs: number;
  /** Everything that all tools together may ever touch; null where it is not known or not asked about. */
  readonly requires: RequirementSet | null;
}

const MARKS: Readonly<Record<TrustLine["kind"], Mark>> = {
  allow: "allow",
  ask: "ask",
  deny: "deny",
  tool: "winner",
  check: "ask",
};

export function renderTrustOffer(offer: TrustOffer, screen: OfferScreen): readonly string[] {
  const { files, view, unread } = offer;
  const { width } = screen;
  const lines = [...wrapText(headline(offer, screen), width)];
  if (files.length > 0) {
    const isChange = offer.state === "changed";
    lines.push(
      ...section(isChange ? "Looser than before" : "Loosens", view.loosens, screen),
      ...section(
        isChange ? "Stricter, or about tools" : "Narrows, or is about tools",
        view.narrows,
        screen,
      ),
    );
    if (view.loosens.length + view.narrows.length === 0)
      lines.push(
        "",
        isChange ? "Its rules and tools are the same as before." : "It says nothing yet.",
      );
    lines.push("", "It cannot loosen what you denied, nor set mode, sandbox or reach.");
    if (screen.requires !== null) lines.push("", ...requirementLines(screen.requires, width));
  }
  if (unread.length > 0)
    lines.push(
      ...wrapText(
        `Not read, its name means nothing here: ${unread.map(escapeText).join(", ")}`,
        width,
      ),
    );
  return lines;
}

function headline({ state, files, before }: TrustOffer, { nowMs }: OfferScreen): string {
  if (state === "none")
    return before === null
      ? "This project has no configuration. toolplane init writes one to begin with."
      : "What you trusted is gone; its denies still hold. Next: toolplane trust --revoke";
  const names = files.join(" and ");
  const since = before && `${formatMoment(before.atMs, { nowMs })} by ${escapeText(before.by)}`;
  if (state === "trusted") return `${names}: trusted ${since}, unchanged since.`;
  if (state === "changed") return `${names}: changed since it was trusted, ${since}.`;
  return `${names}: not trusted.`;
}

function section(title: string, lines: readonly TrustLine[], view: View): readonly string[] {
  if (lines.length === 0) return [];
  return ["", title, ...lines.flatMap((line) => renderLine(line, view))];
}

/** Nothing is cut: what is trusted is seen whole. The place goes to the right where there is room. */
function renderLine(
  { text, kind, place, change }: TrustLine,
  { paint, width }: View,
): readonly string[] {
  const said = `${change === undefined ? "" : change === "added" ? "+ " : "- "}${escapeText(text)}`;
  const where = `${change === "removed" ? "was " : ""}${escapeText(place)}`;
  const room = width - 4 - textWidth(said) - textWidth(where);
  const mark = `  ${paint.mark(MARKS[kind])} `;
  if (room >= 2) return [`${mark}${said}${" ".repeat(room)}${paint.style("dim", where)}`];
  const [first = "", ...more] = indentText(said, "    ", width);
  return [
    mark + first.slice(4),
    ...more,
    ...indentText(where, "      ", width).map((line) => paint.style("dim", line)),
  ];
}

const PLACES: Readonly<Record<string, string>> = {
  "{workspace}/**": "the project",
  "{scratch}/**": "scratch (/tmp)",
  "{added}/**": "folders that you add",
  "{ad-hoc}/**": "files that you open beside it",
};

/** Everything that all tools together may touch, in plain words. A pattern that has none is shown as it is. */
function requirementLines(requires: RequirementSet, width: number): readonly string[] {
  const { fs, net, shell, env, capabilities } = requires;
  const commands = describeRequirements({ shell: shell ?? [] });
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["read", (fs?.read ?? []).map(placeOf)],
    ["write", (fs?.write ?? []).map(placeOf)],
    ["reach", widest(net?.hosts ?? [], ["*:*", "**"], "any host")],
    [
      "run",
      widest(
        commands.map((text) => text.replace(/^shell\.run /, "")),
        ["*"],
        "any command",
      ),
    ],
    ["see", (env ?? []).map((name) => `the variable ${name}`)],
    ["use", capabilities ?? []],
  ];
  return [
    "The tools here may at most",
    ...rows
      .filter(([, things]) => things.length > 0)
      .flatMap(([verb, things]) => {
        const [first = "", ...more] = indentText(
          things.map(escapeText).join(", "),
          "         ",
          width,
        );
        return [`  ${verb.padEnd(5)}  ${first.trimStart()}`, ...more];
      }),
    ...wrapText("The rules decide inside of this; what lies outside asks in any case.", width),
  ];
}

function placeOf(pattern: string): string {
  return PLACES[pattern] ?? pattern;
}

/** Where everything is named, the rest says nothing more. */
function widest(
  things: readonly string[],
  everything: readonly string[],
  words: string,
): readonly string[] {
  return things.some((thing) => everything.includes(thing)) ? [words] : things;
}
