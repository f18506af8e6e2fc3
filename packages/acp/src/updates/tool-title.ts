import type { JsonObject } from "@toolplane/contract";
import { foldLine, tellingArgument } from "@toolplane/kernel";

const MAX_CHARACTERS = 200;

/** A call in one line, as everywhere else: its tool, and the argument that says most. */
export function toolTitle(tool: string, args: JsonObject): string {
  const [first = ""] = tellingArgument(args).split("\n", 1);
  const title = foldLine(`${tool} ${first}`.trim());
  return title.length > MAX_CHARACTERS ? `${title.slice(0, MAX_CHARACTERS - 1)}…` : title;
}
