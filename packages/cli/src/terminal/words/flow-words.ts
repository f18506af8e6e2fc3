/** Says in a sentence what the labels of a session decide here. */
import type { Settings } from "@toolplane/library/rooms/settings";

const WORDS: Readonly<Record<Settings["flow"], string>> = {
  default:
    "Once a session has read something private and something from outside, sending anything out asks first",
  wary: "Once a session has read something from outside, sending anything out, or changing things elsewhere, asks first",
  off: "What a session has read decides nothing about what it sends",
};

export function flowWords({ flow }: Pick<Settings, "flow">): string {
  return `${WORDS[flow]} (flow: ${flow}).`;
}
