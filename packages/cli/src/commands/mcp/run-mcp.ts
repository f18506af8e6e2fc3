/**
 * The server that a client starts for itself. Whatever prints inside this process goes to standard error meanwhile: one stray
 * line on standard output would be read as a message.
 */
import { serveMcpStdio } from "@toolplane/mcp";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { openService } from "../../serving/open-service.ts";
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { waitingRoom } from "../../serving/waiting-room.ts";
import { divertConsole } from "../../terminal/divert-console.ts";

/** Serves until the client is gone. */
export const runMcp: CommandRun = async (context) => {
  const { terminal, signal } = context;
  if (terminal.wantsJson)
    throw new CliError(
      "toolplane mcp speaks the protocol on standard output: --json is not taken.",
      {
        next: ["toolplane serve --json   says where a server over HTTP listens."],
      },
    );
  const restore = divertConsole(terminal.error);
  try {
    const service = await openService(context, {
      fallback: waitingRoom(context),
      isForClient: true,
    });
    try {
      if (terminal.input.isTTY) explain(context);
      const served = serveMcpStdio(service.face, {
        input: terminal.input,
        output: terminal.output,
      });
      const stop = (): void => void served.close();
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      await served.closed;
    } finally {
      await service.close();
    }
  } finally {
    restore();
  }
  return serverExitCode(signal);
};

function explain({ terminal }: CommandContext): void {
  terminal.note("This waits for the messages of an MCP client on standard input. Ctrl-C ends it.");
  terminal.note("  toolplane start   shows what to paste into a client, which then starts this.");
}
