/** S1: what nothing matches asks, held or not, and a host without a person refuses. */
import type { Profile } from "../profiles/profile.ts";

/** S1's defaults. */
export const s1Profile: Profile = Object.freeze({
  name: "s1",
  kernel: { contained: false },
  session: { mode: "ask" },
} satisfies Profile);
