/**
 * Re-indents. The old lines are in the file with another indentation than the caller wrote; each pair shows what an
 * indentation means there. New lines are moved by the one rule that fits all pairs: a prefix that was left out or
 * added, or tabs written as spaces or the other way round. A rule that the pairs do not prove for a new line, such as
 * an indentation that none of them has in a file of mixed style, or text inside a literal of several lines, is not
 * used.
 */
import type { Block } from "./block.ts";
import { closingLine } from "./closing-line.ts";
import type { FitContext, FittedBlock } from "./fitted-block.ts";
import { indentSteps } from "./indent-steps.ts";
import {
  describeShiftFault,
  mayMoveFirstAlone,
  movesLines,
  NOT_DEEPER,
  OWN_MOVE,
  stepIn,
} from "./judge-shift.ts";

type Rule = {
  /** True when the rule moves whole blocks, so that lines at the margin cannot be distinguished from moved ones. */
  readonly shifts: boolean;
  /** The indentation in the file; null when the rule does not reach it. */
  readonly apply: (indent: string) => string | null;
};

const UNCLEAR_EMPTY = "it is not clear how far the empty lines of new_string are indented";

/** Fits a block whose indentation differs. */
export function fitIndentation(
  block: Block,
  context: Omit<FitContext, "rung"> & { readonly found: readonly string[] },
): FittedBlock {
  const { found, file } = context;
  const pairs = block.old
    .map((line, index) => [indentOf(line), indentOf(found[index] ?? ""), line] as const)
    .filter(([, , line]) => line.trim() !== "");
  const rules = listRules(pairs).filter((rule) =>
    pairs.every(([own, theirs]) => rule.apply(own) === theirs),
  );
  const [rule] = rules;
  if (rule === undefined) return refuse("its lines are indented differently in no regular way");
  const doubts = scalesOf(pairs);
  // The blanks of an empty line in the file may have got lost with the indentation, or be what the change removes.
  if (
    block.next.some(({ text, kept }) => text === "" && kept !== null && isBlanks(found[kept] ?? ""))
  )
    return refuse(UNCLEAR_EMPTY);
  const hasFresh = block.next.some(({ kept }) => kept === null);
  if (startsElsewhere(block)) return refuse(OWN_MOVE);
  const fault = hasFresh ? describeRuleFault({ block, rule, ...context }) : null;
  if (fault !== null) return refuse(fault);
  const seen = new Set(pairs.map(([own]) => own));
  const lines: string[] = [];
  for (const { text, kept } of block.next) {
    const indent = indentOf(text);
    const moved = new Set([...rules, ...doubts].map((each) => each.apply(indent)));
    const [target] = moved;
    if (kept !== null) lines.push(found[kept] ?? "");
    else if (text.trim() === "") lines.push("");
    else if (target === undefined || target === null || moved.size > 1)
      return refuse("the new lines have an indentation that the old ones do not explain");
    else if (!seen.has(indent) && !isOneStyle([...file, target])) return refuse(MIXED_STYLE);
    else lines.push(target + text.slice(indent.length));
  }
  if (!hasFresh) return { ok: true, lines };
  const known = new Set(indentSteps(file));
  if (!indentSteps(lines).every((step) => known.has(step))) return refuse(OTHER_STEPS);
  const sent = block.next.map(({ text }) => text);
  const place = { moved: lines.find((line) => line.trim() !== "") ?? "" };
  const isUnproven =
    pairs.length === 1 && mayMoveFirstAlone(sent, { ...place, isStep: (step) => known.has(step) });
  return isUnproven ? refuse(FIRST_ALONE) : { ok: true, lines };
}

const FIRST_ALONE =
  "only the first line of new_string may be indented differently, so it is not clear how far the others are to be moved";

const MIXED_STYLE =
  "tabs and spaces would be mixed, so the indentation of the new lines is not clear";

/** A file without steps proves none: the caller may use other steps, too. */
const OTHER_STEPS =
  "the new lines step in by another width than the file, so their indentation is not clear";

/** A new first line that is not as far in as the old one, or as what closes it: it may have lost its indentation by itself. */
function startsElsewhere({ old, next }: Block): boolean {
  const [first] = next;
  if (first === undefined || first.kept !== null) return false;
  const closing = closingLine(next.map(({ text }) => text)) ?? first.text;
  const indent = indentOf(first.text);
  return indent !== indentOf(old[0] ?? "") || indent !== indentOf(closing);
}

