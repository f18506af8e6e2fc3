/** One server or API from the command line, or the servers of a client. */

import type { SourceServer } from "@toolplane/gateway/sources/list";
import { readSources, serverDigest } from "@toolplane/gateway/sources/list";
import { readSettings } from "@toolplane/library/rooms/settings";
import { quoteVisibly } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { agreeToSources } from "../../sources/agree-to-sources.ts";
import { addFromClient } from "./add-from-client.ts";
import { isApiGiven, readGivenApi } from "./read-given-api.ts";
import { readGivenSource } from "./read-given-source.ts";

export const runAdd: CommandRun = async (context) => {
  const { arguments: given } = context;
  const [extra] = given.rest;
  if (extra !== undefined && extra !== "--")
    throw new CliError(`toolplane add does not take ${JSON.stringify(extra)} there.`, {
      next: ["toolplane add NAME -- COMMAND   takes everything after -- as it is."],
    });
  const from = given.text("from");
  if (from !== undefined) return addFromClient(context, from);
  if (given.flag("undo")) throw new CliError("--undo goes with --from CLIENT.");
  const isApi = isApiGiven(given);
  const source = isApi ? readGivenApi(given, context.directory) : readGivenSource(given);
  const settings = await readSettings(context);
  const known = (await readSources(settings.userData)).find(({ name }) => name === source.name);
  if (known && !isSameServer(known.server, source.server))
    throw new CliError(`There is another source with the name ${source.name}.`, {
      next: [
        `toolplane sources remove ${source.name}   takes that one away.`,
        isApi
          ? "toolplane add … --name OTHER   gives this one another name."
          : "toolplane add OTHER -- …   gives this one another name.",
      ],
    });
  const again = isApi
    ? "the same with --yes"
    : ["toolplane", "add", "--yes", ...given.words, ...given.rest].map(quoteVisibly).join(" ");
  return agreeToSources(context, { settings, sources: [source], again });
};

/** Credentials of an API go where its description said then. That is not typed, so it is not compared. */
function isSameServer(one: SourceServer, other: SourceServer): boolean {
  const typed = (server: SourceServer) =>
    serverDigest(server.kind === "openapi" ? { ...server, origins: null } : server);
  return typed(one) === typed(other);
}
