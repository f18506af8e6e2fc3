/**
 * Reads from the command line where to listen and who may speak. What would open the server to others by mistake is refused
 * here.
 */
import { isIP } from "node:net";
import { isLoopback } from "@toolplane/gateway/http";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { DEFAULT_PORT } from "./serve-options.ts";

export interface ListenOptions {
  readonly address: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly tokenFile: string | undefined;
}

const MAX_PORT = 65_535;
const EVERYWHERE: readonly string[] = ["0.0.0.0", "::"];

/** Reads them. Throws a CliError. */
export function readListenOptions(
  { arguments: given }: Pick<CommandContext, "arguments">,
  defaultPort: number = DEFAULT_PORT,
): ListenOptions {
  const address = given.text("address") ?? "127.0.0.1";
  const port = given.number("port") ?? defaultPort;
  const names = given.list("allow-host");
  if (!Number.isInteger(port) || port > MAX_PORT)
    throw new CliError(`--port must be a whole number up to ${MAX_PORT}. You gave ${port}.`);
  if (address !== "localhost" && isIP(address) === 0)
    throw new CliError(`--address must be an IP address. You gave ${JSON.stringify(address)}.`, {
      lines: ["Names that clients use for this machine go into --allow-host."],
    });
  const isRemote = !isLoopback(address);
  if (isRemote) checkRemote(address, { names, isAllowed: given.flag("allow-remote") });
  return {
    address,
    port,
    allowedHosts: [
      ...names,
      ...(isRemote && !EVERYWHERE.includes(address) ? [hostOf(address)] : []),
    ],
    allowedOrigins: given.list("allow-origin").map(checkOrigin),
    tokenFile: given.text("token-file"),
  };
}

function checkRemote(
  address: string,
  { names, isAllowed }: { readonly names: readonly string[]; readonly isAllowed: boolean },
): void {
  if (!isAllowed)
    throw new CliError(`${address} can be reached from other machines.`, {
      lines: [
        "Whoever has the token can then run tools here, and the traffic is not",
        "encrypted: put a proxy that speaks TLS in front of a loopback address instead.",
      ],
      next: ["--allow-remote   listens there all the same."],
    });
  if (EVERYWHERE.includes(address) && names.length === 0)
    throw new CliError(`--address ${address} needs the names that clients use for this machine.`, {
      lines: ["A request for any other name is turned away, so that no web page gets in."],
      next: [`--address ${address} --allow-remote --allow-host tools.example`],
    });
}

function checkOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : null;
  if (origin === text && origin !== "null") return text;
  throw new CliError(
    `--allow-origin takes a scheme, a host and nothing more: https://app.example`,
    {
      lines: [`You gave ${JSON.stringify(text)}.`],
    },
  );
}

function hostOf(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}
