/**
 * Advises how to allow a call that had to be asked about where no person was asked. The refusal itself names the rule
 * or the missing rule; this is how a person would allow it. It is text for the reader of the result and grants nothing.
 */
import type { Explanation, Opinion, Resource } from "@toolplane/contract";
import { exactRule } from "@toolplane/kernel";
import { hasHidden } from "@toolplane/readings";

const MAX_RULES = 3;

/** Where a person's rules are. */
export interface RulesPlace {
  /** The file that a rule goes into. */
  readonly file: string;
  /** Another obstacle to the rules: a project that is not trusted, a file that could not be read. */
  readonly note?: string;
}

export interface HintOptions {
  readonly canAsk: boolean;
  /** The client can show forms, and did not show this one. */
  readonly isUnasked: boolean;
  readonly place: RulesPlace | null;
}

/** The hint, or null when the call was refused for another reason than the lack of a person to ask. */
export function allowHint(
  { tool, verdict, footprint }: Explanation,
  { canAsk, isUnasked, place }: HintOptions,
): string | null {
  if (verdict?.action !== "ask") return null;
  const rules = rulesFor(tool, verdict.opinions, footprint.resources);
  const isOutside = verdict.opinions.some(
    ({ judge, action }) => judge === "reach" && action === "ask",
  );
  // The refusal says what opens it; a rule would not.
  const rule = isOutside
    ? "It reaches outside the workspace, which no rule opens: a person starts the server with --add-dir, or sets reach in their own configuration"
    : rules.length === 0
      ? "To allow it, have a person run it from a face that can ask"
      : `To allow it, a person can add to ${place?.file ?? "the rules"}: ${rules.join(" ")}`;
  const forms = canAsk ? "" : ", or connects a client that can show forms";
  const words = [...who({ canAsk, isUnasked }), `${rule}${forms}.`, place?.note ?? ""];
  return words.filter((text) => text !== "").join(" ");
}

/** Says why the client was not asked. For a client that did not show its form, the refusal says so. */
function who({ canAsk, isUnasked }: Omit<HintOptions, "place">): readonly string[] {
  if (isUnasked) return [];
  return canAsk
    ? ["This server puts no questions to its clients."]
    : ["This client cannot be asked: it declares no elicitation of forms."];
}

function rulesFor(
  tool: string,
  opinions: readonly Opinion[],
  resources: readonly Resource[],
): readonly string[] {
  const asked = opinions.filter(({ action }) => action === "ask");
  const rules = asked.flatMap(({ resource }) => {
    const target = resource === undefined ? undefined : resources[resource];
    // Without variables: the reader may be in another workspace.
    const rule = target ? exactRule({ tool, resource: target }, {}) : null;
    return rule && !hasHidden(rule.pattern) ? [JSON.stringify(rule)] : [];
  });
  return [...new Set(rules)].slice(0, MAX_RULES);
}
