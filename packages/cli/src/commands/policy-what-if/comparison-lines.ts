/** The effect of a draft of rules, in figures first; then what would be denied, call by call; then what would ask, by rule. */
import type { RuleReference } from "@toolplane/contract";
import type { MovedCall, PolicyComparison } from "@toolplane/library/rooms/rules";
import { formatCount, formatDuration, formatPlural } from "@toolplane/readings";
import { renderTable } from "../../terminal/lines/render-table.ts";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { resourceText } from "../../terminal/words/resource-text.ts";
import { ruleText } from "../../terminal/words/rule-text.ts";

export interface ComparisonView {
  readonly paint: Paint;
  readonly width: number;
  readonly workspace: string | null;
  /** The draft, as it was typed. */
  readonly file: string;
  readonly days: number;
  readonly tookMs: number;
  readonly isAll: boolean;
}

const COUNT = 8;
/** More would push the figures off the screen. */
const MOST = 20;

export function comparisonLines(
  comparison: PolicyComparison,
  view: ComparisonView,
): readonly string[] {
  const { judged, notJudged, sessions } = comparison;
  if (judged === 0)
    return [
      `No recorded calls ${view.workspace === null ? "" : "of this workspace "}in the last ${formatPlural(view.days, "day")}. Nothing to judge.`,
      ...(notJudged > 0
        ? [`${formatPlural(notJudged, "call")} could not be judged: no footprint was kept.`]
        : []),
    ];
  return [
    `${formatPlural(judged, "call")} of ${formatPlural(sessions, "session")} judged again in ${formatDuration(view.tookMs)}. Nothing ran.`,
    "",
    ...countLines(comparison, view),
    ...movedBlock("Denied now", moves(comparison, "denied"), view),
    ...(view.isAll
      ? [
          ...movedBlock("Would ask", moves(comparison, "asks"), view),
          ...movedBlock("Would run unasked", moves(comparison, "unasked"), view),
          ...movedBlock("No longer denied", moves(comparison, "loosened"), view),
        ]
      : byRule(moves(comparison, "asks"), view)),
    "",
    `Questions per session: ${perSession(comparison.asksBefore, sessions)} now, ${perSession(comparison.asksAfter, sessions)} with the draft.`,
    ...(view.isAll || comparison.moved.length === 0
      ? []
      : ["--all lists every change.  --json for a script.  Exit 3 with --fail-on deny."]),
  ];
}

function moves({ moved }: PolicyComparison, move: MovedCall["move"]): readonly MovedCall[] {
  return moved.filter((one) => one.move === move);
}

function countLines(comparison: PolicyComparison, { paint }: ComparisonView): readonly string[] {
  const mark = (name: "allow" | "ask" | "deny"): string => paint.mark(name);
  const arrow = paint.isAscii ? "->" : "→";
  const row = (count: number, step: string, text: string): readonly string[] =>
    count === 0 ? [] : [`${formatCount(count).padStart(COUNT)}  ${step}${text}`];
  const unasked = moves(comparison, "unasked");
  const loosened = moves(comparison, "loosened");
  return [
    ...row(comparison.same, "", "same"),
    ...row(
      moves(comparison, "asks").length,
      `${mark("allow")} ${arrow} ${mark("ask")}   `,
      "would ask",
    ),
    ...row(moves(comparison, "denied").length, `  ${arrow} ${mark("deny")}   `, "would be denied"),
    ...row(
      unasked.length,
      `${mark("ask")} ${arrow} ${mark("allow")}   `,
      `would run unasked; ${answersOf(unasked)}`,
    ),
    ...row(loosened.length, `${mark("deny")} ${arrow}     `, "would no longer be denied"),
    ...row(comparison.notJudged, "", "could not be judged: no footprint, or a tool that is gone"),
  ];
}

function answersOf(calls: readonly MovedCall[]): string {
  const allowed = calls.filter(({ wasAllowed }) => wasAllowed).length;
  const rejected = calls.filter(({ wasRejected }) => wasRejected).length;
  if (allowed === calls.length)
    return calls.length === 1 ? "a person had allowed it" : "each had been allowed by a person";
  return `${formatCount(allowed)} had been allowed by a person, ${formatCount(rejected)} rejected`;
}

function movedBlock(
  title: string,
  calls: readonly MovedCall[],
  view: ComparisonView,
): readonly string[] {
  if (calls.length === 0) return [];
  const shown = view.isAll ? calls : calls.slice(0, MOST);
  const { paint } = view;
  const arrow = paint.isAscii ? "->" : "→";
  const table = renderTable({
    columns: [
      { title: "step" },
      { title: "tool", shrink: 8 },
      { title: "what", shrink: 16 },
      { title: "session", shrink: 12, drop: 1 },
      { title: "rule", shrink: 12, keep: "end" },
    ],
    rows: shown.map((moved) => ({
      cells: [
        `${plainMark(moved.from, paint)} ${arrow} ${plainMark(moved.to, paint)}`,
        moved.call.tool,
        whatOf(moved, view),
        moved.call.sessionId,
        moved.by ? ruleText(moved.by) : "no rule left",
      ],
    })),
    width: view.width,
    paint,
    indent: 2,
    hasHead: false,
  });
  const rest = calls.length - shown.length;
  return ["", title, ...table, ...(rest > 0 ? [`  ${formatCount(rest)} more: --all`] : [])];
}

function plainMark(action: MovedCall["from"], paint: Paint): string {
  const marks = paint.isAscii
    ? { allow: "+", ask: "?", deny: "x" }
    : { allow: "✓", ask: "◆", deny: "✗" };
  return marks[action];
}

/** The resource that decides, else the first one. */
function whatOf({ call }: MovedCall, { workspace }: ComparisonView): string {
  const resources = call.footprint?.resources ?? [];
  const [first] = resources;
  return first ? resourceText(first, workspace).target : "";
}

function byRule(calls: readonly MovedCall[], view: ComparisonView): readonly string[] {
  if (calls.length === 0) return [];
  const groups = new Map<
    string,
    { readonly rule: RuleReference | null; readonly isNew: boolean; count: number }
  >();
  for (const { by, was } of calls) {
    const rule = by ?? was;
    const key = rule ? `${rule.rule.permission} ${rule.rule.pattern} ${ruleText(rule)}` : "";
    const group = groups.get(key) ?? { rule, isNew: by !== null, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  const rows = [...groups.values()].sort((left, right) => right.count - left.count);
  return [
    "",
    "Would ask, by rule",
    ...renderTable({
      columns: [
        { title: "count", align: "right" },
        { title: "permission" },
        { title: "pattern", shrink: 16 },
        { title: "why" },
      ],
      rows: rows.slice(0, MOST).map(({ rule, isNew, count }) => ({
        cells: [
          formatCount(count),
          rule?.rule.permission ?? "",
          rule?.rule.pattern ?? "no rule",
          rule ? (isNew ? `asks by ${ruleText(rule)}` : `gone: ${ruleText(rule)}`) : "",
        ],
      })),
      width: view.width,
      paint: view.paint,
      indent: 2,
      hasHead: false,
    }),
  ];
}

function perSession(asks: number, sessions: number): string {
  return (sessions === 0 ? 0 : asks / sessions).toFixed(1);
}

/** A change for scripts: whatever a person is shown, without what was in the call. */
export function moveJson({ call, ...moved }: MovedCall): unknown {
  const { callId, sessionId, tool, atMs } = call;
  return { ...moved, callId, sessionId, tool: escapeText(tool), atMs };
}
