/** Shows the MCP servers and web APIs behind toolplane. Values of variables and headers are never among it. */

import type { SourceFacts } from "@toolplane/contract/console";
import type { Source, SourceServer } from "@toolplane/gateway/sources/list";
import { isTrusted } from "@toolplane/gateway/sources/list";
import type { SourceState } from "@toolplane/gateway/sources/run";
import { describeValues, splitAuth } from "@toolplane/gateway/sources/start";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";
import { openProduct } from "./open-product.ts";

/** Starts each server that a person agreed to, reads each API's description, and says how they are doing. */
export async function lookAtSources(
  { settings, state }: { readonly settings: Settings; readonly state: State },
  sources: readonly Source[],
): Promise<ReadonlyMap<string, SourceState>> {
  const product = await openProduct({
    settings,
    state,
    only: [],
    sources: "kept",
    onWarning: () => undefined,
  });
  try {
    await product.sources.start(sources.map(({ name }) => name));
    return new Map(product.sources.list().map((one) => [one.name, one]));
  } finally {
    await product.close();
  }
}

/** A source as `--json` and the console give it. */
export function sourceFacts(
  { name, server, ...source }: Source,
  state: SourceState | undefined,
): SourceFacts {
  const { enabled, serialized, tools: only, pins } = source;
  return {
    name,
    enabled,
    serialized,
    only,
    trusted: isTrusted({ server, trusted: source.trusted }),
    server: serverFacts(server),
    pinned: Object.keys(pins),
    ...(state
      ? {
          health: state.health,
          unconfined: state.unconfined,
          left: state.left,
          tools: state.tools,
        }
      : {}),
  };
}

function serverFacts(server: SourceServer): SourceFacts["server"] {
  if (server.kind === "program") return { ...server, env: describeValues(server.env) };
  const headers = describeValues(server.headers);
  if (server.kind === "address") return { ...server, headers };
  const { auth, ...api } = server;
  const given = auth === undefined ? {} : { auth: describeValues({ auth: splitAuth(auth).text }) };
  return { ...api, ...given, headers };
}
