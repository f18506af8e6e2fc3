/** Signs in to the servers that a person said to sign in to, before they are asked what they have. */

import type { Source } from "@toolplane/gateway/sources/list";
import { createKeeper } from "@toolplane/gateway/sources/start";
import type { Product } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { CommandContext } from "../command/command.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { loginToSource } from "./login-to-source.ts";
import { signedInSource } from "./signed-in-source.ts";

export interface SignedIn {
  /** With the hosts that were agreed to on the way. */
  readonly sources: readonly Source[];
  /** Throws away the tokens that were got here: their servers are not kept. */
  forget(): Promise<void>;
}

/** A server that is signed in to already stays so. Without a sign-in, the server itself then says what it wants. */
export async function signInAll(
  context: CommandContext,
  {
    product,
    sources,
    settings,
  }: {
    readonly product: Product;
    readonly sources: readonly Source[];
    readonly settings: Settings;
  },
): Promise<SignedIn> {
  const { terminal } = context;
  const fresh: ReturnType<typeof createKeeper>[] = [];
  const known: Source[] = [];
  for (const source of sources) {
    const { name, server } = source;
    const wants = server.kind === "address" && server.oauth;
    const keeper = wants ? createKeeper(settings.userData, { name, url: server.url }) : null;
    if (keeper === null || (await keeper.read()) !== null) {
      known.push(source);
      continue;
    }
    const outcome = await loginToSource(context, { product, name });
    if (outcome.ok) fresh.push(keeper);
    else
      terminal.note(
        `${terminal.err.mark("failed")} Nobody is signed in to ${name}: ${escapeText(outcome.message)}`,
      );
    known.push(outcome.ok ? signedInSource(source, outcome.hosts) : source);
  }
  return {
    sources: known,
    async forget() {
      for (const keeper of fresh) await keeper.write(null);
    },
  };
}
