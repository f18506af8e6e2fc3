/**
 * Texts of what many rows say alike, by identity: rules live as long as their session, and calls about the same thing share a
 * verdict. Nobody changes such an object once it was handed to the recorder. Of verdicts only the last few are known: most are
 * met once, and a weak map costs more for each of them than writing its text.
 */
import type { Verdict } from "@toolplane/contract";
import { type RuleTexts, verdictText } from "./verdict-text.ts";

/** How many verdicts, and how long their texts may be. */
const MAX_KNOWN = 64;
const MAX_CHARS = 4_096;

/** What was written before. */
export interface KnownTexts {
  readonly rules: RuleTexts;
  readonly verdicts: Map<Verdict, string>;
}

/** Knows nothing yet. */
export function createKnownTexts(): KnownTexts {
  return { rules: new WeakMap(), verdicts: new Map() };
}

/** The canonical text of a verdict, or of null. */
export function knownVerdict(verdict: Verdict | null, { rules, verdicts }: KnownTexts): string {
  if (verdict === null) return "null";
  const known = verdicts.get(verdict);
  if (known !== undefined) return known;
  const text = verdictText(verdict, rules);
  if (text.length > MAX_CHARS) return text;
  if (verdicts.size >= MAX_KNOWN) verdicts.clear();
  verdicts.set(verdict, text);
  return text;
}
