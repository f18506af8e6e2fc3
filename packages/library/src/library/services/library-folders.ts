/** The folders whose files are tools. Nothing of them is loaded for a program that has none. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { confinesProcesses, type Host } from "@toolplane/contract/ports";
import type { ToolFolderProblem, ToolFolders } from "@toolplane/host/tool-folders";
import type { Kernel } from "@toolplane/kernel";
import { isWithin } from "@toolplane/readings";
import type { ToolplaneOptions } from "../options/toolplane-options.ts";

/** A folder that a program names while it runs. */
export interface UsedFolder {
  readonly layer: "global" | "project";
  readonly folder: string;
}

export interface LibraryFolders {
  reload(): Promise<readonly ToolFolderProblem[]>;
  use(folders: readonly UsedFolder[]): Promise<readonly ToolFolderProblem[]>;
  close(): Promise<void>;
}

interface Ground {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly warn: (text: string) => void;
}

/** A fault in one is reported, and the rest goes on. */
export async function openLibraryFolders(
  { toolFolders }: Pick<ToolplaneOptions, "toolFolders">,
  ground: Ground,
): Promise<LibraryFolders> {
  let folders: Promise<ToolFolders> | null =
    toolFolders === undefined ? null : openFolders(toolFolders, ground);
  await folders;
  return {
    async reload() {
      const open = await folders;
      await open?.reload();
      return open?.problems() ?? [];
    },
    async use(given) {
      folders ??= openFolders({ folders: [] }, ground);
      const open = await folders;
      const roots = ground.host.variables().workspace ?? [];
      await open.use(given.map((one) => ownLayer(one, roots)));
      return open.problems();
    },
    close: async () => (await folders)?.close(),
  };
}

/** An agent writes in the workspace: what lies there is the project's, whatever it is called, and needs a person's agreement. */
function ownLayer({ layer, folder: given }: UsedFolder, roots: readonly string[]): UsedFolder {
  const folder = resolve(given);
  const isInside = roots.some((root) =>
    namesOf(root).some((name) => namesOf(folder).some((one) => isWithin(one, name))),
  );
  return { layer: layer === "global" && !isInside ? "global" : "project", folder };
}

/** As it is written, and where it really is; a folder that is not there yet is where it is written. */
function namesOf(folder: string): readonly string[] {
  try {
    return [resolve(folder), realpathSync(folder)];
  } catch {
    return [resolve(folder)];
  }
}

async function openFolders(
  toolFolders: NonNullable<ToolplaneOptions["toolFolders"]>,
  { kernel, host, warn }: Ground,
): Promise<ToolFolders> {
  const { openToolFolders } = await import("@toolplane/host/tool-folders");
  return openToolFolders({
    onProblem: ({ name, message }) => warn(`The tool ${name} is left out: ${message}`),
    ...toolFolders,
    home: kernel,
    clock: host.clock,
    confined: confinesProcesses(host.sandbox),
  });
}
