/** Lists what rules can name here, from what is kept. Starts nothing and runs no code of a tool. */
import { existsSync } from "node:fs";
import { readSources } from "@toolplane/gateway/sources/list";
import type { KnownHere } from "../rules/idle-rules.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { readKeptTools } from "./kept-tools.ts";
import { hasToolFolders, toolFolders } from "./product-tool-folders.ts";

type Places = Pick<Settings, "home" | "workspace" | "userData" | "reach">;

export async function readKnownHere(settings: Places): Promise<KnownHere> {
  const { workspace, userData, reach } = settings;
  const { PRESET_NAMES, PRESETS } = await import("@toolplane/tools");
  const presets = PRESET_NAMES.flatMap((name) => [
    ...PRESETS[name].tools,
    ...PRESETS[name].unlisted,
  ]);
  const kept = await readKeptTools(userData);
  const sources = await readSources(userData);
  return {
    tools: [
      ...new Set([...presets, ...kept.map(({ tool }) => tool)].map(({ id }) => id)),
      ...(await folderTools(settings)),
    ],
    servers: sources.map(({ name }) => name),
    roots: [...(workspace === null ? [] : [workspace]), "/tmp", ...reach.read, ...reach.write],
    isThere: existsSync,
  };
}

/** By the names of their files: what they call themselves is their authors' code to say. */
async function folderTools(places: Places): Promise<readonly string[]> {
  if (!hasToolFolders(places)) return [];
  const { findUnits } = await import("@toolplane/host/tool-folders");
  return toolFolders(places).flatMap(({ folder }) =>
    findUnits(folder).map(({ name }) => name.replace(/\.[cm]?[jt]s$/, "")),
  );
}
