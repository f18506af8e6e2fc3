/** The landings of one host. */
import { ToolError } from "@toolplane/contract";
import type { HostLandings, LandingsOptions } from "./landings.ts";

export function createLandings(_options: LandingsOptions): HostLandings {
  throw new ToolError("unavailable", "Commands cannot run as transactions yet");
}
