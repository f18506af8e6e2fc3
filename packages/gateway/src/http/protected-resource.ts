/**
 * Describes to a client how to get a token for this server from another one (RFC 9728): which authorization servers give them
 * out, and for which address. The document is no secret; it is served to every client that may speak to the server at all.
 */
import { ConfigurationError } from "@toolplane/contract";

export interface ProtectedResource {
  /** The address of this server as its clients know it: what a token has to be issued for. */
  readonly resource: string;
  readonly authorizationServers: readonly string[];
  readonly scopes?: readonly string[];
  /**
   * True when this token was issued for this resource and still holds. Asked for every request that does not bring the server's
   * own token; a rejection counts as no.
   */
  verify(token: string): Promise<boolean>;
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Throws a ConfigurationError for what no client could use. */
export function checkProtectedResource({
  resource,
  authorizationServers,
}: ProtectedResource): void {
  if (!URL.canParse(resource) || new URL(resource).hash !== "")
    throw new ConfigurationError("oauth.resource", "must be the address of this server");
  if (authorizationServers.length === 0 || !authorizationServers.every((one) => URL.canParse(one)))
    throw new ConfigurationError("oauth.authorizationServers", "must name at least one address");
}

/** True for the address of the document: alone, or with the server's own path behind it. */
export function isMetadataPath(url: string, path: string): boolean {
  const [asked] = url.split("?", 1);
  return asked === WELL_KNOWN || asked === `${WELL_KNOWN}${path}`;
}

export function metadataOf({ resource, authorizationServers, scopes }: ProtectedResource): string {
  return JSON.stringify({
    resource,
    authorization_servers: authorizationServers,
    bearer_methods_supported: ["header"],
    resource_name: "toolplane",
    ...(scopes ? { scopes_supported: scopes } : {}),
  });
}

/** The challenge for a client without a token. */
export function challengeOf(oauth: ProtectedResource | undefined): string {
  const realm = 'Bearer realm="toolplane"';
  if (!oauth) return realm;
  const { origin, pathname } = new URL(oauth.resource);
  const scope = oauth.scopes?.length ? `, scope="${oauth.scopes.join(" ")}"` : "";
  return `${realm}, resource_metadata="${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname}"${scope}`;
}

/** True for a token that the authorization server vouches for. Never rejects. */
export async function isVerified(
  oauth: ProtectedResource | undefined,
  header: string | undefined,
): Promise<boolean> {
  const token = /^Bearer +(?! )(.+)$/i.exec(header ?? "")?.[1]?.trim();
  if (!oauth || token === undefined) return false;
  try {
    return (await oauth.verify(token)) === true;
  } catch {
    return false;
  }
}
