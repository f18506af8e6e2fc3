/**
 * Texts of what many rows say alike, by identity: rules live as long as their session, and calls about the same thing share one
 * footprint and one verdict. Nobody changes such an object once it was handed to the recorder.
 */
import type { Footprint, Verdict } from "@toolplane/contract";
import { footprintFacts } from "./call-facts.ts";
import { type Layout, layoutText } from "./json-text.ts";
import { type RuleTexts, verdictText } from "./verdict-text.ts";

/** What was written before; let go of together with what it is the text of. */
export interface KnownTexts {
  readonly rules: RuleTexts;
  readonly footprints: WeakMap<Footprint, string>;
  readonly verdicts: WeakMap<Verdict, string>;
}

/** Knows nothing yet. */
export function createKnownTexts(): KnownTexts {
  return { rules: new WeakMap(), footprints: new WeakMap(), verdicts: new WeakMap() };
}

/** The canonical text of a footprint, or of null. */
export function knownFootprint(footprint: Footprint | null, { footprints }: KnownTexts): string {
  if (footprint === null) return "null";
  let text = footprints.get(footprint);
  if (text === undefined) {
    const layout: Layout = { plain: false };
    text = layoutText(footprintFacts(footprint, layout) as object, layout);
    footprints.set(footprint, text);
  }
  return text;
}

/** The canonical text of a verdict, or of null. */
export function knownVerdict(verdict: Verdict | null, { rules, verdicts }: KnownTexts): string {
  if (verdict === null) return "null";
  let text = verdicts.get(verdict);
  if (text === undefined) {
    text = verdictText(verdict, rules);
    verdicts.set(verdict, text);
  }
  return text;
}
