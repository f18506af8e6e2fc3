/** The end of a command's changes (landed, kept or dropped), as the end of its line and as the lines below it. Text is escaped here. */
import { changeCount, describeFiles, type Landing } from "@toolplane/contract";
import { formatCount, formatPlural } from "@toolplane/readings";
import { escapeText } from "../text/escape-text.ts";
import { shortPath } from "../words/resource-text.ts";

/** Paths that are named with their reason. */
const MOST_REASONS = 5;

/** The words behind the name of the call: `214 files landed`, `dropped, nothing changed`. */
export function landingNote(landing: Landing): string {
  const { state, why, counts, refused = [], heldBack = 0, unchecked = [] } = landing;
  const files = describeFiles(counts, formatCount);
  if (state === "kept") return "nothing landed, kept";
  if (state === "dropped") {
    if (why === "dry-run") return `dry run, ${files} would change`;
    if (why === "stopped" || why === "bound") return `nothing landed (${files} dropped)`;
    return "dropped, nothing changed";
  }
  const by =
    unchecked.length === 0 ? "" : `, unchecked: ${escapeText(unchecked.join(", "))} is not trusted`;
  if (refused.length === 0) return `${files} landed${by}`;
  const held = heldBack === 0 ? "" : `, ${formatPlural(heldBack, "removal")} held back`;
  return `${formatCount(changeCount(counts))} landed, ${formatCount(refused.length)} left out${held}${by}`;
}

/** Why it did not land, path by path, and where it is kept. Empty for what landed or was dropped. */
export function landingReasons(
  { state, why, refused = [] }: Landing,
  { callId, workspace }: { readonly callId: string; readonly workspace: string | null },
): readonly string[] {
  if (state !== "kept") return [];
  const kept = `nothing landed, kept as ${escapeText(callId)}: toolplane land ${escapeText(callId)}`;
  const name = (path: string): string => escapeText(shortPath(path, workspace));
  const [first] = refused;
  if (why === "conflict" && first && refused.length === 1)
    return [`${name(first.path)} was changed by somebody else meanwhile; ${kept}`];
  const more = refused.length - MOST_REASONS;
  return [
    ...refused
      .slice(0, MOST_REASONS)
      .map(({ path, reason }) => `${name(path)}: ${escapeText(reason)}`),
    ...(more > 0 ? [`and ${formatPlural(more, "more path")}`] : []),
    `${why === "conflict" ? "Somebody else changed these meanwhile; " : ""}${kept}`,
  ];
}
