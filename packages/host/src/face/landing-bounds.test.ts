import { LANDING_BOUNDS } from "@toolplane/sandbox/inside";
import { describe, expect, it } from "vitest";
import { landingBounds } from "./landing-bounds.ts";

describe("the bounds of landings", () => {
  it("are the defaults until something is said", () => {
    expect(landingBounds()).toEqual(LANDING_BOUNDS);
  });

  it("are each what a host was given", () => {
    const options = {
      maxBytes: 1,
      maxFiles: 2,
      maxWaiting: 3,
      maxWaitingBytes: 4,
      maxWaitingDays: 5,
      maxJournalBytes: 6,
      maxLandingMs: 7,
    };
    expect(landingBounds(options)).toEqual({
      maxUpperBytes: 1,
      maxUpperFiles: 2,
      maxWaiting: 3,
      maxWaitingBytes: 4,
      maxWaitingAgeMs: 432_000_000,
      maxJournalBytes: 6,
      maxLandingMs: 7,
    });
  });
});
