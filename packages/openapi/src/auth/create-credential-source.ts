/** From a credential to the text that goes out. Secrets are checked where they are used: a line break in one would be a second header. */
import { ConfigurationError } from "@toolplane/contract";
import type { CredentialSource, CredentialText } from "./applied-credential.ts";
import { createClientToken } from "./client-token.ts";
import type { BasicCredential, LoginCredential, UsableCredential } from "./credential.ts";
import { secretText } from "./secret-text.ts";

export interface SourceInput {
  readonly credential: UsableCredential;
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
        const { login, password } = await loginOf(credential);
        const encoded = Buffer.from(login).toString("base64");
        return { text: `Basic ${encoded}`, secrets: [password, encoded] };
      });
    case "oauth2":
      if (tokenUrl === null) throw new ConfigurationError("auth", "tokenUrl is missing");
      return createClientToken({ credential, tokenUrl, ...(now ? { now } : {}) });
  }
}

async function loginOf(
  credential: BasicCredential | LoginCredential,
): Promise<{ readonly login: string; readonly password: string }> {
  if ("login" in credential) {
    const login = await secretText(credential.login);
    // A key in place of the user's name, and no password, is how some APIs have it.
    return { login: login.includes(":") ? login : `${login}:`, password: passwordIn(login) };
  }
  const password = await secretText(credential.password);
  return { login: `${credential.username}:${password}`, password };
}

function passwordIn(login: string): string {
  const password = login.slice(login.indexOf(":") + 1);
  return password === "" ? login : password;
}
