/** Reads a draft row by row. Every row that cannot be put in force is told with its line: a person mends them all, not one after the other. */
import { isConfigurationError, type PolicyLayer, type PolicyRule } from "@toolplane/contract";
import type { DraftFault } from "@toolplane/contract/console";
import { type ParseError, parse } from "jsonc-parser";
import { checkDraft } from "./read-draft.ts";
import { type RuleFilePlace, readRuleFile } from "./read-rule-file.ts";

/** A person mends the first ones and looks again. */
const MAX_FAULTS = 50;

export interface DraftRows {
  readonly faults: readonly DraftFault[];
  /** The rows that could hold. */
  readonly sound: PolicyLayer;
}

export function readDraftRows(text: string, place: RuleFilePlace): DraftRows {
  let layer: PolicyLayer;
  try {
    layer = readRuleFile(text, place);
  } catch (error) {
    const fault = { line: brokenLine(text), message: wordsOf(error) };
    return { faults: [fault], sound: { ...place, rules: [], lines: [] } };
  }
  const faults: DraftFault[] = [];
  const rules: PolicyRule[] = [];
  const lines: number[] = [];
  for (const [at, rule] of layer.rules.entries()) {
    if (faults.length >= MAX_FAULTS) break;
    const line = layer.lines?.[at] ?? 1;
    try {
      checkDraft({ ...layer, rules: [rule], lines: [line] });
      rules.push(rule);
      lines.push(line);
    } catch (error) {
      faults.push({ line, message: wordsOf(error) });
    }
  }
  return { faults, sound: { ...layer, rules, lines } };
}

/** The line of the first thing that is no JSON; the first one where all of it is, and the file is wrong otherwise. */
function brokenLine(text: string): number {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return text.slice(0, errors[0]?.offset ?? 0).split("\n").length;
}

/** Without the place, which the line says. */
function wordsOf(error: unknown): string {
  if (!isConfigurationError(error)) throw error;
  return error.message.slice(error.where.length + 2);
}
