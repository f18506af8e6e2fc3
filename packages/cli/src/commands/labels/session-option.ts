import type { Command } from "../../command/command.ts";

export const SESSION_OPTION: NonNullable<Command["options"]> = {
  session: {
    type: "text",
    value: "SESSION",
    summary: "Its id, or the beginning; the newest here unless given.",
  },
};
