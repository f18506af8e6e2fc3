/**
 * S4: a registered tool runs, and only a before-callback may skip it; calls of one response run all at once. Its permission
 * system is marked as an idea, so this profile answers soft asks; rules that ask or deny hold here as everywhere.
 */
import type { Profile } from "../profiles/profile.ts";

export const s4Profile: Profile = Object.freeze({
  name: "s4",
  kernel: {},
  session: { mode: "yolo", strategy: "parallel" },
} satisfies Profile);
