/** Reads the work that a session goes on from where others may drive it: its own, and what its family has used and seen. */
import type { Store } from "@toolplane/contract/ports";
import type { EarlierWork } from "@toolplane/kernel";
import { readEarlier } from "./read-earlier.ts";

export async function readFamilyWork(
  store: Pick<Store, "events" | "payloads" | "sessions">,
  { sessionId, family }: { readonly sessionId: string; readonly family: string },
): Promise<EarlierWork> {
  const [own, all] = await Promise.all([readEarlier(store, sessionId), readEarlier(store, family)]);
  const { [sessionId]: _, ...others } = all.usedBelow ?? {};
  const flow = all.flow ?? own.flow;
  return {
    ...own,
    ...(flow ? { flow } : {}),
    usedBelow: { ...others, [family]: all.usedCalls ?? {} },
  };
}
