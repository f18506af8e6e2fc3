/** S1: what nothing matches asks, and a host without a person refuses. That is the kernel itself, so there is nothing to add. */
import type { Profile } from "../profiles/profile.ts";

/** S1's defaults. */
export const s1Profile: Profile = Object.freeze({
  name: "s1",
  kernel: {},
  session: { mode: "ask" },
} satisfies Profile);
