import type { CredentialSource } from "./applied-credential.ts";
import type { Secret } from "./credential.ts";
import { secretText } from "./secret-text.ts";

/** A header that was given with its value; the whole value is a secret. */
export function headerSource(secret: Secret): CredentialSource {
  const get = async () => {
    const text = await secretText(secret);
    return { text, secrets: [text] };
  };
  return { get, renew: () => false, tokenUrl: null };
}
