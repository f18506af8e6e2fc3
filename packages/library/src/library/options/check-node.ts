import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ConfigurationError } from "@toolplane/contract";

const NEEDED = [22, 22, 2];

/**
 * Refuses too old a Node in one line; otherwise it fails deep inside, at a name that it does not export. `broughtBy` finds the
 * Node of the checkout that this library runs from, if it brings one: looked for only when there is something to say.
 */
export function checkNode(version: string, broughtBy: () => string | null): void {
  const have = version.split(".").map(Number);
  const differs = NEEDED.findIndex((needed, at) => needed !== (have[at] ?? 0));
  if (differs === -1 || (have[differs] ?? 0) > (NEEDED[differs] ?? 0)) return;
  const brought = broughtBy();
  const remedy = brought === null ? "" : ` This checkout brings one: ${brought}`;
  throw new ConfigurationError(
    "Node",
    `toolplane needs Node ${NEEDED.join(".")} or newer; this is v${version}.${remedy}`,
  );
}

/** The Node that the checkout of this library brings; an installed package goes with the one it was started by. */
export function broughtNode(): string | null {
  const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const brought = at("../../../../../node_modules/.bin/node");
  return existsSync(at("../../../src/index.ts")) && existsSync(brought) ? brought : null;
}
