/** Every tool of this package under its own name: the locked ones, then those of every day. */
import type { Tool } from "@toolplane/contract";
import { PRESETS } from "./presets.ts";

export const EVERY_TOOL: readonly Tool[] = PRESETS.everyday.tools;
