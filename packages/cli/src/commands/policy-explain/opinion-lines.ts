/** Opinions about each resource: the rule that wins, the rules that lost and why, and judges that have no rule. */
import { type Explanation, type Opinion, type RuleReference, winnerOf } from "@toolplane/contract";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { fitText } from "../../terminal/text/fit-text.ts";
import { padRight, textWidth } from "../../terminal/text/text-width.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";
import { resourceText } from "../../terminal/words/resource-text.ts";
import { ruleText } from "../../terminal/words/rule-text.ts";

export interface OpinionView {
  readonly paint: Paint;
  readonly width: number;
  readonly workspace: string | null;
}

const INDENT = "       ";
/** Blanks between columns, the mark and the action. */
const FIXED = INDENT.length + 2 + 7 + 6;

interface RuleRow {
  readonly mark: string;
  readonly reference: RuleReference;
  readonly note: string;
}

/** The lines, what decided first. */
export function opinionLines(
  { footprint, verdict }: Explanation,
  view: OpinionView,
): readonly string[] {
  if (!verdict) return [];
  const groups = Map.groupBy(verdict.opinions, ({ resource }) => resource);
  const deciding = winnerOf(verdict).resource;
  const order = [...groups.keys()].sort(
    (left, right) => Number(right === deciding) - Number(left === deciding),
  );
  const sizes = sizesOf(
    verdict.opinions.flatMap((opinion) => rulesOf(opinion, view)),
    view.width,
  );
  return order.flatMap((index) => {
    const resource = index === undefined ? undefined : footprint.resources[index];
    const { capability, target } = resource
      ? resourceText(resource, view.workspace)
      : { capability: "", target: "" };
    const head = resource
      ? [`${INDENT}${fitText(`${capability} ${target}`, view.width - INDENT.length)}`]
      : [];
    const said = groups.get(index) ?? [];
    return [
      ...head,
      ...said.flatMap((opinion) =>
        opinion.rule
          ? [
              ...rulesOf(opinion, view).map((row) => ruleLine(row, sizes)),
              ...seenLines(opinion, view),
            ]
          : plainLines(opinion, view),
      ),
    ];
  });
}

function plainLines(
  { action, hard, judge, reason }: Opinion,
  { width }: OpinionView,
): readonly string[] {
  const word = action === "ask" ? (hard ? "ask (hard)" : "ask (soft)") : action;
  return indentText(`${word}   ${judge}: ${escapeText(reason)}`, `${INDENT}  `, width);
}

/** A rule about labels decides by what was read and where it goes, which its own words do not say. */
function seenLines({ judge, reason }: Opinion, { width }: OpinionView): readonly string[] {
  return judge === "flow" ? indentText(escapeText(reason), `${INDENT}  `, width) : [];
}

function rulesOf(
  { rule, action, considered = [] }: Opinion,
  { paint }: OpinionView,
): readonly RuleRow[] {
  if (!rule) return [];
  const isFinal = rule.source.scope === "manifest" && action === "deny";
  return [
    { mark: paint.mark("winner"), reference: rule, note: isFinal ? "wins, final" : "wins" },
    ...considered.map((reference) => ({ mark: " ", reference, note: reasonLost(reference, rule) })),
  ];
}

/** Why a rule that matched did not decide. */
function reasonLost(lost: RuleReference, winner: RuleReference): string {
  const isSilenced =
    lost.source.scope === "default" &&
    lost.rule.action === "allow" &&
    winner.source.scope !== "default";
  if (isSilenced) return "only a default";
  if (winner.source.scope === "manifest" && winner.rule.action === "deny") return "not final";
  const severity = { allow: 0, ask: 1, deny: 2 };
  const isMilder = severity[lost.rule.action] < severity[winner.rule.action];
  return isMilder ? "less severe" : "less specific";
}

interface Sizes {
  readonly permission: number;
  readonly pattern: number;
  readonly place: number;
}

/** One set of columns for all of them; the pattern gives way in a narrow window. */
function sizesOf(rows: readonly RuleRow[], width: number): Sizes {
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(textWidth));
  const permission = widest(rows.map(({ reference }) => escapeText(reference.rule.permission)));
  const place = widest(rows.map(({ reference }) => ruleText(reference)));
  const note = widest(rows.map((row) => row.note));
  const room = Math.max(8, width - FIXED - permission - place - note);
  const pattern = widest(rows.map(({ reference }) => escapeText(reference.rule.pattern)));
  return { permission, place, pattern: Math.min(room, pattern) };
}

function ruleLine({ mark, reference, note }: RuleRow, sizes: Sizes): string {
  const { action, permission, pattern } = reference.rule;
  const cells = [
    padRight(action, 5),
    padRight(escapeText(permission), sizes.permission),
    padRight(fitText(escapeText(pattern), sizes.pattern), sizes.pattern),
    padRight(ruleText(reference), sizes.place),
    note,
  ];
  return `${INDENT}${mark} ${cells.join("  ")}`;
}
