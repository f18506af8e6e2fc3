/** Puts the tools of a preset below a host's own: a tool of the host's shadows the preset's under the same name. */
import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { KernelOptions } from "@toolplane/kernel";
import {
  createPreset,
  PRESET_NAMES,
  type Preset,
  type PresetName,
  type WebSearchConfig,
} from "@toolplane/tools";

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
): KernelOptions {
  if (!PRESET_NAMES.includes(name))
    throw new ConfigurationError("preset", `${name} is none; there are ${PRESET_NAMES.join(", ")}`);
  const config = searchConfig(options);
  const preset = makePreset(name, config);
  const chosen = (tools: readonly Tool[]) =>
    tools.filter(({ id }) => (only?.includes(id) ?? true) && !without.includes(id));
  const isIdle = ({ id }: Tool) => SEARCH_IDS.includes(id) && (config.providers ?? []).length === 0;
  const tools = chosen(preset.tools);
  const unlisted = [...chosen(preset.unlisted), ...tools.filter(isIdle).map(toldOnly)];
  return { ...options, presetTools: { tools: tools.filter((tool) => !isIdle(tool)), unlisted } };
}

/** A search without a service touches nothing and only says what to configure, so nobody is asked about it. */
function toldOnly(tool: Tool): Tool {
  return { ...tool, gated: false };
}

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
