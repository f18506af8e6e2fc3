/** Completes a rule file at the cursor: names of members, capabilities and tools, actions, labels. */
import type { RuleWords } from "@toolplane/contract/console";
import { completionPlace } from "./completion-place.ts";

export interface RuleCompletion {
  readonly from: number;
  readonly options: readonly {
    readonly label: string;
    readonly detail: string;
    readonly apply: string;
  }[];
}

/** Null where nothing is known. Unasked, nothing is offered before a quote or a letter is typed. */
export function completeRules(
  text: string,
  at: number,
  { words, isAsked }: { readonly words: RuleWords; readonly isAsked: boolean },
): RuleCompletion | null {
  const place = completionPlace(text, at);
  if (place === null || (!isAsked && !place.isQuoted && place.from === at)) return null;
  const { kind, of, from, isQuoted } = place;
  const known =
    kind === "name"
      ? of === null
        ? TOP
        : of === "rules"
          ? words.names
          : []
      : of === "permission"
        ? words.permissions
        : of === "action"
          ? words.actions
          : of === "after" || of === "label"
            ? words.labels
            : of === "unless"
              ? UNLESS
              : [];
  if (known.length === 0) return null;
  const colon = kind === "name" ? ": " : "";
  return {
    from,
    options: known.map(({ name, detail }) => ({
      label: name,
      detail,
      apply: isQuoted ? name : `"${name}"${colon}`,
    })),
  };
}

const TOP = [{ name: "rules", detail: "the list of rules" }];
const UNLESS = [{ name: "named", detail: "a person named where it goes to" }];
