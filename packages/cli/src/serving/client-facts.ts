/** Facts for the blocks that people paste into clients: how this very program is started, and where the server that runs is. */

import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { ClientGround, Server } from "@toolplane/gateway/clients";
import { TOKEN_VARIABLE, tokenPlace } from "@toolplane/gateway/http";
import { findPlaces, readSettings } from "@toolplane/library/rooms/settings";
import { quoteVisibly } from "@toolplane/readings";
import type { CommandContext } from "../command/command.ts";
import { readListenOptions } from "./read-listen-options.ts";

export interface ClientFacts {
  readonly stdio: Server & { readonly kind: "stdio" };
  readonly http: Server;
  /** The file that holds the token; null when it is in TOOLPLANE_TOKEN. */
  readonly tokenFile: string | null;
  readonly ground: ClientGround;
  readonly home: string;
}

export async function readClientFacts(context: CommandContext): Promise<ClientFacts> {
  const { environment } = context;
  const { workspace, userData } = await readSettings(context);
  const { home, workspace: folder } = findPlaces(context);
  const { address, port, tokenFile: file } = readListenOptions(context);
  const host = address.includes(":") ? `[${address}]` : address;
  const config = environment.XDG_CONFIG_HOME;
  return {
    stdio: serverCommand(context, workspace),
    http: { kind: "http", url: `http://${host}:${port}/mcp` },
    tokenFile: tokenPlace({ file, variable: environment[TOKEN_VARIABLE], userData }),
    ground: {
      userData,
      bases: {
        workspace: workspace ?? folder,
        home,
        config: config && isAbsolute(config) ? config : join(home, ".config"),
      },
    },
    home,
  };
}

/**
 * Clients start servers anywhere, with any PATH: the Node that runs now, the program and the workspace are named whole.
 * `--wait` and `--tools` are handed on.
 */
export function serverCommand(
  { program, arguments: given }: CommandContext,
  workspace: string | null,
): ClientFacts["stdio"] {
  const place = workspace === null ? [] : ["--workspace", workspace];
  const wait = given.flag("wait") ? ["--wait"] : [];
  const tools = given.list("tools").flatMap((names) => ["--tools", names]);
  const args = [realpathSync(program), "mcp", ...place, ...wait, ...tools];
  return { kind: "stdio", command: process.execPath, args };
}

/** How a person gets the token into the variable that some clients read. */
export function tokenLine(tokenFile: string | null): string | null {
  return tokenFile === null ? null : `export TOOLPLANE_TOKEN="$(cat ${quoteVisibly(tokenFile)})"`;
}
