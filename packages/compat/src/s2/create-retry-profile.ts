/** S2's word on trying again: up to `maxRetries` attempts, each wait `backoffBase ** attempt` seconds and some jitter. */
import type { RetryProfile } from "@toolplane/kernel";
import { isMcpName } from "./mcp/mcp-client.ts";
import type { OrchestratorSettings } from "./orchestrator-settings.ts";
import { isFastFail } from "./outcome/is-fast-fail.ts";

/** At most so many seconds are added to a wait, so that calls which failed together do not come back together. */
const MAX_JITTER_S = 0.5;

/** Makes the profile. Calls of MCP servers are not repeated: the wrapper hands them on once. */
export function createRetryProfile(
  settings: Pick<OrchestratorSettings, "maxRetries" | "backoffBase">,
): RetryProfile {
  const { maxRetries, backoffBase } = settings;
  return (result, { tool, attempt, random }) => {
    if (attempt >= maxRetries || isMcpName(tool) || isFastFail(result)) return null;
    return (backoffBase ** attempt + MAX_JITTER_S * random()) * 1_000;
  };
}
