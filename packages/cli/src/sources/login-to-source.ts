/** A person signs in to a server: reads the address here, opens it in a browser, and is heard of again on this machine alone. */

import type { SignInOutcome } from "@toolplane/gateway/sources/start";
import { type Callback, openCallback } from "@toolplane/gateway/sources/start";
import type { Product } from "@toolplane/library/rooms/product";
import { errorCode } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import type { CommandContext } from "../command/command.ts";
import { EXIT_CODES } from "../command/exit-code.ts";
import { askYesNo } from "../terminal/ask-yes-no.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

/** The same each time: some servers hold people to the address that was named first. */
const DEFAULT_PORT = 7434;
const MAX_PORT = 65_535;
/** A person has to find a password, perhaps a telephone. */
const WAIT_MS = 300_000;

/** Throws a CliError when the browser could not come back. */
export async function loginToSource(
  context: CommandContext,
  { product, name }: { readonly product: Pick<Product, "sources">; readonly name: string },
): Promise<SignInOutcome> {
  const { terminal } = context;
  const callback = await listen(context);
  try {
    return await product.sources.signIn(name, {
      redirectUrl: callback.redirectUrl,
      signal: context.signal,
      allowHost: (host) => allow(context, name, host),
      signIn(url, signal) {
        terminal.note(`Open this in a browser to sign in to ${name}:`);
        terminal.note(`  ${escapeText(url)}`);
        terminal.note(`Waiting for ${WAIT_MS / 60_000} minutes; Ctrl-C ends it.`);
        return callback.next(url, AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]));
      },
    });
  } finally {
    await callback.close();
  }
}

async function allow(context: CommandContext, name: string, host: string): Promise<boolean> {
  const { terminal, arguments: given } = context;
  const shown = escapeText(host);
  if (given.flag("yes")) {
    terminal.note(`${name} signs people in at ${shown}.`);
    return true;
  }
  if (terminal.canAsk) return askYesNo(context, `${name} signs people in at ${shown}. Go there?`);
  terminal.note(
    `${name} signs people in at ${shown}, and nobody is here to agree to that: --yes does.`,
  );
  return false;
}

async function listen({ arguments: given }: CommandContext): Promise<Callback> {
  const port = given.number("port") ?? DEFAULT_PORT;
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT)
    throw new CliError(`--port must be a whole number up to ${MAX_PORT}. You gave ${port}.`);
  try {
    return await openCallback(port);
  } catch (error) {
    const code = errorCode(error) ?? "unknown error";
    throw new CliError(`A browser could not come back to port ${port} (${code}).`, {
      next: ["--port 0   takes a free one, if the server lets people come back to any."],
      exitCode: EXIT_CODES.failed,
    });
  }
}
