/**
 * Connects to a source's server: a program in the confinement of the kernel's own policy, or an address over the kernel's own
 * gate. Nothing here decides what it may touch.
 */
import { resolve } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Kernel } from "@toolplane/kernel";
import {
  createChannelTransport,
  createHttpTransport,
  type McpTransport,
} from "@toolplane/mcp/client";
import type { Source, SourceAddress, SourceProgram } from "../list/source.ts";
import type { ConnectEnding } from "./connect-ending.ts";
import { createKeeper } from "./create-keeper.ts";
import { hostOf } from "./host-of.ts";
import { type ProgramGround, planProgram } from "./plan-program.ts";
import { readSourceValues } from "./source-values.ts";

export interface ConnectOptions {
  readonly kernel: Pick<Kernel, "openChannel" | "openRequests">;
  readonly ground: ProgramGround;
  readonly userData: string;
}

/** The address that a client gives for itself where it refreshes a token; no browser is sent there. */
const REDIRECT_URL = "http://127.0.0.1:7434/callback";

export function createConnect(
  options: ConnectOptions,
): (source: Source, ending: ConnectEnding) => Promise<McpTransport> {
  return async ({ name, server }, ending) => {
    if (server.kind === "openapi")
      throw new ToolError("internal", `${name} is a web API: nobody connects to it.`);
    return server.kind === "program"
      ? connectProgram(name, server, { ...options, ...ending })
      : connectAddress(name, server, { ...options, ...ending });
  };
}

type Connecting = ConnectOptions & ConnectEnding;

/** The files of the workspace, and what it declared; rules and the kernel's own reach bound both. */
async function connectProgram(
  name: string,
  server: SourceProgram,
  { kernel, ground, userData, signal, onRules, onWider }: Connecting,
): Promise<McpTransport> {
  const plan = planProgram(server, { ...ground, userData });
  if (!plan.ok) throw new ToolError("unavailable", plan.message);
  const { argv, cwd, env, shows = [] } = plan.spec;
  const channel = await kernel.openChannel({
    name: `mcp__${name}`,
    layer: "mcp",
    argv,
    cwd,
    env,
    shows,
    ...(plan.fetchedInto === undefined ? {} : { ownFolder: plan.fetchedInto }),
    signal,
    onRules,
    onWider,
    ...(server.writes
      ? { writes: server.writes.map((path) => resolve(ground.workspace, path)) }
      : {}),
    requires: {
      fs: { read: PLACES, write: PLACES },
      ...(server.hosts.length > 0 ? { net: { hosts: server.hosts } } : {}),
      env: Object.keys(env),
    },
    unconfined: server.unconfined,
  });
  return createChannelTransport(channel);
}

const PLACES: readonly string[] = ["{workspace}/**", "{scratch}/**"];

async function connectAddress(
  name: string,
  server: SourceAddress,
  { kernel, ground, userData, signal }: Connecting,
): Promise<McpTransport> {
  const { values, unset } = readSourceValues(server.headers, ground.environment);
  if (unset.length > 0)
    throw new ToolError(
      "unavailable",
      `Headers need variables that are not set: ${unset.join(", ")}.`,
    );
  const streams = kernel.openRequests({
    name: `mcp__${name}`,
    requires: { net: { hosts: [hostOf(server.url), ...server.hosts] } },
    signal,
  });
  return createHttpTransport({
    streams,
    url: server.url,
    headers: values,
    ...(server.oauth
      ? {
          auth: {
            keeper: createKeeper(userData, { name, url: server.url }),
            redirectUrl: REDIRECT_URL,
          },
        }
      : {}),
  });
}
