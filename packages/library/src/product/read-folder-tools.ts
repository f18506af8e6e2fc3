/**
 * Reads the tools of the folders as their workers describe them, for commands that only look: a kernel of its own over this
 * machine, without a record, closed again at once. Only the code that says what they are runs, confined and with nothing in
 * reach.
 */
import type { FolderTool, ToolFolderProblem } from "@toolplane/host/tool-folders";
import { createToolplane } from "../library/create-toolplane.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { type FolderOptions, folderOptions, hasToolFolders } from "./product-tool-folders.ts";

export interface FolderTools {
  readonly tools: readonly FolderTool[];
  readonly problems: readonly ToolFolderProblem[];
}

/** `isTrusted` replaces what was kept: a person who is about to be asked must see what they would trust. */
export async function readFolderTools(
  settings: Settings,
  { isTrusted }: Pick<FolderOptions, "isTrusted"> = {},
): Promise<FolderTools> {
  if (!hasToolFolders(settings)) return { tools: [], problems: [] };
  const toolplane = await createToolplane({
    workspace: settings.workspace,
    userData: settings.userData,
    sandbox: settings.sandbox,
    policy: settings.policy,
    tools: [],
    record: false,
    skills: false,
    onWarning: () => {},
  });
  try {
    const { openToolFolders } = await import("@toolplane/host/tool-folders");
    const { kernel, host } = toolplane;
    const folders = await openToolFolders({
      ...folderOptions(settings, { watch: false }),
      ...(isTrusted ? { isTrusted } : {}),
      home: kernel,
      clock: host.clock,
      confined: host.sandbox.level !== "none",
    });
    try {
      return { tools: folders.tools(), problems: folders.problems() };
    } finally {
      await folders.close();
    }
  } finally {
    await toolplane.close();
  }
}
