/** Input of the conformance suite for stores, and the shape of a check. */
import type { Store } from "@toolplane/contract/ports";

export interface StoreConformanceOptions {
  /** Opens a fresh, empty store; called for each check. The check closes it. */
  readonly open: () => Promise<Store>;
  /** Opens again what a store held that was flushed and closed. Without it durability is not checked. */
  readonly reopen?: (closed: Store) => Promise<Store>;
  /** Opens what an open store holds a second time, as another process does. Without it two writers are not checked. */
  readonly beside?: (open: Store) => Promise<Store>;
}

/** One thing that a store must hold to. `run` gives the problem in a sentence, or null. */
export interface StoreCheck {
  readonly name: string;
  run(store: Store, options: StoreConformanceOptions): Promise<string | null>;
}
