/** A service behind HTTP: what `serve` and `start` listen with. */
import {
  createMcpHttpServer,
  type McpHttpServer,
  openToken,
  type ServerToken,
  TOKEN_VARIABLE,
} from "@toolplane/gateway/http";
import type { CommandContext } from "../command/command.ts";
import { listenFault } from "./listen-fault.ts";
import { openService, type Service, type ServiceOptions } from "./open-service.ts";
import { readListenOptions } from "./read-listen-options.ts";
import { openProtectedResource, readOAuthOptions, resourceHost } from "./read-oauth-options.ts";

export interface HttpService extends Service {
  readonly server: McpHttpServer;
  readonly token: ServerToken;
}

/** Opens it. Throws a CliError when it cannot listen; nothing is left open then. */
export async function openHttpService(
  context: CommandContext,
  options: ServiceOptions & { readonly command: string },
): Promise<HttpService> {
  const listen = readListenOptions(context);
  const oauth = readOAuthOptions(context, listen);
  const service = await openService(context, options);
  try {
    const token = openToken({
      file: listen.tokenFile,
      variable: context.environment[TOKEN_VARIABLE],
      userData: service.settings.userData,
    });
    const own = oauth ? resourceHost(oauth) : null;
    const server = await createMcpHttpServer(service.face, {
      ...listen,
      allowedHosts: [...listen.allowedHosts, ...(own === null ? [] : [own])],
      clock: service.product.host.clock,
      token: token.token,
      ...(oauth ? { oauth: await openProtectedResource(oauth) } : {}),
    }).catch((error: unknown) => {
      throw listenFault(error, { ...listen, command: options.command });
    });
    return {
      ...service,
      server,
      token,
      async close() {
        await server.close().catch(() => {});
        await service.close();
      },
    };
  } catch (error) {
    await service.close();
    throw error;
  }
}
