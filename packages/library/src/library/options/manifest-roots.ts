/**
 * The roots of a manifest are roots of the host, as if the program had named them itself: doors, sandbox and analyzer know them by
 * `extraRoots`, and the kernel by their real places, because a link is not where its files lie.
 */
import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import type { ToolplaneOptions } from "./toolplane-options.ts";

/** The same options where a manifest names no root, or a host of the program's own has the disk. */
export function withManifestRoots(options: ToolplaneOptions): ToolplaneOptions {
  const { manifest, extraRoots = [], host } = options;
  if (host !== undefined || !Array.isArray(manifest?.roots) || manifest.roots.length === 0)
    return options;
  const roots = manifest.roots.map(realRoot);
  return {
    ...options,
    extraRoots: [...extraRoots, ...manifest.roots],
    manifest: { ...manifest, roots },
  };
}

/** One that is not absolute is left to the kernel, which refuses it. */
function realRoot(root: string, index: number): string {
  if (typeof root !== "string" || !isAbsolute(root)) return root;
  try {
    return realpathSync.native(root);
  } catch (cause) {
    const reason = errorCode(cause) ?? "unknown";
    throw new ConfigurationError("manifest", `roots[${index}] cannot be opened (${reason})`);
  }
}
