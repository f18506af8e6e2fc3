import type { ToolplaneOptions } from "../library/options/toolplane-options.ts";
import type { Settings } from "../settings/declaration/settings.ts";

/** Folders and hosts that a person opened beside the workspace, as the library takes them. */
export function reachOptions({
  reach: { read, write, hosts },
}: Pick<Settings, "reach">): Pick<ToolplaneOptions, "extraRoots" | "readRoots" | "localHosts"> {
  return { extraRoots: write, readRoots: read, localHosts: hosts };
}
