/** Places beside the workspace that calls reach without a question. */
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { HOW_TO_OPEN, reachLines } from "../../terminal/lines/reach-lines.ts";
import type { Check } from "./finding.ts";

const name = "Reach";

export function checkReach({ reach }: Settings): Check {
  return async () => {
    const lines = reachLines(reach);
    return {
      name,
      state: "fine",
      text:
        lines.length === 0
          ? "the workspace"
          : `the workspace and ${formatPlural(lines.length, "place")} beside it`,
      lines: [...lines, HOW_TO_OPEN],
    };
  };
}
