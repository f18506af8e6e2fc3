import type { SessionOptions } from "@toolplane/kernel";
import type { FamilyMember } from "./family.ts";
import type { RunParent } from "./keep-run.ts";

export interface ChildPlace {
  readonly above: FamilyMember;
  /** Its kind, as people are shown it. */
  readonly agent: string;
  readonly session: Pick<SessionOptions, "rules" | "requires" | "tools">;
  /** Its instructions are the whole system prompt. */
  readonly isBare: boolean;
  /** It would work in a view of its own, but does without one: told why there is none. */
  readonly withoutView?: (reason: string) => void;
  /** The call that started it. */
  readonly startedBy: RunParent;
}
