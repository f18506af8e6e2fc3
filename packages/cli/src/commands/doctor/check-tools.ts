/** Lists the tools that run in the process of toolplane, and those apart from it. */
import { readTools, toolFolders } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import type { Check } from "./finding.ts";

const name = "Tools";

export function checkTools(settings: Settings): Check {
  return async () => {
    const { findUnits } = await import("@toolplane/host/tool-folders");
    const own = (await readTools(settings)).map(({ id }) => id);
    const apart = toolFolders(settings).flatMap(({ folder }) => findUnits(folder));
    const fromFolders = apart.map((unit) => unit.name).join(", ");
    return {
      name,
      state: "fine",
      text: `${formatPlural(own.length, "tool")} of toolplane's own, ${apart.length} from folders`,
      lines: [
        `Not isolated, because they are toolplane's own code: ${own.join(", ")}.`,
        ...(apart.length === 0 ? [] : [`Each in a process of its own: ${fromFolders}.`]),
      ],
    };
  };
}
