/** Says what a person did about a call's changes afterwards, as the end of its line and as lines of its own. Text is escaped here. */
import type { RecordedLanding } from "@toolplane/kernel/record";
import { formatPlural } from "@toolplane/readings";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

const MOST_NAMED = 5;

/** The words behind the name of the call: `4 files landed by hand`. */
export function byHandWords({ state, landing, without }: RecordedLanding): string {
  if (state === "unknown") return "landing by hand, end unknown";
  if (state === "dropped") return "dropped by hand";
  if (landing === null) return state === "landed" ? "landed by hand" : "nothing landed, kept";
  if (state === "kept") return landingNote(landing);
  const left = without?.length ?? 0;
  return `${landingNote(landing)} by hand${left === 0 ? "" : `, ${left} left out`}`;
}

/** Says who it was, when, and without what, and names its row. */
export function byHandLines(
  { state, by, action, atMs, without, landing, rows }: RecordedLanding,
  workspace: string | null,
): readonly string[] {
  const at = new Date(atMs).toTimeString().slice(0, 8);
  const who = by === null ? "" : ` by ${escapeText(by)}`;
  const row = rows.at(-1)?.sequence ?? 0;
  const held = landing?.heldBack ?? 0;
  return [
    `${VERBS[state](action)} by hand${who} at ${at}, row ${row}`,
    ...(without && without.length > 0
      ? [
          `without ${named(without, workspace)}${held === 0 ? "" : `; ${formatPlural(held, "removal")} held back`}`,
        ]
      : []),
  ];
}

const VERBS = {
  landed: () => "landed",
  dropped: () => "dropped",
  kept: () => "tried",
  unknown: (action: RecordedLanding["action"]) =>
    `it is not known how it ended: ${action === "drop" ? "dropping" : "landing"}`,
} as const;

function named(paths: readonly string[], workspace: string | null): string {
  const shown = paths.slice(0, MOST_NAMED).map((path) => escapeText(shortPath(path, workspace)));
  const left = paths.length - shown.length;
  return `${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}
