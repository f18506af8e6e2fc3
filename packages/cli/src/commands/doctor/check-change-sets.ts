/** Change sets that wait in this workspace, and the bounds of what commands may change. */
import type { WaitingSet } from "@toolplane/contract/ports";
import { landingBounds } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMoment,
  formatPlural,
} from "@toolplane/readings";
import { escapeText } from "../../terminal/text/escape-text.ts";
import type { Check, Finding } from "./finding.ts";
import type { Here } from "./look-here.ts";

const name = "Change sets";

export function checkChangeSets(settings: Settings, here: Promise<Here>): Check {
  return async () => {
    const { waiting } = await here;
    const lines = boundLines(settings);
    const [oldest] = waiting;
    if (!oldest) return { name, state: "fine", text: "none wait", lines };
    return { ...waitingFinding(waiting, oldest), lines };
  };
}

function waitingFinding(waiting: readonly WaitingSet[], oldest: WaitingSet): Finding {
  const bytes = waiting.reduce((sum, set) => sum + set.bytes, 0);
  const since = formatMoment(oldest.atMs, { nowMs: Date.now() });
  return {
    name,
    state: "decide",
    text: `${formatPlural(waiting.length, "waits", "wait")}, ${formatBytes(bytes)}, the oldest since ${since}`,
    next: `toolplane land ${escapeText(oldest.callId)} shows it and asks.`,
  };
}

function boundLines(settings: Settings): readonly string[] {
  const {
    maxBytes = 0,
    maxFiles = 0,
    maxWaitingBytes = 0,
    maxJournalBytes = 0,
  } = landingBounds(settings);
  const { waitingSets, waitingDays, landingSeconds, backgroundWrites } = settings;
  const outputs = backgroundWrites.map(escapeText).join(", ");
  return [
    `One command changes at most ${formatCount(maxFiles)} files, ${formatBytes(maxBytes)}; landing takes at most ${formatDuration(landingSeconds * 1_000)}.`,
    `At most ${formatPlural(waitingSets, "set waits", "sets wait")}, ${formatPlural(waitingDays, "day")}, ${formatBytes(maxWaitingBytes)}; undo keeps ${formatBytes(maxJournalBytes)}.`,
    `Background processes write ${outputs === "" ? "what their call names" : `${outputs} and what their call names`}, at most ${formatBytes(settings.backgroundMegabytes * 1_048_576)} more and ${formatCount(settings.backgroundFiles)} files.`,
  ];
}
