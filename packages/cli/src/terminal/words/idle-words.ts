/** Rules that match nothing here, and rows that cannot be read, in the words that every command uses. */
import type { IdleRule } from "@toolplane/library/rooms/rules";
import { escapeText } from "../text/escape-text.ts";
import { ruleText, ruleWords } from "./rule-text.ts";

const MOST_NAMED = 5;

/** A sentence for each of the first ones, and how many more there are. */
export function idleWords(rules: readonly IdleRule[]): readonly string[] {
  return firstOnes(
    rules.map(({ rule, source, reason, near }) => {
      const what = rule.action === undefined ? `label ${rule.label}` : ruleWords({ rule });
      const meant = near === null ? "" : `. Did you mean "${near}"?`;
      return `${what} (${ruleText({ source })}) matches nothing: ${escapeText(`${reason}${meant}`)}`;
    }),
  );
}

/** The rows of an untrusted project's rule file that do not hold. */
export function brokenWords(broken: readonly string[]): readonly string[] {
  return firstOnes(broken.map((text) => `Does not hold: ${escapeText(text)}`));
}

function firstOnes(texts: readonly string[]): readonly string[] {
  const more = texts.length - MOST_NAMED;
  return more > 0 ? [...texts.slice(0, MOST_NAMED), `and ${more} more.`] : texts;
}
