/**
 * S3: a tool's mode decides. `local` needs consent, everything else runs by itself, which is mode `yolo`: it answers
 * soft asks only, so a rule that asks or denies counts under this profile too.
 */
import type { ToolMode } from "@toolplane/contract";
import type { Profile } from "../profiles/profile.ts";
import { MODE_TREATMENTS } from "./mode-treatments.ts";

const MODES = Object.keys(MODE_TREATMENTS) as readonly ToolMode[];

export const s3Profile: Profile = Object.freeze({
  name: "s3",
  kernel: { profile: { consentModes: MODES.filter((mode) => MODE_TREATMENTS[mode].consent) } },
  session: { mode: "yolo" },
} satisfies Profile);
