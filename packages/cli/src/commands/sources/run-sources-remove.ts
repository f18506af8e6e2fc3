import type { SourceServer } from "@toolplane/gateway/sources/list";
import {
  dropSource,
  readSources,
  removeDefinitions,
  removeKnownOffers,
  removeLastKnown,
} from "@toolplane/gateway/sources/list";
import { removeSeen } from "@toolplane/gateway/sources/openapi";
import {
  createKeeper,
  readPackageLine,
  removeFetchedPackage,
} from "@toolplane/gateway/sources/start";
import { readSettings } from "@toolplane/library/rooms/settings";
import type { CommandRun } from "../../command/command.ts";
import { findSource } from "../../sources/find-source.ts";
import { note } from "../../terminal/shown/shown.ts";

export const runSourcesRemove: CommandRun = async (context) => {
  const { userData } = await readSettings(context);
  const [name = ""] = context.arguments.words;
  const { server } = findSource(await readSources(userData), name);
  await dropSource(userData, name);
  removeDefinitions(userData, name);
  removeLastKnown(userData, name);
  removeKnownOffers(userData, name);
  removeSeen(userData, name);
  removePackage(userData, server, await readSources(userData));
  if (server.kind === "address")
    await createKeeper(userData, { name, url: server.url }).write(null);
  return { json: { removed: name }, shown: [note(`${name} is gone from here.`, { mark: "off" })] };
};

/** Removes what was fetched for it, unless another source starts the same. */
function removePackage(
  userData: string,
  server: SourceServer,
  others: readonly { readonly server: SourceServer }[],
): void {
  const spec = fetchedSpec(server);
  if (spec !== null && !others.some((one) => fetchedSpec(one.server) === spec))
    removeFetchedPackage(userData, spec);
}

function fetchedSpec(server: SourceServer): string | null {
  const line = server.kind === "program" ? readPackageLine(server.command, server.args) : null;
  return line?.of === "npm" ? line.spec : null;
}
