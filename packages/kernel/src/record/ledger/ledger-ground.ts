import type { Store } from "@toolplane/contract/ports";
import type { SealKey } from "../rows/chain.ts";

/** What is needed to go on with the chain of sessions. */
export interface LedgerGround {
  readonly store: Pick<Store, "activity" | "events" | "journal" | "record" | "sessions">;
  readonly key: SealKey;
  readonly wallMs: () => number;
}
