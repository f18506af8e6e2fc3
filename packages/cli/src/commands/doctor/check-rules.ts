/** Looks for rules that say something else than their author meant. */
import { findFolderRules } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { flowWords } from "../../terminal/words/flow-words.ts";
import { folderWords } from "../../terminal/words/folder-words.ts";
import type { Check } from "./finding.ts";

const name = "Rules";

export function checkRules({ policy, workspace, flow }: Settings): Check {
  return async () => {
    const words = folderWords(findFolderRules(policy, workspace));
    if (words) return { name, state: "decide", ...words };
    const text = "no rule names a folder without what lies in it";
    return { name, state: "fine", text, lines: [flowWords({ flow })] };
  };
}
