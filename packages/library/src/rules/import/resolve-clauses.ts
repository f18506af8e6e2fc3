/**
 * Clauses become rules. Other programs choose by order, priority or severity; ours chooses the most specific rule. So a rule of
 * ours goes when it would win by being narrower although its source loses: where a line that weighs more is severer and both
 * could be about the same call. What is left can only be severer than the source, never looser.
 */
import type { PolicyLayer, Rule, RuleAction, Variables } from "@toolplane/contract";
import { compilePolicy, type Policy } from "@toolplane/kernel";
import { isBelow } from "@toolplane/readings";
import { checkClause } from "./check-clause.ts";
import type {
  Clause,
  ClauseRule,
  ImportOutcome,
  SourceLine,
  SourcePolicy,
} from "./clauses/clause.ts";
import { OUTSIDE_WORDS } from "./clauses/outside-words.ts";
import { globsMeet } from "./clauses/source-glob.ts";
import { possibleWorkspaces } from "./possible-workspaces.ts";
import { isSameRule, speaksOfSame } from "./same-rule.ts";

export interface ImportLine {
  readonly source: SourceLine;
  readonly outcome: ImportOutcome;
  /** The outcome in a sentence; empty when it is simply the same. */
  readonly why: string;
  readonly rules: readonly Rule[];
}

const SEVERITY: Readonly<Record<RuleAction, number>> = { allow: 0, ask: 1, deny: 2 };
const KINDS = ["path", "host", "argv", "text"] as const;

interface Entry extends ClauseRule {
  readonly clause: Clause;
  readonly index: number;
}

/** Resolves; one line of the report for each clause, in their order, then the notes. */
export function resolveClauses(
  { clauses: given, notes }: SourcePolicy,
  workspace: string | null,
): readonly ImportLine[] {
  const clauses = given.map(checkClause);
  const entries = clauses
    .flatMap((clause) => clause.rules.map((said) => ({ ...said, clause })))
    .map((entry, index): Entry => ({ ...entry, index }));
  const order = createOrder(entries, workspace);
  const fates = entries.map((entry) => fateOf(entry, entries, order));
  const lines = clauses.map((clause): ImportLine => {
    const own = entries.filter((entry) => entry.clause === clause);
    const kept = own.filter(({ index }) => fates[index] === null);
    const lost = own.map(({ index }) => fates[index]).find((fate) => fate != null) ?? null;
    return {
      source: clause.source,
      ...outcomeOf(clause, {
        lost,
        kept: kept.length,
        beaten: beatenBy(clause, kept, { entries, fates, order }),
      }),
      rules: kept.map(({ rule }) => rule),
    };
  });
  return [...lines, ...notes.map((note) => ({ ...note, rules: [] }))].map(
    ({ rules, ...line }, at, all) => ({
      ...(isIdle(rules, workspace)
        ? { ...line, outcome: "idle" as const, why: OUTSIDE_WORDS }
        : line),
      rules: rules.filter(
        (rule) =>
          !all.slice(0, at).some((before) => before.rules.some((other) => isSameRule(other, rule))),
      ),
    }),
  );
}

/** Files outside the workspace are asked about whatever a rule allows, unless the person opened their folder. */
function isIdle(rules: readonly Rule[], workspace: string | null): boolean {
  const isInside = (pattern: string): boolean =>
    !pattern.startsWith("/") ||
    pattern === workspace ||
    (workspace !== null && isBelow(pattern, workspace));
  return (
    rules.length > 0 &&
    rules.every(
      ({ action, permission, pattern }) =>
        action === "allow" && permission.startsWith("fs.") && !isInside(pattern),
    )
  );
}

/** Reason why a rule is left out. `isDead`: its line decides nothing in the source either. */
interface Fate {
  readonly by: Clause;
  readonly isDead: boolean;
}

function fateOf(entry: Entry, entries: readonly Entry[], order: RuleOrder): Fate | null {
  for (const other of entries) {
    if (other.clause === entry.clause) continue;
    const isSevererRule = SEVERITY[other.rule.action] > SEVERITY[entry.rule.action];
    if (weighsMore(other.clause, entry.clause) && speaksOfSame(other.rule, entry.rule)) {
      // The one that weighs less decides nothing where both say it in the same words.
      if (
        other.isExact &&
        entry.isExact &&
        other.rule.action !== entry.rule.action &&
        other.clause.plane === entry.clause.plane
      )
        return { by: other.clause, isDead: true };
    }
    const isSeverer = SEVERITY[other.clause.action] > SEVERITY[entry.rule.action];
    if (!isSeverer || !isSevererRule || !weighsMore(other.clause, entry.clause)) continue;
    if (!globsMeet(other.clause.glob, entry.clause.glob)) continue;
    if (order.isNarrower(entry.index, other.index))
      return { by: other.clause, isDead: other.isExact };
  }
  return null;
}

