/** The presets by name. Only the search service is the host's to choose; everything else in them is fixed. */
import type { WebSearchConfig } from "../web-search/web-search-config.ts";
import { createWebSearchTool } from "../web-search/web-search-tool.ts";
import { createBundledPreset } from "./bundled-preset.ts";
import { createEverydayPreset } from "./everyday-preset.ts";
import { createLockedPreset } from "./locked-preset.ts";
import { createManagersPreset } from "./managers-preset.ts";
import { minimalPreset } from "./minimal-preset.ts";
import type { Preset, PresetName } from "./preset.ts";

/** Makes a preset for a host that has search services. Throws a ConfigurationError when one of them cannot be. */
export function createPreset(name: PresetName, webSearch: WebSearchConfig = {}): Preset {
  if (name === "minimal") return minimalPreset;
  const search = createWebSearchTool(webSearch);
  if (name === "everyday") return createEverydayPreset(search);
  if (name === "locked") return createLockedPreset(search);
  return name === "bundled" ? createBundledPreset(search) : createManagersPreset(search);
}

const search = createWebSearchTool({});

/** Every preset, with no search service behind it. */
export const PRESETS: Readonly<Record<PresetName, Preset>> = Object.freeze({
  everyday: createEverydayPreset(search),
  locked: createLockedPreset(search),
  bundled: createPreset("bundled"),
  minimal: minimalPreset,
  managers: createPreset("managers"),
});
