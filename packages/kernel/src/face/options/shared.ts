import type { Variables } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import type { Receipts } from "../../approval/receipts.ts";
import type { Policy } from "../../policy/compile-policy.ts";
import type { Registry } from "../../registry/create-registry.ts";
import type { Locks } from "../../schedule/create-locks.ts";
import type { CatalogSearch } from "../../search/create-catalog-search.ts";
import type { SessionState } from "../../session/session-state.ts";
import type { KernelOptions } from "./kernel-options.ts";
import type { Session } from "./session.ts";

/** Parts that all sessions of a kernel share. */
export interface Shared {
  readonly options: KernelOptions;
  readonly registry: Registry;
  readonly redactor: Redactor;
  readonly receipts: Receipts;
  /** Held by running calls of any session: they share one workspace. */
  readonly locks: Locks;
  /** Finds tools by what they say of themselves. */
  readonly search: CatalogSearch;
  /** The state behind each face, so that a child finds its parent's. */
  readonly states: WeakMap<Session, SessionState>;
  /** The policy of sessions without rules of their own. */
  readonly commonPolicy: (variables: Variables) => Policy;
}
