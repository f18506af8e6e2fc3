/** Opens the key that a record is sealed with, and those from before that only verify. */
import { ConfigurationError } from "@toolplane/contract";
import type { RecordKey } from "@toolplane/contract/ports";
import type { KeyPlace, RecordPlace } from "../ground/record-place.ts";
import { openKey, readKey } from "./open-key.ts";

/** A ring where there are old ones: what it seals names its key. Throws a ConfigurationError for one that cannot be read. */
export function openKeys(
  userData: string,
  place: Pick<RecordPlace, "key" | "oldKeys"> | null,
): RecordKey {
  const { key = null, oldKeys = [] } = place ?? {};
  const current =
    key === null ? openKey(userData) : bytesOf(key, "put a copy of the record's key here");
  if (oldKeys.length === 0) return current;
  const old = oldKeys.map((one) =>
    bytesOf(one, 'put a copy of that key here, or take it out of "oldKeys"'),
  );
  return { current, old };
}

function bytesOf(place: KeyPlace, next: string): Uint8Array {
  if ("bytes" in place) return place.bytes();
  const bytes = readKey(place.file);
  if (bytes !== null) return bytes;
  throw new ConfigurationError(place.file, `is not there: ${next}`);
}
