/**
 * Joins a preset with its profile: the tools come from `tools`, the defaults that its document expects from `compat`. A host's
 * own options go before both, and a tool of the host's own shadows the preset's under the same name.
 */
import { applyProfile, PROFILES, sessionOptions } from "@toolplane/compat";
import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { KernelOptions, SessionOptions } from "@toolplane/kernel";
import {
  createPreset,
  PRESET_NAMES,
  type Preset,
  type PresetName,
  type WebSearchConfig,
} from "@toolplane/tools";

/** A host's options joined with a preset. */
export interface JoinedPreset {
  readonly kernel: KernelOptions;
  readonly session: (options?: SessionOptions) => SessionOptions;
}

/** Joins; throws a ConfigurationError for a name that is no preset's. `only` leaves the preset's other tools out, `without` these. */
export function joinPreset(
  name: PresetName,
  options: KernelOptions,
  {
    only,
    without = [],
  }: {
    readonly only?: readonly string[] | undefined;
    readonly without?: readonly string[];
  } = {},
): JoinedPreset {
  if (!PRESET_NAMES.includes(name))
    throw new ConfigurationError("preset", `${name} is none; there are ${PRESET_NAMES.join(", ")}`);
  const preset = makePreset(name, searchConfig(options));
  const chosen = (tools: readonly Tool[]) =>
    tools.filter(({ id }) => (only?.includes(id) ?? true) && !without.includes(id));
  const profile = PROFILES[preset.profile];
  return {
    kernel: applyProfile(profile, {
      ...(OWN_PRESETS.includes(name) ? { contained: true } : {}),
      ...options,
      presetTools: { tools: chosen(preset.tools), unlisted: chosen(preset.unlisted) },
    }),
    session: (given) => sessionOptions(profile, given),
  };
}

/**
 * Presets in which held commands run unasked, as everywhere by default. The others are their document's own world, questions
 * included.
 */
const OWN_PRESETS: readonly PresetName[] = ["everyday", "locked"];

/** A search service that cannot be is the search tool's own trouble: it does not start, which the registry reports. */
function makePreset(name: PresetName, config: WebSearchConfig): Preset {
  try {
    return createPreset(name, config);
  } catch (error) {
    const init = (): never => {
      throw error;
    };
    const preset = createPreset(name);
    const tools = preset.tools.map((tool) =>
      SEARCH_IDS.includes(tool.id) ? { ...tool, lifecycle: { init } } : tool,
    );
    return { ...preset, tools };
  }
}

const SEARCH_IDS: readonly string[] = ["web_search", "web-search"];

/** A search tool requires the hosts of its services, so it is made from them; the registry checks the form as of any config. */
function searchConfig({ toolConfig = {} }: KernelOptions): WebSearchConfig {
  const config = toolConfig.web_search ?? toolConfig["web-search"];
  return Array.isArray(config?.providers) ? (config as WebSearchConfig) : {};
}
