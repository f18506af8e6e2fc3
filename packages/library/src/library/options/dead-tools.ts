/**
 * Tools of a preset that cannot work as they are served, and what each would need. A model that sees them asks a person first and
 * fails then.
 */
import type { KernelOptions } from "@toolplane/kernel";
import { SEARCH_KEY_NAMES } from "./search-keys.ts";

type Wiring = Pick<KernelOptions, "agent" | "services" | "toolConfig"> & {
  /** There is a store, and with it a memory. */
  readonly keeps?: boolean;
};

/** Tools that could never work with these options, by id, with what each is missing. No model is offered them. */
export function deadTools({
  agent,
  services = {},
  toolConfig = {},
  keeps = false,
}: Wiring): ReadonlyMap<string, string> {
  const dead = new Map<string, string>();
  for (const id of ["task", "tasks"])
    if (!agent) dead.set(id, "no agent is wired that could run a subagent");
  if (!services.skills) dead.set("skill", "there are no skills");
  if (!services.memory && !keeps) dead.set("memory", "nothing is kept between sessions");
  for (const id of ["web_search", "web-search"])
    if (!hasProvider(toolConfig[id]))
      dead.set(
        id,
        `no search service is configured (tools.${id}.providers), and no key of one is set (${SEARCH_KEY_NAMES.join(", ")})`,
      );
  return dead;
}

function hasProvider(config: Readonly<Record<string, unknown>> | undefined): boolean {
  return Array.isArray(config?.providers) && config.providers.length > 0;
}
