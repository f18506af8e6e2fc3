import { errorCode } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import { EXIT_CODES } from "../command/exit-code.ts";
import type { ListenOptions } from "./read-listen-options.ts";

/** Why a server cannot listen, in words and with what helps; anything else as it is. */
export function listenFault(
  error: unknown,
  {
    address,
    port,
    command,
    option = "port",
  }: Pick<ListenOptions, "address" | "port"> & {
    readonly command: string;
    /** Names the port. */
    readonly option?: string;
  },
): unknown {
  const code = errorCode(error);
  const fault = (message: string, next: readonly string[]): CliError =>
    new CliError(message, { next, exitCode: EXIT_CODES.failed });
  if (code === "EADDRINUSE")
    return fault(`Port ${port} of ${address} is taken, perhaps by another toolplane.`, [
      `toolplane ${command} --${option} ${port + 1 > 65_535 ? 0 : port + 1}   takes the next one.`,
      `toolplane ${command} --${option} 0      takes a free one.`,
    ]);
  if (code === "EACCES")
    return fault(`Port ${port} is for the administrator of this machine.`, [
      `toolplane ${command} --${option} 0   takes a free one.`,
    ]);
  if (code === "EADDRNOTAVAIL")
    return fault(`${address} is no address of this machine.`, [
      `toolplane ${command}   listens on 127.0.0.1.`,
    ]);
  return error;
}
