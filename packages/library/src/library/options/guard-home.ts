/**
 * A program that works in a home folder is guarded as the command line is: hidden files there are asked about, the person's own
 * configuration is closed, and nothing runs unasked because it is contained. What the settings said already is not said twice.
 */
import { homedir } from "node:os";
import type { PolicyLayer } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import { guardPerson } from "../../settings/guard-person.ts";
import { homesOf } from "../../settings/homes-of.ts";
import { userFolders } from "../../settings/places/user-folders.ts";
import type { ToolplaneOptions } from "./toolplane-options.ts";

/** The layers with what guards the person first, and whether what is held may run unasked. */
export interface GuardedPolicy {
  readonly policy: readonly PolicyLayer[];
  readonly contained?: boolean;
}

/** Looks at every root of a host of this machine. */
export function guardHome(
  { environment = process.env, contained }: Pick<ToolplaneOptions, "environment" | "contained">,
  { host, policy }: { readonly host: Host; readonly policy: readonly PolicyLayer[] },
): GuardedPolicy {
  const home = environment.HOME || homedir();
  const { configFolder } = userFolders({ environment, home, platform: process.platform });
  const homes = homesOf(home);
  const { workspace: roots = [], added = [] } = host.variables();
  const guards = roots.map((workspace) => guardPerson({ workspace, configFolder, homes }));
  const others = [
    ...added.map((workspace) => guardPerson({ workspace, configFolder, homes })),
    // A yes to a path outside must not open what decides about the next one.
    guardPerson({ workspace: "/", configFolder, homes: [] }),
  ];
  const known = new Set(policy.map(textOf));
  const layers = [...guards, ...others]
    .flatMap((guard) => guard.layers)
    .filter((layer) => {
      const isNew = !known.has(textOf(layer));
      known.add(textOf(layer));
      return isNew;
    });
  const isExposed = guards.some((guard) => guard.isExposed);
  const decided = contained ?? (isExposed ? false : undefined);
  return {
    policy: [...layers, ...policy],
    ...(decided === undefined ? {} : { contained: decided }),
  };
}

function textOf({ file, rules }: PolicyLayer): string {
  return JSON.stringify([file, rules]);
}
