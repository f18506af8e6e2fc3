import { readSources } from "@toolplane/gateway/sources/list";
import { createKeeper } from "@toolplane/gateway/sources/start";
import { readSettings } from "@toolplane/library/rooms/settings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { findSource } from "../../sources/find-source.ts";
import { note } from "../../terminal/shown/shown.ts";

/** Running servers read the token for each request, so theirs is gone too. */
export const runSourcesLogout: CommandRun = async (context) => {
  const { userData } = await readSettings(context);
  const [name = ""] = context.arguments.words;
  const { server } = findSource(await readSources(userData), name);
  if (server.kind !== "address")
    throw new CliError(`${name} is no MCP server at an address: nobody signs in to it.`);
  const keeper = createKeeper(userData, { name, url: server.url });
  const wasKept = (await keeper.read()) !== null;
  await keeper.write(null);
  const gone = `The token for ${name} is gone from here. Where you signed in, it may hold until it ends.`;
  return {
    json: { name, signedIn: false },
    shown: [wasKept ? note(gone, { mark: "off" }) : note(`Nobody was signed in to ${name}.`)],
  };
};
