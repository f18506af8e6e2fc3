/** Writes a client's files or takes them back: what would change is shown, then a person says so, then it is done. */

import type { Client, ClientName } from "@toolplane/gateway/clients";
import { type ClientChange, planUndo, planWrite } from "@toolplane/gateway/clients";
import { shortenPath } from "@toolplane/library/rooms/settings";
import { describeDiff } from "@toolplane/tools";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { typedName } from "../../command/typed-name.ts";
import type { ClientFacts } from "../../serving/client-facts.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { diffLines } from "../../terminal/lines/diff-lines.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { isWritten, ownToolsWords } from "./print-client.ts";

export interface ClientWork {
  readonly name: ClientName;
  readonly client: Client;
  readonly facts: ClientFacts;
  readonly action: "write" | "undo";
}

export async function writeClient(context: CommandContext, work: ClientWork): Promise<ExitCode> {
  const { terminal, arguments: given } = context;
  const { name, client, facts, action } = work;
  const command = `${typedName(context)} start --for ${name}`;
  if (!isWritten(client, facts.stdio))
    throw new CliError("Where another client keeps its configuration is not known here.", {
      next: [`${command}   prints what to paste.`],
    });
  const files = client.files(facts.stdio);
  const changes = (action === "write" ? planWrite : planUndo)(files, facts.ground);
  const told = (done: boolean): void =>
    terminal.json({
      client: client.title,
      action,
      done,
      files: changes.map(({ place }) => place.path),
    });
  if (changes.length === 0) {
    told(false);
    terminal.note(
      action === "write"
        ? `${client.title} is set up already.`
        : `Nothing was written for ${client.title} here.`,
    );
    return EXIT_CODES.done;
  }
  for (const change of changes) showChange(context, change, facts.home);
  if (!given.flag("yes") && !terminal.isInteractive) {
    told(false);
    terminal.note(`Nobody is here to answer. Next: ${command} --${action} --yes`);
    return EXIT_CODES.needsPerson;
  }
  const question = action === "write" ? "Write this?" : "Take this back?";
  const yes = given.flag("yes") || (await askYesNo(context, question));
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  // Back in the other order: the first file is the one that folders were made for.
  if (yes) for (const { apply } of action === "undo" ? changes.toReversed() : changes) apply();
  told(yes);
  for (const line of yes ? endWords(work, command) : ["Nothing was changed."])
    for (const part of wrapText(line, terminal.columns())) terminal.note(part);
  return yes ? EXIT_CODES.done : EXIT_CODES.denied;
}

function endWords({ client, action }: ClientWork, command: string): readonly string[] {
  if (action === "undo") return [`Taken back. Restart ${client.title} if it runs.`];
  const { ownTools, notes = [] } = client;
  return [
    `Written. Restart ${client.title} if it runs. Take it back: ${command} --undo`,
    ...(ownTools.off === "file" ? [] : ownToolsWords(ownTools)),
    ...notes,
  ];
}

function showChange(
  { terminal }: CommandContext,
  { place, before, after }: ClientChange,
  home: string,
): void {
  const name = escapeText(shortenPath(place.path, home));
  const what =
    before === after
      ? "was changed since and stays"
      : after === null
        ? "removed"
        : before === null
          ? "new"
          : "changed";
  terminal.print(`${terminal.out.mark("ask")} ${terminal.out.style("bold", name)}  ${what}`);
  const { text } = describeDiff(before ?? "", after ?? "", { from: place.path, to: place.path });
  for (const line of diffLines(text, { paint: terminal.out, width: terminal.columns() }))
    terminal.print(line);
}
