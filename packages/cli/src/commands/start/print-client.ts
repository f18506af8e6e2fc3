/** What to paste into one client, without starting anything. */

import type { Client, ClientFile, ClientName, OwnTools, Server } from "@toolplane/gateway/clients";
import { editText } from "@toolplane/gateway/clients";
import { escapeJson } from "@toolplane/library/rooms/ground";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { typedName } from "../../command/typed-name.ts";
import type { ClientFacts } from "../../serving/client-facts.ts";
import { tokenLine } from "../../serving/client-facts.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";

export interface Paste {
  readonly into: string;
  readonly text: string;
}

/** Why it matters, in the words that the guide has too. */
export const WHY_OFF: string =
  "While its own tools for files and commands are on, it has a way past toolplane, and no rule of yours holds there.";

/** No block holds the token: it is copied, committed and shown around. */
export function clientPastes(client: Client, server: Server): readonly Paste[] {
  return client.files(server).map((file) => ({
    into: intoWords(file),
    text: escapeJson(editText(null, file.content, file.paths[0]).trimEnd()),
  }));
}

export function printClient(
  context: CommandContext,
  {
    name,
    client,
    facts,
  }: { readonly name: ClientName; readonly client: Client; readonly facts: ClientFacts },
): ExitCode {
  const { terminal } = context;
  const { title, ownTools, notes = [] } = client;
  const stdio = clientPastes(client, facts.stdio);
  const http = clientPastes(client, facts.http).slice(0, 1);
  terminal.json({ client: title, stdio, http, ownTools, notes, tokenFile: facts.tokenFile });
  const say = (text: string): void => {
    for (const line of wrapText(text, terminal.columns())) terminal.print(line);
  };
  const paste = (lead: string, blocks: readonly Paste[]): void => {
    for (const [at, { into, text }] of blocks.entries()) {
      say(`${at === 0 ? lead : "And"} into ${escapeText(into)}:`);
      terminal.print();
      for (const line of text.split("\n")) terminal.print(line);
      terminal.print();
    }
  };
  paste(`${title} starts its own server. Paste`, stdio);
  for (const line of ownToolsWords(ownTools)) say(line);
  for (const note of notes) say(note);
  if (isWritten(client, facts.stdio))
    say(`Or have it written: ${typedName(context)} start --for ${name} --write`);
  terminal.print();
  paste("To use the one of toolplane start instead, paste", http);
  const line = tokenLine(facts.tokenFile);
  if (line === null) return EXIT_CODES.done;
  terminal.print("The token, once toolplane start has made it:");
  terminal.print();
  terminal.print(line);
  return EXIT_CODES.done;
}

/** True when toolplane knows where it goes. */
export function isWritten(client: Client, server: Server): boolean {
  return client.files(server).some(({ base }) => base !== "anywhere");
}

/** What becomes of the client's own tools, a paragraph each. */
export function ownToolsWords(ownTools: OwnTools): readonly string[] {
  switch (ownTools.off) {
    case "file":
      return [`${WHY_OFF} Switched off above: ${ownTools.how}`];
    case "start":
      return [`${WHY_OFF} ${ownTools.how}: ${ownTools.line}`];
    case "never":
      return [`${WHY_OFF} ${ownTools.how}`];
  }
}

function intoWords({ base, paths, aside }: ClientFile): string {
  const place = { workspace: "", home: "~/", config: "~/.config/", anywhere: "" }[base];
  return `${place}${paths[0]}${aside === undefined ? "" : `, ${aside}`}`;
}
