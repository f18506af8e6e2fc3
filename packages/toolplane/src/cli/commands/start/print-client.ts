/** What to paste into one client, without starting anything. */
import { TOKEN_VARIABLE, tokenPlace } from "../../../http/open-token.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { readListenOptions } from "../serve/read-listen-options.ts";
import { type BlockFacts, type ClientName, clientBlocks, tokenLine } from "./client-blocks.ts";

/** Prints it. */
export const printClient: CommandRun = async (context) => {
  const { terminal, arguments: given, environment } = context;
  const { workspace, userData } = await readSettings(context);
  const { address, port, tokenFile: file } = readListenOptions(context);
  const host = address.includes(":") ? `[${address}]` : address;
  const facts: BlockFacts = {
    workspace,
    url: `http://${host}:${port}/mcp`,
    tokenFile: tokenPlace({ file, variable: environment[TOKEN_VARIABLE], userData }),
  };
  const { title, stdio, http } = clientBlocks(facts)[given.text("client") as ClientName];
  terminal.json({ client: title, stdio, http, tokenFile: facts.tokenFile });
  terminal.print(`${title} starts its own server. Into ${stdio.into}:`);
  terminal.print();
  terminal.print(stdio.text);
  terminal.print();
  terminal.print(`Or it uses the one of toolplane start. Into ${http.into}:`);
  terminal.print();
  terminal.print(http.text);
  const line = tokenLine(facts);
  if (line === null) return EXIT_CODES.done;
  terminal.print();
  terminal.print(`The token, once toolplane start has made it:`);
  terminal.print();
  terminal.print(line);
  return EXIT_CODES.done;
};
