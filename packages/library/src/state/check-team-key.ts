/**
 * Checks that this machine seals with the key of the record. A row of the store names that key and the old ones, under its seal. The
 * first machine writes it. One with another key is refused before it seals anything that the others could not verify.
 *
 * A machine whose old keys hold the one of the row brings a new key: the row is written again under it, and the one before is old
 * for everybody. It never becomes the key again, whichever machine is started with it.
 */
import { ConfigurationError } from "@toolplane/contract";
import { type RecordKey, SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { createSealer, type Sealer } from "@toolplane/kernel";

/** The place of its row among the slots. */
export const KEY_SLOT = "toolplane:key";
const PURPOSE = "toolplane key of a record 1\n";
/** Machines that bring the same new key at once. */
const TRIES = 3;

type KeyRow = { readonly old: readonly string[]; readonly mark: string };

export async function checkTeamKey(
  store: Pick<Store, "slots" | "flush">,
  key: RecordKey,
): Promise<void> {
  const sealer = createSealer(key);
  for (let left = TRIES; left > 0; left -= 1) {
    const kept = await store.slots.get(SESSIONS_CHAIN, KEY_SLOT);
    const old = kept === null ? [] : oldAfter(readRow(kept), sealer);
    if (old === null) return;
    const to = { old: [...old], mark: sealer.seal(textOf(old)) };
    if (await store.slots.replace(SESSIONS_CHAIN, KEY_SLOT, { from: kept, to }))
      return store.flush();
  }
  throw refused("its key is being exchanged by another machine: try again");
}

/** The old keys of a row that is to be written; null where the row stays. */
function oldAfter({ old, mark }: KeyRow, sealer: Sealer): readonly string[] | null {
  const seal = sealer.check(textOf(old), mark);
  if (!seal.isGenuine)
    throw refused(
      `it is sealed with another key${seal.unknownKey === null ? "" : `, ${seal.unknownKey}`}. Give this machine the key of the others: "key": { "file": … } beside "postgres", with a copy of their file. Where they were given a new one, this machine's is one of the "oldKeys" beside it`,
    );
  if (!seal.isOld) return null;
  if (old.includes(sealer.name))
    throw refused(
      `the key ${sealer.name} of this machine is an old one, and nothing is sealed by it. The key is ${seal.keyName} by now: make that the "key", and this one of the "oldKeys"`,
    );
  return [...old, seal.keyName];
}

function readRow(kept: unknown): KeyRow {
  const { old, mark } = (kept ?? {}) as { readonly old?: unknown; readonly mark?: unknown };
  return {
    old: Array.isArray(old) ? old.map(String) : [],
    mark: typeof mark === "string" ? mark : "",
  };
}

/** The row of a version that knew one key had no list. */
function textOf(old: readonly string[]): string {
  return old.length === 0 ? PURPOSE : `${PURPOSE}${JSON.stringify(old)}`;
}

function refused(text: string): ConfigurationError {
  return new ConfigurationError("record", text);
}
