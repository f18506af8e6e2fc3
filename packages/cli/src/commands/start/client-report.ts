/** Blocks to paste into one client. Nothing is started. */

import type { Client, ClientFile, ClientName, OwnTools, Servers } from "@toolplane/gateway/clients";
import { clientFiles, editText } from "@toolplane/gateway/clients";
import { escapeJson } from "@toolplane/library/rooms/ground";
import type { CommandContext } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { typedName } from "../../command/typed-name.ts";
import type { ClientFacts } from "../../serving/client-facts.ts";
import { tokenLine } from "../../serving/client-facts.ts";
import { line, type Shown, verbatim } from "../../terminal/shown/shown.ts";

export interface Paste {
  readonly into: string;
  readonly text: string;
}

/** Why it matters, in the words that the guide has too. */
export const WHY_OFF: string =
  "While its own tools for files and commands are on, it has a way past toolplane, and no rule of yours holds there.";

/** No block holds the token: it is copied, committed and shown around. */
export function clientPastes(client: Client, servers: Servers): readonly Paste[] {
  return clientFiles(client, servers).map((file) => ({
    into: intoWords(file),
    text: escapeJson(editText(null, file.content, file.paths[0]).trimEnd()),
  }));
}

export function clientReport(
  context: CommandContext,
  {
    name,
    client,
    facts,
  }: { readonly name: ClientName; readonly client: Client; readonly facts: ClientFacts },
): Report {
  const { title, ownTools, notes = [] } = client;
  const stdio = clientPastes(client, facts.stdio);
  const http = clientPastes(client, facts.http).slice(0, 1);
  const advice = [
    ...ownToolsWords(ownTools),
    ...notes,
    ...sharedWords(client, facts),
    ...(isWritten(client, facts.stdio)
      ? [`Or have it written: ${typedName(context)} start --for ${name} --write`]
      : []),
  ];
  const token = tokenLine(facts.tokenFile);
  return {
    json: { client: title, stdio, http, ownTools, notes, tokenFile: facts.tokenFile },
    shown: [
      ...pasteLines("To use a server that toolplane start keeps running, paste", http),
      ...(token === null
        ? []
        : [line("Its token, once toolplane start has made it:"), line(), verbatim(token), line()]),
      ...advice.map((text) => line(text, { wraps: true })),
      line(),
      // Nearly everybody wants this one: the last thing printed is what a window still shows.
      ...pasteLines(`${title} starts its own server. Paste`, stdio),
    ],
  };
}

/** Said where a file of the project names a program that nothing here would find. */
export function sharedWords(client: Client, { stdio, isOnPath }: ClientFacts): readonly string[] {
  const isShared = clientFiles(client, stdio).some(({ base }) => base === "workspace");
  if (isOnPath || !isShared) return [];
  return [
    "Files of the project name toolplane by its name, because others commit them. It is not on your PATH: npm install --global toolplane",
  ];
}

function pasteLines(lead: string, pastes: readonly Paste[]): readonly Shown[] {
  return pastes.flatMap(({ into, text }, at) => [
    line(`${at === 0 ? lead : "And"} into ${into}:`, { wraps: true }),
    line(),
    verbatim(text),
    line(),
  ]);
}

/** True when toolplane knows where it goes. */
export function isWritten(client: Client, servers: Servers): boolean {
  return clientFiles(client, servers).some(({ base }) => base !== "anywhere");
}

/** How to switch off the client's own tools, a paragraph each. */
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
