import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { CONSOLE_PORT } from "../../serving/console-port.ts";
import { listenFault } from "../../serving/listen-fault.ts";
import { openConsole } from "../../serving/open-console.ts";
import { readListenOptions } from "../../serving/read-listen-options.ts";
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import { isInside } from "../../session/as-person.ts";

/** Serves the console until Ctrl-C or SIGTERM. */
export const runConsole: CommandRun = async (context) => {
  const { terminal, signal, environment } = context;
  if (isInside(environment))
    throw new CliError("A session started this program, and the console answers for a person.", {
      lines: ["Type it in a terminal of your own."],
      exitCode: EXIT_CODES.denied,
    });
  const listen = readListenOptions(context, CONSOLE_PORT);
  const console = await openConsole(context, { listen }).catch((error: unknown) => {
    throw listenFault(error, { ...listen, command: "console" });
  });
  try {
    const address = console.ticketUrl();
    terminal.print(address);
    terminal.json({ url: console.url, open: address, pid: process.pid });
    if (terminal.isOutTerminal)
      terminal.note("Open it in a browser: it lets one in. Ctrl-C ends it.");
    await untilAborted(signal);
  } finally {
    await console.close();
  }
  return serverExitCode(signal);
};
