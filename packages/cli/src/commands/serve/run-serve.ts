/** The server for programs: says where it listens, and then nothing. */
import type { CommandRun } from "../../command/command.ts";
import { openHttpService } from "../../serving/open-http-service.ts";
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import { waitingRoom } from "../../serving/waiting-room.ts";

/** Serves until Ctrl-C or SIGTERM. */
export const runServe: CommandRun = async (context) => {
  const { terminal, signal } = context;
  const service = await openHttpService(context, {
    command: "serve",
    fallback: waitingRoom(context),
  });
  try {
    const { server, token } = service;
    terminal.print(server.url);
    terminal.json({ url: server.url, tokenFile: token.file, pid: process.pid });
    if (terminal.output.isTTY)
      terminal.note(`Token: ${token.file ?? "as in TOOLPLANE_TOKEN"}. Ctrl-C ends it.`);
    await untilAborted(signal);
  } finally {
    await service.close();
  }
  return serverExitCode(signal);
};
