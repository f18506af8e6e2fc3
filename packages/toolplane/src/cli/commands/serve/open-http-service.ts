/** A service behind HTTP: what `serve` and `start` listen with. */
import { createMcpHttpServer, type McpHttpServer } from "../../../http/create-mcp-http-server.ts";
import { openToken, type ServerToken, TOKEN_VARIABLE } from "../../../http/open-token.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { openService, type Service, type ServiceOptions } from "./open-service.ts";
import { type ListenOptions, readListenOptions } from "./read-listen-options.ts";
import { openProtectedResource, readOAuthOptions } from "./read-oauth-options.ts";

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
    const server = await createMcpHttpServer(service.face, {
      ...listen,
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

function listenFault(
  error: unknown,
  { address, port, command }: ListenOptions & { readonly command: string },
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const fault = (message: string, next: readonly string[]): CliError =>
    new CliError(message, { next, exitCode: EXIT_CODES.failed });
  if (code === "EADDRINUSE")
    return fault(`Port ${port} of ${address} is taken, perhaps by another toolplane.`, [
      `toolplane ${command} --port ${port + 1 > 65_535 ? 0 : port + 1}   takes the next one.`,
      `toolplane ${command} --port 0      takes a free one.`,
    ]);
  if (code === "EACCES")
    return fault(`Port ${port} is for the administrator of this machine.`, [
      `toolplane ${command} --port 7433`,
    ]);
  if (code === "EADDRNOTAVAIL")
    return fault(`${address} is no address of this machine.`, [
      `toolplane ${command}   listens on 127.0.0.1.`,
    ]);
  return error;
}
