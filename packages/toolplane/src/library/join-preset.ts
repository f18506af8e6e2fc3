/**
 * Joins a preset with its profile: the tools come from `tools`, the defaults that its document expects from `compat`. A host's
 * own options stand above both, and a tool of the host's own takes the place of the preset's under the same name.
 */
import { applyProfile, PROFILES, sessionOptions } from "@toolplane/compat";
import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { Kernel, KernelOptions, SessionOptions } from "@toolplane/kernel";
import {
  createPreset,
  PRESET_NAMES,
  type PresetName,
  type WebSearchConfig,
} from "@toolplane/tools";

/** What a preset makes of a host's options. */
export interface JoinedPreset {
  readonly kernel: KernelOptions;
  readonly session: (options?: SessionOptions) => SessionOptions;
  /** Registers what can be called although a model is not told of it. */
  readonly addHidden: (kernel: Pick<Kernel, "register">) => void;
}

/** Joins; throws a ConfigurationError for a name that is no preset's. `only` leaves the preset's other tools out. */
export function joinPreset(
  name: PresetName,
  options: KernelOptions,
  only?: readonly string[],
): JoinedPreset {
  if (!PRESET_NAMES.includes(name))
    throw new ConfigurationError("preset", `${name} is none; there are ${PRESET_NAMES.join(", ")}`);
  const preset = createPreset(name, searchConfig(options));
  const own = options.tools ?? [];
  const taken = new Set(own.map(({ id }) => id));
  const free = (tools: readonly Tool[]) =>
    tools.filter(({ id }) => !taken.has(id) && (only === undefined || only.includes(id)));
  const profile = PROFILES[preset.profile];
  return {
    kernel: applyProfile(profile, { ...options, tools: [...free(preset.tools), ...own] }),
    session: (given) => sessionOptions(profile, given),
    addHidden(kernel) {
      for (const tool of free(preset.unlisted))
        kernel.register(tool, { layer: "bundled", exposure: "unlisted" });
    },
  };
}

/** A search tool requires the hosts of its services, so it is made from them; the registry checks the form as of any config. */
function searchConfig({ toolConfig = {} }: KernelOptions): WebSearchConfig {
  const config = toolConfig.web_search ?? toolConfig["web-search"];
  return Array.isArray(config?.providers) ? (config as WebSearchConfig) : {};
}
