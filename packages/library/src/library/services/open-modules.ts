/**
 * Tools that a program names by their module. Each runs in a process of its own in the sandbox, like one from a folder: it reaches
 * files, the network, programs and variables by the doors only, and shares no memory with the program or with another tool.
 */
import { dirname } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { confinesProcesses, type Host } from "@toolplane/contract/ports";
import type { ToolFolders } from "@toolplane/host/tool-folders";
import type { Kernel } from "@toolplane/kernel";

/** Loads them. Rejects with a ConfigurationError for one that cannot be loaded: the program named it. */
export async function openModules(
  modules: readonly string[],
  { kernel, host }: { readonly kernel: Kernel; readonly host: Host },
): Promise<ToolFolders | null> {
  if (modules.length === 0) return null;
  const { openToolFolders } = await import("@toolplane/host/tool-folders");
  const open = await openToolFolders({
    folders: modules.map((unit) => ({ layer: "bundled", folder: dirname(unit), unit })),
    home: kernel,
    clock: host.clock,
    confined: confinesProcesses(host.sandbox),
  });
  const [problem] = open.problems();
  if (problem === undefined) return open;
  await open.close();
  throw new ConfigurationError(`the module ${problem.name}`, problem.message);
}
