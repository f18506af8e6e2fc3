import type { Source } from "@toolplane/gateway/sources/list";
import { isTrusted, keepSource, readSources } from "@toolplane/gateway/sources/list";
import type { SignInOutcome } from "@toolplane/gateway/sources/start";
import { openProduct } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { findSource } from "../../sources/find-source.ts";
import { loginToSource } from "../../sources/login-to-source.ts";
import { signedInSource } from "../../sources/signed-in-source.ts";
import { note } from "../../terminal/shown/shown.ts";

export const runSourcesLogin: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const [name = ""] = context.arguments.words;
  const source = findSource(await readSources(settings.userData), name);
  check(source);
  const outcome = await login(context, settings, name);
  if (!outcome.ok) {
    const { message: reason } = outcome;
    return {
      exitCode: context.signal.aborted ? EXIT_CODES.cancelled : EXIT_CODES.failed,
      json: { name, signedIn: false, reason },
      shown: [note(`Nobody is signed in to ${name}: ${reason}`, { mark: "failed" })],
    };
  }
  await keepSource(settings.userData, signedInSource(source, outcome.hosts));
  return {
    json: { name, signedIn: true },
    shown: [note(`You are signed in to ${name}.`, { mark: "allow" })],
  };
};

function check(source: Source): void {
  const { name, server, enabled } = source;
  if (server.kind !== "address")
    throw new CliError(`${name} is no MCP server at an address: nobody signs in to it.`);
  if (!isTrusted(source))
    throw new CliError(`Nobody has agreed to the server ${name} as it is now.`, {
      next: [`toolplane sources accept ${name}`],
    });
  if (!enabled)
    throw new CliError(`${name} is off.`, { next: [`toolplane sources enable ${name}`] });
}

async function login(
  context: CommandContext,
  settings: Settings,
  name: string,
): Promise<SignInOutcome> {
  const state = await openState(settings);
  try {
    const product = await openProduct({
      settings,
      state,
      only: [],
      sources: "kept",
      onWarning: () => undefined,
    });
    try {
      return await loginToSource(context, { product, name });
    } finally {
      await product.close();
    }
  } finally {
    await state.close();
  }
}
