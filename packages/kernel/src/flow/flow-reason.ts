/** The one sentence of an opinion about labels: what was shown before, and what would go where. */
import type { Destination, RuleReference, SeenLabel } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";

/** Names of places in one sentence; the question has all of them. */
const MAX_PLACES = 3;
const MAX_TEXT = 120;

export function flowReason({
  rule,
  seen,
  tool,
  places,
}: {
  readonly rule: RuleReference;
  readonly seen: readonly SeenLabel[];
  readonly tool: string;
  readonly places: readonly Destination[];
}): string {
  const read = seen.map(({ label, source }) => `${short(source)} (${label})`).join(" and ");
  const before = read === "" ? "" : `This session was shown ${read}. `;
  return `${before}${tool} ${deed(rule, places)}: ${place(rule)}.`;
}

function deed({ rule }: RuleReference, places: readonly Destination[]): string {
  const verb = rule.permission === "data.change" ? "would change" : "would send to";
  const unnamed = rule.unless === "named" ? ", which nobody named" : "";
  if (places.length === 0)
    return rule.permission === "data.change"
      ? "would change something that is not held here"
      : "would carry something out, and nobody can tell where to";
  const shown = places.slice(0, MAX_PLACES).map(({ text }) => short(text));
  const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : "";
  return `${verb} ${shown.join(", ")}${more}${unnamed}`;
}

function place({ rule, source }: RuleReference): string {
  const where = source.file === undefined ? `${source.scope} rule` : source.file;
  const line = source.line === undefined ? "" : `:${source.line}`;
  return `${where}${line} ${rule.action} ${rule.permission} ${rule.pattern}`;
}

function short(text: string): string {
  const shown = escapeHidden(text);
  return shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
}
