import type { Store } from "@toolplane/contract/ports";
import type { SealKey } from "../rows/chain.ts";

/** The parts that the chain of sessions needs to go on. */
export interface LedgerGround {
  readonly store: Pick<Store, "activity" | "events" | "journal" | "record" | "sessions">;
  readonly key: SealKey;
  readonly wallMs: () => number;
}