/** True when the source lets `one` decide where both match. */
function weighsMore(one: Clause, other: Clause): boolean {
  const isOnePlane =
    one.plane === other.plane ||
    ((one.plane === "*" || other.plane === "*") && !isBeside(one) && !isBeside(other));
  const isSeverer = SEVERITY[one.action] > SEVERITY[other.action];
  if (!isOnePlane) return isSeverer;
  return one.rank === other.rank ? isSeverer : one.rank > other.rank;
}

/** Such a plane is asked besides another one: even a line about everything has a say in both. */
function isBeside({ plane }: Clause): boolean {
  return plane.startsWith("&");
}

interface Resolved {
  readonly entries: readonly Entry[];
  readonly fates: readonly (Fate | null)[];
  readonly order: RuleOrder;
}

/** A rule that wins over one of these here and does not in the source: it weighs less there, or says more than its line. */
function beatenBy(
  clause: Clause,
  kept: readonly Entry[],
  { entries, fates, order }: Resolved,
): Clause | null {
  for (const own of kept) {
    const winner = entries.find((other) => {
      if (other.clause === clause || fates[other.index] !== null) return false;
      if (SEVERITY[other.rule.action] <= SEVERITY[own.rule.action]) return false;
      if (other.isExact && !weighsMore(clause, other.clause)) return false;
      if (!globsMeet(clause.glob, other.clause.glob)) return false;
      if (order.isNarrower(other.index, own.index) || speaksOfSame(other.rule, own.rule))
        return true;
      // Neither contains the other: of commands it is known that they meet.
      const isKnown = clause.glob !== null && other.clause.glob !== null;
      return isKnown && !order.isNarrower(own.index, other.index);
    });
    if (winner) return winner.clause;
  }
  return null;
}

function outcomeOf(
  clause: Clause,
  {
    lost,
    kept,
    beaten,
  }: { readonly lost: Fate | null; readonly kept: number; readonly beaten: Clause | null },
): Pick<ImportLine, "outcome" | "why"> {
  const { outcome, why } = clause;
  if (lost !== null && kept === 0) {
    const place = `line ${lost.by.source.line} (${lost.by.source.text})`;
    return lost.isDead
      ? { outcome: "same", why: `has no effect there either: ${place} decides first` }
      : { outcome: "stricter", why: `left out: ${place} could be about the same call` };
  }
  if (beaten !== null && outcome !== "unsaid")
    return {
      outcome: "stricter",
      why: join(why, `line ${beaten.source.line} (${beaten.source.text}) holds inside it here`),
    };
  if (lost !== null && !lost.isDead) return { outcome: "stricter", why };
  return { outcome, why };
}

function join(one: string, other: string): string {
  return one === "" ? other : `${one}; ${other}`;
}

/** Tells which of two rules our engine calls more specific, wherever the workspace may lie. */
interface RuleOrder {
  isNarrower(one: number, other: number): boolean;
}

function createOrder(entries: readonly Entry[], workspace: string | null): RuleOrder {
  const rules = entries.map(({ rule: { permission, pattern, action } }) => ({
    permission,
    pattern,
    action,
  }));
  const layer: PolicyLayer = { scope: "project", rules };
  const policies: readonly Policy[] = possibleWorkspaces(rules, workspace).map((root) =>
    compilePolicy({ layers: [layer], variables: variablesOf(root) }),
  );
  return {
    isNarrower: (one, other) =>
      policies.some(({ rules: compiled, order }) => {
        const narrow = compiled[one];
        const wide = compiled[other];
        return (
          narrow !== undefined &&
          wide !== undefined &&
          KINDS.some((kind) => order.isMoreSpecific(narrow, wide, kind))
        );
      }),
  };
}

function variablesOf(root: string): Variables {
  return {
    workspace: [root],
    scratch: ["/toolplane/scratch"],
    "ad-hoc": [],
    "user-data": ["/toolplane/data"],
  };
}
