/**
 * The document of Morphix. A call runs unless a flag refuses it; dangerous actions ask, code tools hang on
 * ALLOW_CODE_EXECUTION, failures are tried three times, calls run one after the other. Running unasked is mode `yolo`, which
 * answers soft asks only: rules, dangerous actions and what a sandbox cannot hold still ask.
 */

import type { Profile } from "../profiles/profile.ts";
import { createRetryProfile } from "./create-retry-profile.ts";
import { CODE_TOOLS, DANGEROUS_ACTIONS, DEFAULT_SETTINGS } from "./orchestrator-settings.ts";

export const morphixProfile: Profile = Object.freeze({
  name: "morphix",
  document: "Morphix: Tools Layer",
  preset: "managers",
  kernel: {
    consent: { dangerous: DANGEROUS_ACTIONS, codeTools: CODE_TOOLS },
    retry: createRetryProfile(DEFAULT_SETTINGS),
    uncaught: "told",
  },
  session: { mode: "yolo", strategy: "sequential" },
  sources: {},
  agent: { injects: ["kits", "tool-notes"], suspends: "questions" },
} satisfies Profile);
