/** How a landing by hand ended: what landed and how to take it back, or why it still waits. */
import type { Landing } from "@toolplane/contract";
import type { WaitingSet } from "@toolplane/contract/ports";
import { landingMark } from "@toolplane/library/rooms/record";
import { quoteVisibly } from "@toolplane/readings";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { landingNote, landingReasons } from "../../terminal/changes/landing-words.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

export function tellLanding(
  terminal: Terminal,
  told: {
    readonly landing: Landing;
    readonly chosen: WaitingSet;
    readonly workspace: string | null;
  },
): ExitCode {
  const { landing, chosen, workspace } = told;
  const { callId, sessionId } = chosen;
  const mark = terminal.out.mark(landingMark(landing));
  if (landing.state === "kept") {
    for (const text of landingReasons(landing, { callId, workspace }))
      for (const [index, line] of wrapText(text, terminal.columns() - 2).entries())
        terminal.note(`${index === 0 ? terminal.err.mark("failed") : " "} ${line}`);
    const [first] = landing.refused ?? [];
    if (landing.why !== "refused" || !first) return EXIT_CODES.failed;
    const path = quoteVisibly(escapeText(shortPath(first.path, workspace)));
    terminal.note(`  Leave it out: toolplane land ${escapeText(callId)} --without ${path}`);
    return EXIT_CODES.denied;
  }
  const exactly = `${escapeText(sessionId)} ${escapeText(callId)}`;
  const undo = landing.state === "landed" ? `  undo: toolplane undo ${exactly}` : "";
  terminal.print(`${mark} ${landingNote(landing)}${undo}`);
  return EXIT_CODES.done;
}
