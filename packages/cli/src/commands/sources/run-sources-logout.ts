import { readSources } from "@toolplane/gateway/sources/list";
import { createKeeper } from "@toolplane/gateway/sources/start";
import { readSettings } from "@toolplane/library/rooms/settings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { findSource } from "../../sources/find-source.ts";

/** Running servers read the token for each request, so theirs is gone too. */
export const runSourcesLogout: CommandRun = async (context) => {
  const { terminal } = context;
  const { userData } = await readSettings(context);
  const [name = ""] = context.arguments.words;
  const { server } = findSource(await readSources(userData), name);
  if (server.kind !== "address")
    throw new CliError(`${name} is no MCP server at an address: nobody signs in to it.`);
  const keeper = createKeeper(userData, { name, url: server.url });
  const wasKept = (await keeper.read()) !== null;
  await keeper.write(null);
  terminal.json({ name, signedIn: false });
  terminal.note(
    wasKept
      ? `${terminal.err.mark("off")} The token for ${name} is gone from here. Where you signed in, it may hold until it ends.`
      : `Nobody was signed in to ${name}.`,
  );
  return EXIT_CODES.done;
};
