/** Opens what changes of files are shown by: where their contents lie, the rules of these settings, and the masks of every result. */
import type { PolicyLayer } from "@toolplane/contract";
import { createChangeSides } from "@toolplane/host";
import { deniedPaths } from "@toolplane/kernel";
import type { ChangeGround } from "../changes/change-ground.ts";
import { shippedLayers } from "../rules/shipped-layers.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";
import { openMask } from "./open-mask.ts";

/** A larger file is named, with its size. */
const MAX_SIDE_BYTES = 8 * 1024 * 1024;

export interface ChangeSource {
  readonly state: Pick<State, "store" | "userData">;
  /** Of the folder that the session worked in. */
  readonly settings: Settings;
  /** A model may read it too: then the lines of files that a rule asks about are left out as well. */
  readonly reader?: "person" | "model";
}

export async function openChangeGround({
  state,
  settings,
  reader = "person",
}: ChangeSource): Promise<ChangeGround> {
  const { store, userData } = state;
  return {
    store,
    sides: createChangeSides({ store, userData, maxBytes: MAX_SIDE_BYTES }),
    closed: (paths) => closedPaths(paths, settings, reader),
    mask: await openMask(settings),
    nowMs: () => performance.now(),
  };
}

/** Rules without a person's trust close too; what they open does not count. */
function closedPaths(
  paths: readonly string[],
  settings: Settings,
  reader: NonNullable<ChangeSource["reader"]>,
): ReadonlySet<string> {
  const { workspace, userData } = settings;
  const variables = {
    workspace: workspace === null ? [] : [workspace],
    "ad-hoc": [],
    "user-data": [userData],
    scratch: [],
  };
  const also = reader === "model" ? ({ also: "ask" } as const) : {};
  const untrusted = settings.policy.filter((layer) => layer.untrusted === true);
  const trusted = settings.policy.filter((layer) => layer.untrusted !== true);
  const closed = (layers: readonly PolicyLayer[]): readonly string[] =>
    deniedPaths(paths, { layers, variables, ...also }).map(({ path }) => path);
  return new Set([
    ...closed([...shippedLayers(settings), ...trusted]),
    ...untrusted.flatMap((layer) => closed([layer])),
  ]);
}
