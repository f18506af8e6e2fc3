/**
 * The document of Steerable. A tool's mode decides: `local` needs consent, everything else runs by itself, which is mode
 * `yolo`: it answers soft asks only, so a rule that asks or denies counts here too.
 */
import type { ToolMode } from "@toolplane/contract";
import type { Profile } from "../profiles/profile.ts";
import { MODE_TREATMENTS } from "./mode-treatments.ts";
import { readHarnessOutput } from "./read-harness-output.ts";

const MODES = Object.keys(MODE_TREATMENTS) as readonly ToolMode[];

export const steerableProfile: Profile = Object.freeze({
  name: "steerable",
  document: "Steerable: Tools Spec",
  preset: null,
  kernel: {
    consent: { consentModes: MODES.filter((mode) => MODE_TREATMENTS[mode].consent) },
    readOutput: readHarnessOutput,
    // A safe write, and a command that a person agreed to: what that changed is known only when it has run.
    preview: ["safe_write", "local"],
  },
  session: { mode: "yolo" },
  sources: {},
  agent: { completion: "tool" },
} satisfies Profile);
