/** From a credential to the text that goes out. Secrets are checked where they are used: a line break in one would be a second header. */
import { ConfigurationError } from "@toolplane/contract";
import type { CredentialSource, CredentialText } from "./applied-credential.ts";
import { createClientToken } from "./client-token.ts";
import type { Credential } from "./credential.ts";
import { secretText } from "./secret-text.ts";

export interface SourceInput {
  readonly credential: Credential;
  /** The token address that may be believed. */
  readonly tokenUrl: string | null;
  readonly now?: () => number;
}

export function createCredentialSource({
  credential,
  tokenUrl,
  now,
}: SourceInput): CredentialSource {
  const fixed = (get: () => Promise<CredentialText>): CredentialSource => ({
    get,
    renew: () => false,
    tokenUrl: null,
  });
  switch (credential.type) {
    case "bearer":
      return fixed(async () => {
        const token = await secretText(credential.token);
        return { text: `Bearer ${token}`, secrets: [token] };
      });
    case "apiKey":
      return fixed(async () => {
        const value = await secretText(credential.value);
        return { text: value, secrets: [value] };
      });
    case "basic":
      return fixed(async () => {
        const password = await secretText(credential.password);
        const encoded = Buffer.from(`${credential.username}:${password}`).toString("base64");
        return { text: `Basic ${encoded}`, secrets: [password, encoded] };
      });
    case "oauth2":
      if (tokenUrl === null) throw new ConfigurationError("auth", "tokenUrl is missing");
      return createClientToken({ credential, tokenUrl, ...(now ? { now } : {}) });
  }
}
