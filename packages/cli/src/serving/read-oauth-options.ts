/** Reads from the command line whose tokens open the server beside its own. */
import type { IntrospectionClient, ProtectedResource } from "@toolplane/gateway/http";
import { isLoopback } from "@toolplane/gateway/http";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import type { ListenOptions } from "./read-listen-options.ts";

export interface OAuthOptions {
  readonly issuer: string;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly client?: IntrospectionClient;
}

/** Where the secret is read from: every user of the machine could read it on a command line. */
const SECRET_VARIABLE = "TOOLPLANE_OAUTH_SECRET";

/** Null where no authorization server was named. Throws a CliError. */
export function readOAuthOptions(
  { arguments: given, environment }: Pick<CommandContext, "arguments" | "environment">,
  { port }: Pick<ListenOptions, "port">,
): OAuthOptions | null {
  const issuer = given.text("oauth-issuer");
  const resource = given.text("oauth-resource");
  const scopes = given.list("oauth-scope");
  const id = given.text("oauth-client");
  if (issuer === undefined) {
    if (resource !== undefined || scopes.length > 0 || id !== undefined)
      throw new CliError(
        "--oauth-resource, --oauth-scope and --oauth-client go with --oauth-issuer.",
      );
    return null;
  }
  if (!isWeb(issuer))
    throw new CliError("--oauth-issuer must be the https address of an authorization server.", {
      lines: [`You gave ${JSON.stringify(issuer)}.`],
    });
  if (resource === undefined && port === 0)
    throw new CliError("--port 0 takes any port, so --oauth-resource must say the address.");
  const own = resource ?? `http://127.0.0.1:${port}/mcp`;
  if (!isWeb(own))
    throw new CliError("--oauth-resource must be an https address, or one of this machine.");
  return { issuer, resource: own, scopes, ...clientOf(id, environment[SECRET_VARIABLE]) };
}

function clientOf(
  id: string | undefined,
  secret: string | undefined,
): { readonly client?: IntrospectionClient } {
  if (id === undefined) return {};
  if (!secret)
    throw new CliError(`--oauth-client needs its secret in ${SECRET_VARIABLE}, which is not set.`);
  return { client: { id, secret } };
}

/** The name that clients address this server by, behind a proxy say. Null for one of this machine, which is allowed anyway. */
export function resourceHost({ resource }: Pick<OAuthOptions, "resource">): string | null {
  const { hostname } = new URL(resource);
  return isLoopback(hostname) ? null : hostname;
}

/** Keys and tokens that travel unencrypted can be read on the way; on this machine no one else listens. */
function isWeb(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== "" || url.password !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Loads the token check only where tokens are used. */
export async function openProtectedResource(options: OAuthOptions): Promise<ProtectedResource> {
  const { createTokenVerifier } = await import("@toolplane/gateway/http/create-token-verifier");
  const verify = createTokenVerifier({ ...options, fetch, nowMs: Date.now });
  const { issuer, resource, scopes } = options;
  return {
    resource,
    authorizationServers: [issuer],
    verify,
    ...(scopes.length > 0 ? { scopes } : {}),
  };
}
