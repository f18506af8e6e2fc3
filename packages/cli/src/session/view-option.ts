import type { OptionSpec } from "../command/command.ts";

export const VIEW_OPTION: OptionSpec = {
  type: "text",
  value: "VIEW",
  summary: "own: land when a turn is over; project: at once; or a left view to go on in.",
};
