/** Says in a sentence what the labels of a session decide here. */
import type { Settings } from "@toolplane/library/rooms/settings";

const WORDS: Readonly<Record<Settings["flow"], string>> = {
  default: "What carries data out asks after something private and a stranger's words were shown",
  wary: "What carries data out, or changes things elsewhere, asks after a stranger's words were shown",
  off: "What a session was shown decides nothing about what it sends",
};

export function flowWords({ flow }: Pick<Settings, "flow">): string {
  return `${WORDS[flow]} (flow: ${flow}).`;
}
