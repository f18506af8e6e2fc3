/** What to paste into an editor, so that it starts this very program as its agent. Nothing is started or written. */
import { realpathSync } from "node:fs";
import { escapeJson } from "../../../ground/json-text.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { EditorName } from "./editors.ts";

const PLACES: Readonly<Record<EditorName, string>> = {
  zed: "~/.config/zed/settings.json",
  jetbrains: "~/.jetbrains/acp.json",
};

const HANDED_ON = ["model", "script", "instructions", "mode"] as const;

/** Editors start programs anywhere, with any PATH: the Node that runs now and the program are named whole. */
export function printEditor(context: CommandContext, editor: EditorName): ExitCode {
  const { terminal, program, arguments: given } = context;
  const options = HANDED_ON.flatMap((name) => {
    const value = given.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const server = {
    ...(editor === "zed" ? { type: "custom" } : {}),
    command: process.execPath,
    args: [realpathSync(program), "acp", ...options],
    env: {},
  };
  const block = { agent_servers: { toolplane: server } };
  terminal.json({ editor, into: PLACES[editor], ...block });
  terminal.print(`Paste into ${PLACES[editor]}:`);
  terminal.print();
  for (const line of escapeJson(JSON.stringify(block, null, 2)).split("\n")) terminal.print(line);
  return EXIT_CODES.done;
}
