/** The server for people: what to paste, then calls as they settle and questions that a client cannot show. */

import { basename } from "node:path";
import { CORE_VERSION } from "@toolplane/kernel";
import { TOKEN_VARIABLE, tokenPlace } from "../../../http/open-token.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openBroker } from "../../broker/open-broker.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import { sandboxWords } from "../../terminal/sandbox-words.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type HttpService, openHttpService } from "../serve/open-http-service.ts";
import { readListenOptions } from "../serve/read-listen-options.ts";
import { untilAborted } from "../serve/until-aborted.ts";
import { createCallLines } from "./call-lines.ts";
import {
  type BlockFacts,
  CLIENT_NAMES,
  type ClientName,
  clientBlocks,
  tokenLine,
} from "./client-blocks.ts";

/** Serves until Ctrl-C; with `--client` it prints what to paste and ends. */
export const runStart: CommandRun = async (context) => {
  if (context.arguments.text("client") !== undefined) return printClient(context);
  const { terminal, signal } = context;
  const lines = createCallLines(terminal);
  const service = await openHttpService(context, {
    command: "start",
    fallback: (ground) => openBroker(context, { ...ground, progress: lines }),
    onEvent: lines.hear,
  });
  try {
    const { server, token } = service;
    welcome(terminal, service);
    terminal.json({ url: server.url, tokenFile: token.file, pid: process.pid });
    await untilAborted(signal);
  } finally {
    await service.close();
  }
  return EXIT_CODES.cancelled;
};

function welcome(terminal: Terminal, { settings, product, server, token }: HttpService): void {
  const { workspace } = settings;
  const { sandbox } = product.host;
  const blocks = clientBlocks({ workspace, url: server.url, tokenFile: token.file });
  const { dim, bold } = styles(terminal);
  const row = (name: string, text: string): void => terminal.print(`  ${name.padEnd(10)}${text}`);
  const name = workspace === null ? "no folder" : escapeText(basename(workspace) || workspace);
  terminal.print(`toolplane ${CORE_VERSION} serves ${bold(name)}. Ctrl-C ends it.`);
  terminal.print();
  row("Address", bold(server.url));
  row("Token", token.file === null ? "in TOOLPLANE_TOKEN" : `in ${escapeText(token.file)}`);
  row("Sandbox", sandboxWords(sandbox));
  row("Tools", `${product.kernel.tools().length}, mode ${settings.mode}`);
  terminal.print();
  terminal.print(`${bold("Claude Code")} starts its own; paste into a terminal:`);
  terminal.print(`  ${escapeText(blocks["claude-code"].stdio.text)}`);
  terminal.print(`${bold("Others")}, and how to use the server that runs here:`);
  terminal.print(`  toolplane start --client ${CLIENT_NAMES.join(" | ")}`);
  terminal.print();
  terminal.print(dim("Calls stand here as they settle."));
}

function styles({ out }: Terminal): Record<"dim" | "bold", (text: string) => string> {
  return { dim: (text) => out.style("dim", text), bold: (text) => out.style("bold", text) };
}

/** What to paste into one client, without starting anything. */
const printClient: CommandRun = async (context) => {
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
