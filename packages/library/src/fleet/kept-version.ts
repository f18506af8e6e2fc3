import { LOOP_VERSION } from "@toolplane/agent";

/** The loop that kept a run, as its row says: the opener of the run looks at the seal. */
export function keptVersion(head: unknown): string {
  const { state } = (head ?? {}) as { readonly state?: { readonly version?: unknown } };
  return String(state?.version ?? LOOP_VERSION);
}
