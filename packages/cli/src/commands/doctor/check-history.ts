/** Finds files that git tracks and rules deny. */
import { findTrackedDenied } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { trackedWords } from "../../terminal/words/tracked-words.ts";
import type { Check } from "./finding.ts";

const name = "History";

export function checkHistory({ policy, workspace }: Settings): Check {
  return async () => {
    const found = await findTrackedDenied(policy, workspace);
    const words = trackedWords(found, workspace);
    if (words) return { name, state: "decide", ...words };
    return { name, state: "fine", text: "git tracks no file that a rule denies" };
  };
}
