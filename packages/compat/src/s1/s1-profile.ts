/** S1: what nothing matches asks, held or not, and a host without a person refuses. */
import type { Profile } from "../profiles/profile.ts";

export const s1Profile: Profile = Object.freeze({
  name: "s1",
  kernel: { contained: false },
  session: { mode: "ask" },
} satisfies Profile);