function describeRuleFault(input: {
  readonly block: Block;
  readonly rule: Rule;
  readonly file: readonly string[];
  readonly start: number;
  readonly path: string;
}): string | null {
  const { block, rule, file, start, path } = input;
  const lines = block.next.map(({ text }) => text);
  const fresh = block.next.filter(({ kept }) => kept === null);
  if (lines.some(opensLiteral))
    return "the new lines hold a text of several lines, whose indentation must not change";
  if (fresh.some(({ text }) => text.trim() === "" && (text !== "" || file.some(isBlanks))))
    return UNCLEAR_EMPTY;
  if (rule.shifts)
    return describeShiftFault(block.old, lines, {
      path,
      after: file.slice(start + block.old.length).find((line) => line.trim() !== "") ?? "",
      move: (line) => (rule.apply(indentOf(line)) ?? "") + line.trimStart(),
    });
  if (movesLines(block.old, lines)) return OWN_MOVE;
  if (!stepIn(lines)) return NOT_DEEPER;
  return fresh.some(({ text }) => mayHoldTab(text, file))
    ? "the new lines hold runs of spaces inside that may stand for tabs"
    : null;
}

/**
 * True for a line whose blanks may be tabs: a caller who wrote tabs as spaces did so inside lines too: after a comment
 * sign, or where the file itself has such tabs.
 */
function mayHoldTab(line: string, file: readonly string[]): boolean {
  const body = line.trimStart();
  if (/^(?:\/\/+|#+|--+|\*+|;+|%+) {3,}/.test(body)) return true;
  return / {2,}/.test(body) && file.some((other) => other.trim().includes("\t"));
}

/** A backtick, a triple quote or a here-document that stays open at the end of its line. */
function opensLiteral(line: string): boolean {
  const ticks = line.split("`").length - 1;
  return ticks % 2 === 1 || /"""|'''|<<[-~]?['"]?[A-Za-z_]/.test(line);
}

function listRules(pairs: readonly (readonly [string, string, string])[]): readonly Rule[] {
  const [first] = pairs;
  if (first === undefined) return [];
  const [own, theirs] = first;
  const rules: Rule[] = [];
  if (theirs.endsWith(own)) {
    const prefix = theirs.slice(0, theirs.length - own.length);
    rules.push({ shifts: true, apply: (indent) => prefix + indent });
  }
  if (own.endsWith(theirs)) {
    const prefix = own.slice(0, own.length - theirs.length);
    rules.push({
      shifts: true,
      apply: (indent) => (indent.startsWith(prefix) ? indent.slice(prefix.length) : null),
    });
  }
  for (const width of [2, 4, 8]) {
    const spaces = " ".repeat(width);
    rules.push({
      shifts: false,
      // More than one blank over: it may have stood before a tab, or line something up.
      apply: (indent) =>
        indent.includes("\t") || indent.length % width > 1 ? null : indent.replaceAll(spaces, "\t"),
    });
    rules.push({
      shifts: false,
      apply: (indent) => (/^\t* ?$/.test(indent) ? indent.replaceAll("\t", spaces) : null),
    });
  }
  return rules;
}

/**
 * Rules for steps of another width, two blanks written as four: where the old lines are at one depth only, they could
 * also have been moved. It is no rule of its own, because text that is lined up has no steps; it only makes others
 * unclear.
 */
function scalesOf(pairs: readonly (readonly [string, string, string])[]): readonly Rule[] {
  const [own = "", theirs = ""] = pairs.find(([indent]) => indent !== "") ?? [];
  if (own === "" || theirs === "" || own.length === theirs.length) return [];
  const scale = (indent: string): string | null => {
    const width = (indent.length * theirs.length) / own.length;
    return /^(?: *|\t*)$/.test(indent) && Number.isInteger(width)
      ? indent.charAt(0).repeat(width)
      : null;
  };
  // The stars of a comment are one blank behind its first line, whatever the width of a step.
  const steps = pairs.filter(([, , line]) => !/^\s+\*/.test(line));
  const fits = steps.every(([indent, found]) => scale(indent) === found);
  return fits ? [{ shifts: false, apply: scale }] : [];
}

/** True when no line begins with the other kind of whitespace; one space, as in a block comment, is alignment. */
function isOneStyle(file: readonly string[]): boolean {
  return !(
    file.some((line) => line.startsWith("\t")) && file.some((line) => line.startsWith("  "))
  );
}

/** An empty line that is indented all the same. */
function isBlanks(line: string): boolean {
  return line !== "" && line.trim() === "";
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function refuse(reason: string): FittedBlock {
  return { ok: false, reason };
}
