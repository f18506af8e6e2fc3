/** Lines below a call's own line, about the changes that it made on its view. */
import { changeCount, describeCounts, describeFiles, type Landing } from "@toolplane/contract";
import { formatCount } from "@toolplane/readings";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { foldChanges } from "../../terminal/changes/fold-changes.ts";
import { landingReasons } from "../../terminal/changes/landing-words.ts";
import type { Paint } from "../../terminal/paint.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";

export interface LandingView {
  readonly paint: Paint;
  readonly width: number;
  readonly workspace: string | null;
  readonly callId: string;
}

/** Why it did not land and where it waits; indented by two. */
export function keptLines(landing: Landing, view: LandingView): readonly string[] {
  const mark = view.paint.mark("failed");
  return landingReasons(landing, view).flatMap((text) =>
    wrapText(text, view.width - 4).map((line, at) => `  ${at === 0 ? mark : " "} ${line}`),
  );
}

/** The result of a dry run; `landing` is null when it would change nothing. */
export function dryRunLines(landing: Landing | null, view: LandingView): readonly string[] {
  const end = `${view.paint.mark("allow")} Dropped. Nothing was changed.`;
  if (landing === null) return ["  nothing would change", end];
  const { counts, changes } = landing;
  const left = changeCount(counts) - changes.length;
  const folded = `${foldChanges(changes, view.workspace)}${left > 0 ? ` · ${formatCount(left)} more` : ""}`;
  return [
    `  ${describeFiles(counts, formatCount)} would change: ${describeCounts(counts)}`,
    ...wrapText(folded, view.width - 2).map((line) => `  ${line}`),
    end,
  ];
}

/** The exit code for a set that did not land; null where the call's own end says it. */
export function landingExit({ state, why }: Landing): ExitCode | null {
  if (state !== "kept") return null;
  return why === "refused" ? EXIT_CODES.denied : EXIT_CODES.failed;
}
