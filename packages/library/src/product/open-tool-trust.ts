/** The tools of a project as a person trusts them: look at what each may do, then keep exactly the content that was looked at. */
import { findUnits } from "@toolplane/host/tool-folders";
import { describeRequirements } from "@toolplane/kernel";
import type { Settings } from "../settings/declaration/settings.ts";
import {
  openContentTrust,
  type TrustAnswer,
  type TrustState,
} from "../settings/trust/open-content-trust.ts";
import { toolFolders } from "./product-tool-folders.ts";
import { type FolderTools, readFolderTools } from "./read-folder-tools.ts";

export interface OfferedTools {
  /** Of the file or folder that holds them. */
  readonly name: string;
  readonly path: string;
  readonly digest: string;
  readonly state: TrustState;
  readonly tools: readonly OfferedTool[];
  /** Reason why it cannot be loaded; null where it can. */
  readonly problem: string | null;
}

export interface OfferedTool {
  readonly id: string;
  readonly description: string;
  readonly gated: boolean;
  /** The most it may ever touch, in words. */
  readonly requires: readonly string[];
  /** The key by which approvals of its calls are remembered. */
  readonly approvalKey: "footprint" | "a key of its own";
}

export interface ToolOffer {
  readonly units: readonly OfferedTools[];
  readonly isOpen: boolean;
  keep(answer: TrustAnswer): void;
}

export async function openToolTrust(settings: Settings): Promise<ToolOffer> {
  const { userData, workspace } = settings;
  const place = toolFolders(settings).find(({ layer }) => layer === "project");
  if (workspace === null || place === undefined)
    return { units: [], isOpen: false, keep: () => undefined };
  const trust = openContentTrust({ kind: "tools", userData, workspace });
  const found = findUnits(place.folder).flatMap(({ unit }) => unit ?? []);
  if (found.length === 0)
    return { units: [], isOpen: false, keep: (answer) => trust.keep({}, answer) };
  const digests = Object.fromEntries(found.map(({ path, digest }) => [path, digest]));
  // Only what was just read: what changes meanwhile is not what is shown.
  const isTrusted = ({ path, digest }: { path: string; digest: string }) =>
    digests[path] === digest;
  const loaded = await readFolderTools(settings, { isTrusted });
  const units = found.map(
    ({ name, path, digest }): OfferedTools => ({
      name,
      path,
      digest,
      state: trust.stateOf(path, digest),
      tools: toolsOf(loaded, path),
      problem:
        loaded.problems.find((one) => one.layer === "project" && one.name === name)?.message ??
        null,
    }),
  );
  return {
    units,
    isOpen: units.some(({ state }) => state !== "trusted"),
    keep: (answer) => trust.keep(digests, answer),
  };
}

function toolsOf({ tools }: FolderTools, path: string): readonly OfferedTool[] {
  return tools
    .filter((one) => one.path === path)
    .map(({ tool, hasKey }) => ({
      id: tool.id,
      description: tool.description,
      gated: tool.gated,
      requires: describeRequirements(tool.requires),
      approvalKey: hasKey ? "a key of its own" : "footprint",
    }));
}
