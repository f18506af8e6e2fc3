/** Places that were opened beside the workspace, one line for each, and how to open more. */
import type { ReachSetting } from "@toolplane/library/rooms/settings";
import { escapeText } from "../text/escape-text.ts";

/** No line where no reach was set. */
export function reachLines({ read, write, hosts }: ReachSetting): readonly string[] {
  return [
    ...read.map((path) => `${escapeText(path)}, to read`),
    ...write.map((path) => `${escapeText(path)}, to read and to write`),
    ...hosts.map((host) => `${escapeText(host)}, to connect to`),
  ];
}

export const HOW_TO_OPEN =
  "What lies outside asks; a sandboxed command that reads there finds nothing. To open a folder: --add-dir FOLDER for one run, or reach in your own config.jsonc.";
