/** Calls whose verdict a draft changes, those that are alike as one with a count: a thousand reads of one file are one line. */
import type { MovedVerdict } from "@toolplane/contract/console";
import { tellingArgument } from "@toolplane/kernel";
import type { MovedCall } from "@toolplane/library/rooms/rules";

const MAX_WHAT = 200;

/** In the order in which the first of each was judged. */
export function groupMoved(moved: readonly MovedCall[]): readonly MovedVerdict[] {
  const groups = new Map<string, MovedVerdict>();
  for (const { call, ...one } of moved) {
    const what = call.arguments ? tellingArgument(call.arguments).slice(0, MAX_WHAT) : "";
    const { from, to, by, was, wasRejected, wasAllowed } = one;
    const key = JSON.stringify([
      ...[call.tool, what, from, to, by?.source, was?.source],
      ...[wasRejected, wasAllowed],
    ]);
    const known = groups.get(key);
    const count = (known?.count ?? 0) + 1;
    const { callId, sessionId, tool, atMs } = call;
    const newest = { ...one, callId, sessionId, tool, what, atMs };
    groups.set(key, { ...(known && known.atMs >= atMs ? known : newest), count });
  }
  return [...groups.values()];
}
