/** Takes the servers of a client over and puts toolplane in their place; or gives them back, exactly as they were. */

import type { ClientFile } from "@toolplane/gateway/clients";
import { type ClientChange, planUndo, planWrite } from "@toolplane/gateway/clients";
import {
  type FoundList,
  findClientList,
  readClientServers,
  replacingEdits,
} from "@toolplane/gateway/sources/import";
import type { Source } from "@toolplane/gateway/sources/list";
import {
  dropSource,
  readSources,
  removeDefinitions,
  removeKnownOffers,
  removeLastKnown,
  serverDigest,
} from "@toolplane/gateway/sources/list";
import { readSettings } from "@toolplane/library/rooms/settings";
import { describeDiff } from "@toolplane/tools";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { readClientFacts } from "../../serving/client-facts.ts";
import { agreeToSources } from "../../sources/agree-to-sources.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { diffLines } from "../../terminal/lines/diff-lines.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

export async function addFromClient(context: CommandContext, named: string): Promise<ExitCode> {
  const { arguments: given, terminal, directory } = context;
  if (given.words.length + given.rest.length > 0)
    throw new CliError("--from takes over all servers of a client; no name goes with it.");
  const facts = await readClientFacts(context);
  const found = findClientList(named, { ...facts.ground, directory });
  if (given.flag("undo")) return undo(context, found, named);
  const settings = await readSettings(context);
  const { servers, left } = readClientServers(found.servers, settings.workspace ?? directory);
  for (const { name, reason } of left)
    terminal.note(`${terminal.err.mark("off")} ${escapeText(name)} stays as it is: ${reason}.`);
  if (servers.length === 0) {
    terminal.json({ added: [] });
    terminal.note("There is no server to take over.");
    return EXIT_CODES.done;
  }
  const taken = new Map((await readSources(settings.userData)).map((one) => [one.name, one]));
  const sources = servers.map((one): Source => {
    const { name, server, enabled } = one;
    const other = taken.get(name);
    if (other && serverDigest(other.server) !== serverDigest(server))
      throw new CliError(`There is another server with the name ${name}.`, {
        next: [`toolplane sources remove ${name}   takes that one away.`],
      });
    return { name, server, enabled, serialized: false, tools: [], trusted: null, pins: {} };
  });
  const edits = replacingEdits(
    found,
    servers.map(({ written }) => written),
    facts.stdio,
  );
  const changes = planWrite([fileOf(found, edits)], found.ground);
  return agreeToSources(context, {
    settings,
    sources,
    again: `toolplane add --from ${named} --yes`,
    also: {
      show() {
        for (const change of changes) showChange(context, change);
      },
      apply() {
        for (const { apply } of changes) apply();
      },
    },
  });
}

function fileOf({ file, list }: FoundList, edits: ReturnType<typeof replacingEdits>): ClientFile {
  return { ...file, content: { format: list.format, edits } };
}

async function undo(context: CommandContext, found: FoundList, named: string): Promise<ExitCode> {
  const { terminal, arguments: given, directory } = context;
  const changes = planUndo([fileOf(found, [])], found.ground);
  if (changes.length === 0) {
    terminal.json({ undone: false });
    terminal.note(`Nothing was taken over from ${escapeText(named)} here.`);
    return EXIT_CODES.done;
  }
  for (const change of changes) showChange(context, change);
  if (!given.flag("yes") && !terminal.canAsk) {
    terminal.json({ undone: false });
    terminal.note(`Nobody is here to answer. Next: toolplane add --from ${named} --undo --yes`);
    return EXIT_CODES.needsPerson;
  }
  const yes = given.flag("yes") || (await askYesNo(context, "Take this back?"));
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  if (yes) {
    for (const { apply } of changes) apply();
    await dropTaken(context, findClientList(named, { ...found.ground, directory }));
  }
  terminal.json({ undone: yes });
  terminal.note(yes ? "The file is as it was." : "Nothing was changed.");
  return yes ? EXIT_CODES.done : EXIT_CODES.denied;
}

/** The client starts them itself again, so they go from here, unless they were changed since. */
async function dropTaken(context: CommandContext, { servers }: FoundList): Promise<void> {
  const { userData, workspace } = await readSettings(context);
  const given = readClientServers(servers, workspace ?? context.directory).servers;
  const digests = new Map(given.map(({ name, server }) => [name, serverDigest(server)]));
  for (const { name, server } of await readSources(userData))
    if (digests.get(name) === serverDigest(server)) {
      await dropSource(userData, name);
      removeDefinitions(userData, name);
      removeLastKnown(userData, name);
      removeKnownOffers(userData, name);
    }
}

function showChange({ terminal }: CommandContext, { place, before, after }: ClientChange): void {
  const name = terminal.out.style("bold", escapeText(place.path));
  terminal.print(`${terminal.out.mark("ask")} ${name}`);
  const { text } = describeDiff(before ?? "", after ?? "", { from: place.path, to: place.path });
  for (const line of diffLines(text, { paint: terminal.out, width: terminal.columns() }))
    terminal.print(line);
}
