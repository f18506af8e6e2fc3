/** One server from the command line, or the servers of a client. */
import { readSettings } from "../../../settings/read-settings.ts";
import { serverDigest } from "../../../sources/list/server-digest.ts";
import { readSources } from "../../../sources/list/sources-file.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { quoteWord } from "../../terminal/quote-word.ts";
import { addFromClient } from "./add-from-client.ts";
import { agreeToSources } from "./agree-to-sources.ts";
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
  const source = readGivenSource(given);
  const settings = await readSettings(context);
  const known = (await readSources(settings.userData)).find(({ name }) => name === source.name);
  if (known && serverDigest(known.server) !== serverDigest(source.server))
    throw new CliError(`There is another server with the name ${source.name}.`, {
      next: [
        `toolplane sources remove ${source.name}   takes that one away.`,
        "toolplane add OTHER -- …   gives this one another name.",
      ],
    });
  const again = ["toolplane", "add", "--yes", ...given.words, ...given.rest]
    .map(quoteWord)
    .join(" ");
  return agreeToSources(context, { settings, sources: [source], again });
};
