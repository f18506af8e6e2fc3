/** Facts for the blocks that people paste into clients: how this very program is started, and where the server that runs is. */

import { existsSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { ClientGround, Server, Servers } from "@toolplane/gateway/clients";
import { TOKEN_VARIABLE, tokenPlace } from "@toolplane/gateway/http";
import { findPlaces, readSettings } from "@toolplane/library/rooms/settings";
import { quoteVisibly } from "@toolplane/readings";
import type { CommandContext } from "../command/command.ts";
import { readListenOptions } from "./read-listen-options.ts";

/** The name that the package installs the program under. */
const PROGRAM_NAME = "toolplane";

type StdioServer = Server & { readonly kind: "stdio" };

export interface ClientFacts {
  readonly stdio: Servers & { readonly own: StdioServer };
  readonly http: Servers;
  /** A client finds the program by its name, which files that others commit say. */
  readonly isOnPath: boolean;
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
  const http: Server = { kind: "http", url: `http://${host}:${port}/mcp` };
  return {
    stdio: {
      own: serverCommand(context, workspace),
      shared: (here) => ({
        kind: "stdio",
        command: PROGRAM_NAME,
        args: ["mcp", "--workspace", here, ...handedOn(context)],
      }),
    },
    http: { own: http, shared: () => http },
    isOnPath: (environment.PATH ?? "")
      .split(delimiter)
      .some((folder) => isAbsolute(folder) && existsSync(join(folder, PROGRAM_NAME))),
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
export function serverCommand(context: CommandContext, workspace: string | null): StdioServer {
  const place = workspace === null ? [] : ["--workspace", workspace];
  const args = [realpathSync(context.program), "mcp", ...place, ...handedOn(context)];
  return { kind: "stdio", command: process.execPath, args };
}

function handedOn({ arguments: given }: CommandContext): readonly string[] {
  const wait = given.flag("wait") ? ["--wait"] : [];
  return [...wait, ...given.list("tools").flatMap((names) => ["--tools", names])];
}

/** How a person gets the token into the variable that some clients read. */
export function tokenLine(tokenFile: string | null): string | null {
  return tokenFile === null ? null : `export TOOLPLANE_TOKEN="$(cat ${quoteVisibly(tokenFile)})"`;
}
