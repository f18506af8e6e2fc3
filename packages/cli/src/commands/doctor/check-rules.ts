/** Looks for rules that say something else than their author meant. */
import { readKnownHere } from "@toolplane/library/rooms/product";
import { findFolderRules, findIdleRules } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatPlural } from "@toolplane/readings";
import { flowWords } from "../../terminal/words/flow-words.ts";
import { folderWords } from "../../terminal/words/folder-words.ts";
import { brokenWords, idleWords } from "../../terminal/words/idle-words.ts";
import type { Check } from "./finding.ts";

const name = "Rules";

export function checkRules(settings: Settings): Check {
  const { policy, workspace, flow, project } = settings;
  return async () => {
    const broken = "broken" in project ? brokenWords(project.broken) : [];
    const idle = idleWords(findIdleRules(policy, await readKnownHere(settings)));
    const [text, ...lines] = [...broken, ...idle];
    if (text !== undefined)
      return { name, state: "decide", text, lines, next: "mend the rule, or take it out." };
    const words = folderWords(findFolderRules(policy, workspace));
    if (words) return { name, state: "decide", ...words };
    const own = policy.reduce(
      (count, { file, rules }) => count + (file === undefined ? 0 : rules.length),
      0,
    );
    return {
      name,
      state: "fine",
      text:
        own === 0
          ? "none of yours; the defaults hold"
          : `${formatPlural(own, "rule")}, each can match something`,
      lines: [flowWords({ flow })],
    };
  };
}
