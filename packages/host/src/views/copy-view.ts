/** Copies what one view holds into another: all of it, or what lies at some paths. By `cp`, which keeps the marks of the overlay. */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { ToolError } from "@toolplane/contract";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { isWithin, posixPath } from "@toolplane/readings";
import type { HeldState } from "@toolplane/sandbox";

const run = promisify(execFile);
const COPY = ["-a", "--reflink=auto", "--"];

export async function copyView(
  from: Pick<HeldState, "roots">,
  to: Pick<HeldState, "roots">,
  without: readonly string[],
): Promise<void> {
  for (const [index, { upper }] of from.roots.entries())
    await copy(`${upper}/.`, to.roots[index]?.upper ?? "");
  for (const path of without) {
    const place = placeIn(to, path);
    if (place !== null) clearTree(toBytePath(place));
  }
}

export async function bringPaths(
  from: Pick<HeldState, "roots">,
  to: Pick<HeldState, "roots">,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    const source = placeIn(from, path);
    const target = placeIn(to, path);
    if (source === null || target === null) continue;
    clearTree(toBytePath(target));
    mkdirSync(dirname(target), { recursive: true });
    await copy(source, target);
  }
}

/** The place of a path in the layer of a view; null for one that lies in no root of it, and for a root itself. */
export function placeIn({ roots }: Pick<HeldState, "roots">, path: string): string | null {
  const layer = roots.find(({ root }) => isWithin(path, root) && path !== root);
  return layer === undefined
    ? null
    : posixPath.join(layer.upper, posixPath.below(layer.root, path));
}

async function copy(from: string, to: string): Promise<void> {
  try {
    await run("cp", [...COPY, from, to], { env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } });
  } catch (cause) {
    throw new ToolError("unavailable", "The view could not be copied", { cause });
  }
}
