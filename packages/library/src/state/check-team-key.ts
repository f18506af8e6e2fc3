/**
 * Checks that this machine seals with the key of the record. A row of the store holds what only that key makes. The first machine
 * writes it; one with another key is refused before it seals anything that the others could not verify.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { ConfigurationError } from "@toolplane/contract";
import { SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";

/** The place of its row among the slots. */
export const KEY_SLOT = "toolplane:key";
const PURPOSE = "toolplane key of a record 1\n";

export async function checkTeamKey(store: Store, key: Uint8Array): Promise<void> {
  const mark = createHmac("sha256", key).update(PURPOSE).digest("hex");
  const change = { from: null, to: { mark } };
  if (await store.slots.replace(SESSIONS_CHAIN, KEY_SLOT, change)) return store.flush();
  const kept = await store.slots.get(SESSIONS_CHAIN, KEY_SLOT);
  if (isMark(kept, mark)) return;
  throw new ConfigurationError(
    "record",
    'it is sealed with another key. Give this machine the key of the others: "key": { "file": … } beside "postgres", with a copy of their file',
  );
}

function isMark(kept: unknown, mark: string): boolean {
  const { mark: text } = (kept ?? {}) as { readonly mark?: unknown };
  if (typeof text !== "string" || text.length !== mark.length) return false;
  return timingSafeEqual(Buffer.from(text), Buffer.from(mark));
}
