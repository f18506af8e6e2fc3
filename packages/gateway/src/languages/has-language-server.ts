import type { ProgramGround } from "../sources/start/plan-program.ts";
import { configuredServers, knownServers } from "./language-servers.ts";
import { planServer } from "./plan-server.ts";

/** True where a server is named by the configuration, or one of those that we know is installed. Nothing is started. */
export function hasLanguageServer(
  config: Readonly<Record<string, unknown>> | undefined,
  ground: ProgramGround,
): boolean {
  if (Array.isArray(config?.servers) && configuredServers(config).length > 0) return true;
  return knownServers(ground.workspace).some((server) => planServer(server, ground).ok);
}
