import { LOOP_VERSION } from "@toolplane/agent";

/** Which loop kept a run, by what its row says: whoever opens it looks at the seal. */
export function keptVersion(head: unknown): string {
  const { state } = (head ?? {}) as { readonly state?: { readonly version?: unknown } };
  return String(state?.version ?? LOOP_VERSION);
}
