/**
 * Opens the tools as they are registered, for commands that only look: a kernel over a host whose doors are all shut, so that
 * nothing is started, probed or made. No call can be made through it.
 */
import { isConfigurationError, ToolError } from "@toolplane/contract";
import { type Host, noSandbox } from "@toolplane/contract/ports";
import { createCatalogSearch, createKernel, type Kernel } from "@toolplane/kernel";
import { joinPreset } from "../library/options/join-preset.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { KeptTool } from "./kept-tools.ts";

export interface Catalog {
  readonly kernel: Pick<Kernel, "describe" | "problems" | "tools" | "requires">;
  /** Ids of tools that a model's search would find, the best first. */
  search(query: string, limit: number): readonly string[];
}

export function openCatalog(
  settings: Pick<Settings, "preset" | "tools">,
  kept: readonly Pick<KeptTool, "tool" | "origin">[] = [],
): Catalog {
  const kernel = createKernel(
    joinPreset(settings.preset, { host: closedHost(), toolConfig: settings.tools }),
  );
  for (const { tool, origin } of kept)
    try {
      kernel.register(tool, origin);
    } catch (error) {
      // It is in the list of problems.
      if (!isConfigurationError(error)) throw error;
    }
  const find = createCatalogSearch({ list: () => kernel.tools(), generation: () => 0 });
  return {
    kernel,
    search: (query, limit) => find(query, { limit, accepts: () => true }).map(({ name }) => name),
  };
}

function closedHost(): Host {
  const shut = (): never => {
    throw new ToolError("unavailable", "Only the list of tools is open.");
  };
  return {
    analyzer: { path: shut, url: shut, shell: shut, below: shut },
    clock: { nowMs: () => 0, wallMs: () => 0, setTimer: () => () => {} },
    ids: { next: (prefix) => `${prefix}_0`, nonce: () => "", random: () => 0 },
    processes: { run: shut, start: shut, list: () => [], read: shut, write: shut, stop: shut },
    sidecars: { write: shut, close: async () => undefined },
    sandbox: noSandbox("Nothing runs here."),
    variables: () => ({ workspace: [], "ad-hoc": [], "user-data": [], scratch: [] }),
    files: shut,
    network: shut,
    journal: shut,
    environment: () => undefined,
    compute: shut,
  };
}
