/**
 * Makes the nonce of the fence around text from outside. The same call has the same nonce each time a model sees it, or prompt
 * caches would break. It cannot be known without the secret, or the text could end its own fence.
 */
import { createHmac, createSecretKey } from "node:crypto";
import type { RecordKey } from "@toolplane/contract/ports";

const PURPOSE = "toolplane fence 1\n";
const LENGTH = 22;

/** Nonces of one secret: 32 random bytes, or a key that is kept. */
export function createCallNonce(
  secret: RecordKey,
): (call: { readonly sessionId: string; readonly callId: string }) => string {
  // Made once: from bytes Node makes such a key again for each text, which takes seven times as long as the rest.
  const key = createSecretKey("current" in secret ? secret.current : secret);
  return ({ sessionId, callId }) =>
    createHmac("sha256", key)
      .update(PURPOSE)
      .update(JSON.stringify([sessionId, callId]))
      .digest("base64url")
      .slice(0, LENGTH);
}
