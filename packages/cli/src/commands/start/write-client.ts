/** Writes a client's files or takes them back: what would change is shown, then a person says so, then it is done. */

import type { Client, ClientName } from "@toolplane/gateway/clients";
import { type ClientChange, clientFiles, planUndo, planWrite } from "@toolplane/gateway/clients";
import { shortenPath } from "@toolplane/library/rooms/settings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { typedName } from "../../command/typed-name.ts";
import type { ClientFacts } from "../../serving/client-facts.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { show } from "../../terminal/shown/show.ts";
import { note, type Shown } from "../../terminal/shown/shown.ts";
import { textChangeLines } from "../../terminal/shown/text-change-lines.ts";
import { isWritten, ownToolsWords, sharedWords } from "./client-report.ts";

export interface ClientWork {
  readonly name: ClientName;
  readonly client: Client;
  readonly facts: ClientFacts;
  readonly action: "write" | "undo";
}

export async function writeClient(
  context: CommandContext,
  work: ClientWork,
): Promise<Report | ExitCode> {
  const { terminal, arguments: given } = context;
  const { name, client, facts, action } = work;
  const command = `${typedName(context)} start --for ${name}`;
  if (!isWritten(client, facts.stdio))
    throw new CliError("Where another client keeps its configuration is not known here.", {
      next: [`${command}   prints what to paste.`],
    });
  const files = clientFiles(client, facts.stdio);
  const changes = (action === "write" ? planWrite : planUndo)(files, facts.ground);
  const json = (done: boolean): object => ({
    client: client.title,
    action,
    done,
    files: changes.map(({ place }) => place.path),
  });
  if (changes.length === 0) return { json: json(false), shown: [note(nothingText(work))] };
  const shown = changes.flatMap((change) => changeLines(change, facts.home));
  if (!given.flag("yes") && !terminal.isInteractive) {
    const next = note(`Nobody is here to answer. Next: ${command} --${action} --yes`);
    return { exitCode: EXIT_CODES.needsPerson, json: json(false), shown: [...shown, next] };
  }
  show(terminal, shown);
  const question = action === "write" ? "Write this?" : "Take this back?";
  const yes = given.flag("yes") || (await askYesNo(context, question));
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  // Back in the other order: the first file is the one that folders were made for.
  if (yes) for (const { apply } of action === "undo" ? changes.toReversed() : changes) apply();
  const words = yes ? endWords(work, command) : ["Nothing was changed."];
  return {
    exitCode: yes ? EXIT_CODES.done : EXIT_CODES.denied,
    json: json(yes),
    shown: words.map((text) => note(text, { wraps: true })),
  };
}

function nothingText({ client, action }: ClientWork): string {
  return action === "write"
    ? `${client.title} is set up already.`
    : `Nothing was written for ${client.title} here.`;
}

function endWords({ client, action, facts }: ClientWork, command: string): readonly string[] {
  if (action === "undo") return [`Taken back. Restart ${client.title} if it runs.`];
  const { ownTools, notes = [] } = client;
  return [
    `Written. Restart ${client.title} if it runs. Take it back: ${command} --undo`,
    ...(ownTools.off === "file" ? [] : ownToolsWords(ownTools)),
    ...notes,
    ...sharedWords(client, facts),
  ];
}

function changeLines({ place, before, after }: ClientChange, home: string): readonly Shown[] {
  const what =
    before === after
      ? "was changed since and stays"
      : after === null
        ? "removed"
        : before === null
          ? "new"
          : "changed";
  const { path } = place;
  return textChangeLines({ name: shortenPath(path, home), path, before, after, what });
}
