/** The presets by name. Only the search service is the host's to choose; everything else in them is fixed. */
import type { WebSearchConfig } from "../web-search/web-search-config.ts";
import { createWebSearchTool, webSearchTool } from "../web-search/web-search-tool.ts";
import { createBundledPreset } from "./bundled-preset.ts";
import { createEverydayPreset } from "./everyday-preset.ts";
import { createLockedPreset } from "./locked-preset.ts";
import { createManagersPreset } from "./managers-preset.ts";
import { createMinimalPreset } from "./minimal-preset.ts";
import type { Preset, PresetName } from "./preset.ts";

/** Makes a preset for a host that has search services. Throws a ConfigurationError when one of them cannot be. */
export function createPreset(name: PresetName, webSearch?: WebSearchConfig): Preset {
  if (name === "minimal") return createMinimalPreset();
  const search = webSearch === undefined ? webSearchTool : createWebSearchTool(webSearch);
  if (name === "everyday") return createEverydayPreset(search);
  if (name === "locked") return createLockedPreset(search);
  return name === "bundled" ? createBundledPreset(search) : createManagersPreset(search);
}

/** The names, in the order in which they are listed. */
export const PRESET_NAMES: readonly PresetName[] = [
  "everyday",
  "locked",
  "bundled",
  "minimal",
  "managers",
];

/** Every preset, with no search service behind it. One is made when it is first asked for: a program uses one of them. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = createPresets();

function createPresets(): Readonly<Record<PresetName, Preset>> {
  const made = new Map<PresetName, Preset>();
  const get = (name: PresetName) => (): Preset => {
    const preset = made.get(name) ?? createPreset(name);
    made.set(name, preset);
    return preset;
  };
  const getters = PRESET_NAMES.map((name) => [name, { enumerable: true, get: get(name) }] as const);
  return Object.freeze(Object.create(Object.prototype, Object.fromEntries(getters)));
}
