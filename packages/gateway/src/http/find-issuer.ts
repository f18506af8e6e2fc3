/** Finds out about an authorization server: where its keys lie, and who is asked about a token that is not signed. */
import { IssuerFault, isSafe } from "./issuer-fetch.ts";

export interface IssuerMetadata {
  readonly keys: URL | null;
  readonly introspection: URL | null;
}

/** Rejects where it says nothing that can be used. `fetch` is bounded. */
export async function findIssuer(
  issuer: string,
  fetch: typeof globalThis.fetch,
): Promise<IssuerMetadata> {
  for (const address of metadataAddresses(issuer)) {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    if (!answer.ok) continue;
    const found = (await answer.json()) as Readonly<Record<string, unknown>>;
    // Another's metadata under this address would have us trust another's keys.
    if (found.issuer !== issuer) break;
    return {
      keys: addressOf(found.jwks_uri),
      introspection: addressOf(found.introspection_endpoint),
    };
  }
  throw new IssuerFault("The authorization server does not say what it signs with.");
}

function addressOf(value: unknown): URL | null {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && isSafe(url) ? url : null;
}

/** RFC 8414 puts the well-known part before the path, OpenID Connect after it. */
function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}
