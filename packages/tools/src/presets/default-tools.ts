import type { Tool } from "@toolplane/contract";
import { createMinimalPreset } from "./minimal-preset.ts";

/** The six tools of the set `minimal`, for a program that wants the list and no preset. */
export function defaultTools(): readonly Tool[] {
  return createMinimalPreset().tools;
}
