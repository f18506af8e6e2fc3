/** The tools that settings name, without opening anything: for help, completion, and arguments that are wrong. */
import type { Tool } from "@toolplane/contract";
import type { Settings } from "../settings/declaration/settings.ts";

/** Every tool that can be called by name. */
export async function readTools(
  settings: Pick<Settings, "preset" | "tools">,
): Promise<readonly Tool[]> {
  const { createPreset } = await import("@toolplane/tools");
  const { tools, unlisted } = createPreset(settings.preset);
  return [...tools, ...unlisted];
}
