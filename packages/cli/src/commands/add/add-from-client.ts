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
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { readClientFacts } from "../../serving/client-facts.ts";
import { agreeToSources } from "../../sources/agree-to-sources.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { show } from "../../terminal/shown/show.ts";
import { note, type Shown } from "../../terminal/shown/shown.ts";
import { textChangeLines } from "../../terminal/shown/text-change-lines.ts";

export async function addFromClient(
  context: CommandContext,
  named: string,
): Promise<Report | ExitCode> {
  const { arguments: given, terminal, directory } = context;
  if (given.words.length + given.rest.length > 0)
    throw new CliError("--from takes over all servers of a client; no name goes with it.");
  const facts = await readClientFacts(context);
  const found = findClientList(named, { ...facts.ground, directory });
  if (given.flag("undo")) return undo(context, found, named);
  const settings = await readSettings(context);
  const { servers, left } = readClientServers(found.servers, settings.workspace ?? directory);
  const stays = left.map(({ name, reason }) =>
    note(`${name} stays as it is: ${reason}.`, { mark: "off" }),
  );
  if (servers.length === 0)
    return { json: { added: [] }, shown: [...stays, note("There is no server to take over.")] };
  show(terminal, stays);
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
    found.file.base === "workspace" ? facts.stdio.shared(".") : facts.stdio.own,
  );
  const changes = planWrite([fileOf(found, edits)], found.ground);
  return agreeToSources(context, {
    settings,
    sources,
    again: `toolplane add --from ${named} --yes`,
    also: {
      shown: changes.flatMap(changeLines),
      apply() {
        for (const { apply } of changes) apply();
      },
    },
  });
}

function fileOf({ file, list }: FoundList, edits: ReturnType<typeof replacingEdits>): ClientFile {
  return { ...file, content: { format: list.format, edits } };
}

async function undo(
  context: CommandContext,
  found: FoundList,
  named: string,
): Promise<Report | ExitCode> {
  const { terminal, arguments: given, directory } = context;
  const changes = planUndo([fileOf(found, [])], found.ground);
  if (changes.length === 0) {
    const nothing = note(`Nothing was taken over from ${named} here.`);
    return { json: { undone: false }, shown: [nothing] };
  }
  const shown = changes.flatMap(changeLines);
  if (!given.flag("yes") && !terminal.canAsk) {
    const next = `Nobody is here to answer. Next: toolplane add --from ${named} --undo --yes`;
    return {
      exitCode: EXIT_CODES.needsPerson,
      json: { undone: false },
      shown: [...shown, note(next)],
    };
  }
  show(terminal, shown);
  const yes = given.flag("yes") || (await askYesNo(context, "Take this back?"));
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  if (yes) {
    for (const { apply } of changes) apply();
    await dropTaken(context, findClientList(named, { ...found.ground, directory }));
  }
  return {
    exitCode: yes ? EXIT_CODES.done : EXIT_CODES.denied,
    json: { undone: yes },
    shown: [note(yes ? "The file is as it was." : "Nothing was changed.")],
  };
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

function changeLines({ place: { path }, before, after }: ClientChange): readonly Shown[] {
  return textChangeLines({ name: path, path, before, after });
}
