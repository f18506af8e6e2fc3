/** Rules that name a folder and not what lies in it, in the words that every command uses. */
import type { RuleReference } from "@toolplane/contract";
import { formatPlural } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";
import { ruleText, ruleWords } from "./rule-text.ts";
import type { TrackedWords } from "./tracked-words.ts";

const MOST_NAMED = 3;

/** The warning and the advice; null when no rule needs one. */
export function folderWords(rules: readonly RuleReference[]): TrackedWords | null {
  const [first] = rules;
  if (first === undefined) return null;
  const named = rules.slice(0, MOST_NAMED).map((one) => `${ruleWords(one)} (${ruleText(one)})`);
  const more = rules.length - named.length;
  const count = formatPlural(rules.length, "rule names", "rules name");
  return {
    text: `${count} a folder, and not what lies in it: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}. The files in it stay open.`,
    next: `write ${escapeText(first.rule.pattern)}/** to mean everything below it.`,
  };
}
