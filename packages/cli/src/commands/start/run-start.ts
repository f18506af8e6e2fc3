/** The server for people: what to paste, then calls as they settle and questions that a client cannot show. */

import { basename } from "node:path";
import type { ConsoleServer } from "@toolplane/console";
import { CLIENT_NAMES, CLIENTS, type ClientName } from "@toolplane/gateway/clients";
import { CORE_VERSION } from "@toolplane/kernel";
import { errorCode, quoteVisibly } from "@toolplane/readings";
import { openBroker } from "../../broker/open-broker.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import type { ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { typedName } from "../../command/typed-name.ts";
import { readClientFacts, serverCommand } from "../../serving/client-facts.ts";
import { CONSOLE_PORT } from "../../serving/console-port.ts";
import { type HttpService, openHttpService } from "../../serving/open-http-service.ts";
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import { isInside } from "../../session/as-person.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { sandboxWords } from "../../terminal/words/sandbox-words.ts";
import { createCallLines } from "./call-lines.ts";
import { clientReport } from "./client-report.ts";
import { writeClient } from "./write-client.ts";

/** Serves until Ctrl-C; with `--for` it does something for one client and ends. */
export const runStart: CommandRun = async (context) => {
  const { terminal, signal, arguments: given } = context;
  const name = given.text("for") ?? given.text("client");
  if (name !== undefined) return serveOneClient(context, name as ClientName);
  for (const option of ["write", "undo", "yes"])
    if (given.flag(option))
      throw new CliError(`--${option} goes with --for CLIENT.`, {
        next: [`toolplane start --for opencode --${option}`],
      });
  const lines = createCallLines(terminal);
  const service = await openHttpService(context, {
    command: "start",
    fallback: (ground) => openBroker(context, { ...ground, progress: lines }),
    onEvent: lines.hear,
  });
  const console = await consoleBeside(context).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  try {
    const { server, token } = service;
    const address = console?.ticketUrl() ?? null;
    welcome(context, service, address);
    terminal.json({
      url: server.url,
      tokenFile: token.file,
      pid: process.pid,
      ...(address === null ? {} : { console: address }),
    });
    await untilAborted(signal);
  } finally {
    await console?.close();
    await service.close();
  }
  return serverExitCode(signal);
};

/** None where it was not wanted, or where a session started this: the console answers for a person. */
async function consoleBeside(context: CommandContext): Promise<ConsoleServer | null> {
  const { arguments: given, environment } = context;
  if (given.flag("no-console") || isInside(environment)) return null;
  const { openConsole } = await import("../../serving/open-console.ts");
  const wanted = given.number("console-port") ?? (given.number("port") === 0 ? 0 : CONSOLE_PORT);
  const open = (port: number) => openConsole(context, { listen: { address: "127.0.0.1", port } });
  // Another console may have it already; this one goes elsewhere, and says where.
  return open(wanted).catch((error: unknown) => {
    if (errorCode(error) !== "EADDRINUSE" || given.number("console-port") !== undefined)
      throw error;
    return open(0);
  });
}

function welcome(
  context: CommandContext,
  { settings, product, server, token }: HttpService,
  address: string | null,
): void {
  const { terminal } = context;
  const { workspace } = settings;
  const { sandbox } = product.host;
  const { command, args } = serverCommand(context, workspace);
  const { dim, bold } = styles(terminal);
  const row = (name: string, text: string): void => terminal.print(`  ${name.padEnd(10)}${text}`);
  const name = workspace === null ? "no folder" : escapeText(basename(workspace) || workspace);
  terminal.print(`toolplane ${CORE_VERSION} serves ${bold(name)}. Ctrl-C ends it.`);
  terminal.print();
  row("Address", bold(server.url));
  row("Token", token.file === null ? "in TOOLPLANE_TOKEN" : `in ${escapeText(token.file)}`);
  if (address !== null) row("Console", `${bold(address)}  lets one browser in`);
  row("Sandbox", sandboxWords(sandbox));
  row("Tools", `${product.kernel.tools().length}, mode ${settings.mode}`);
  terminal.print();
  terminal.print(`${bold("Claude Code")} starts its own; paste into a terminal:`);
  terminal.print(
    `  ${escapeText(["claude", "mcp", "add", "toolplane", "--", command, ...args].map(quoteVisibly).join(" "))}`,
  );
  terminal.print(`${bold("Every client")}, and how to use the server that runs here:`);
  terminal.print(`  ${typedName(context)} start --for CLIENT [--write]`);
  for (const line of wrapText(CLIENT_NAMES.join(", "), terminal.columns() - 4))
    terminal.print(dim(`    ${line}`));
  terminal.print();
  terminal.print(dim("Calls stand here as they settle."));
}

function styles({ out }: Terminal): Record<"dim" | "bold", (text: string) => string> {
  return { dim: (text) => out.style("dim", text), bold: (text) => out.style("bold", text) };
}

/** For one client: prints what to paste, writes it, or takes it back. Nothing is started. */
async function serveOneClient(
  context: CommandContext,
  name: ClientName,
): Promise<Report | ExitCode> {
  const { arguments: given } = context;
  const client = CLIENTS[name];
  const facts = await readClientFacts(context);
  if (given.flag("write") && given.flag("undo"))
    throw new CliError("--write and --undo do not go together.");
  if (given.flag("write")) return writeClient(context, { name, client, facts, action: "write" });
  if (given.flag("undo")) return writeClient(context, { name, client, facts, action: "undo" });
  return clientReport(context, { name, client, facts });
}
