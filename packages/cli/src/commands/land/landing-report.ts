/** The end of a landing by hand: what landed and how to take it back, or why it still waits. */

import type { Landing } from "@toolplane/contract";
import type { WaitingSet } from "@toolplane/contract/ports";
import { landingMark } from "@toolplane/library/rooms/record";
import { quoteVisibly } from "@toolplane/readings";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { landingNote, landingReasons } from "../../terminal/changes/landing-words.ts";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

interface Landed {
  readonly landing: Landing;
  readonly chosen: WaitingSet;
  readonly workspace: string | null;
}

export function landingReport(landed: Landed): Report {
  const { landing, chosen } = landed;
  const { sessionId, callId } = chosen;
  const json = { sessionId, callId, landing };
  if (landing.state === "kept") {
    const advice = adviceLines(landed);
    const exitCode = advice.length > 0 ? EXIT_CODES.denied : EXIT_CODES.failed;
    return { exitCode, json, shown: [...reasonLines(landed), ...advice] };
  }
  const undo = landing.state === "landed" ? `  undo: toolplane undo ${sessionId} ${callId}` : "";
  const mark = landingMark(landing);
  return { json, shown: [line(`${landingNote(landing)}${undo}`, { mark })] };
}

function reasonLines({ landing, chosen, workspace }: Landed): readonly Shown[] {
  return landingReasons(landing, { callId: chosen.callId, workspace }).map((text) =>
    note(text, { mark: "failed", wraps: true }),
  );
}

/** A set that was refused lands without what was refused. */
function adviceLines({ landing, chosen, workspace }: Landed): readonly Shown[] {
  const [first] = landing.refused ?? [];
  if (landing.why !== "refused" || !first) return [];
  const path = quoteVisibly(escapeText(shortPath(first.path, workspace)));
  return [note(`Leave it out: toolplane land ${chosen.callId} --without ${path}`, { indent: 2 })];
}
