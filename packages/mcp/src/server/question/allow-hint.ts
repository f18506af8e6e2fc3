/**
 * What to do about a call that had to be asked about where nobody was asked. The refusal itself says which rule or missing
 * rule it was; this says how a person would allow it. It is text for whoever reads the result and grants nothing.
 */
import type { Explanation, Opinion, Resource } from "@toolplane/contract";
import { exactRule } from "@toolplane/kernel";
import { hasHidden } from "@toolplane/readings";

const MAX_RULES = 3;

/** Where a person's rules are. */
export interface RulesPlace {
  /** The file that a rule goes into. */
  readonly file: string;
  /** What else keeps rules from holding: that a project is not trusted, that a file could not be read. */
  readonly note?: string;
}

export interface HintOptions {
  readonly canAsk: boolean;
  /** The client can show forms, and showed this one to nobody. */
  readonly isUnasked: boolean;
  readonly place: RulesPlace | null;
}

/** The hint, or null when the call was refused for another reason than that nobody was asked. */
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

/** Of a client that showed its form to nobody the refusal tells. */
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
    // Without variables: whoever reads this may stand in another workspace.
    const rule = target ? exactRule({ tool, resource: target }, {}) : null;
    return rule && !hasHidden(rule.pattern) ? [JSON.stringify(rule)] : [];
  });
  return [...new Set(rules)].slice(0, MAX_RULES);
}
