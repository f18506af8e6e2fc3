/** The bounds of landings from what a host was given; what was not said keeps its default. */
import { LANDING_BOUNDS, type LandingBounds } from "@toolplane/sandbox";
import type { LandingOptions } from "./host-options.ts";

const DAY_MS = 86_400_000;

export function landingBounds(options: LandingOptions = {}): LandingBounds {
  const { maxBytes, maxFiles, maxWaiting, maxWaitingBytes } = options;
  const { maxWaitingDays, maxJournalBytes, maxLandingMs } = options;
  return {
    maxUpperBytes: maxBytes ?? LANDING_BOUNDS.maxUpperBytes,
    maxUpperFiles: maxFiles ?? LANDING_BOUNDS.maxUpperFiles,
    maxWaiting: maxWaiting ?? LANDING_BOUNDS.maxWaiting,
    maxWaitingBytes: maxWaitingBytes ?? LANDING_BOUNDS.maxWaitingBytes,
    maxWaitingAgeMs:
      maxWaitingDays === undefined ? LANDING_BOUNDS.maxWaitingAgeMs : maxWaitingDays * DAY_MS,
    maxJournalBytes: maxJournalBytes ?? LANDING_BOUNDS.maxJournalBytes,
    maxLandingMs: maxLandingMs ?? LANDING_BOUNDS.maxLandingMs,
  };
}
