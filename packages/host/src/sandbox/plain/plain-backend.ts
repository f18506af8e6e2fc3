/** Linux without bubblewrap: the same mounts and namespaces through the programs of util-linux, without a filter on system calls. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxStatus } from "@toolplane/contract";
import type { Sandbox } from "../backend/sandbox.ts";
import type { BackendOptions, SandboxBackend } from "../backend/sandbox-backend.ts";
import { installationFolders } from "../bubblewrap/installation-folders.ts";
import { createProbeMemory } from "../bubblewrap/probe-memory.ts";
import { probeView, type ViewFinding } from "../bubblewrap/probe-view.ts";
import { openProcessFolder } from "../bubblewrap/process-folder.ts";
import { openMountPoints, removeAbandoned } from "../reach/mount-points.ts";
import { makePrivateFiles } from "../reach/private-files.ts";
import { findPlain, type WorkingPlain } from "./find-plain.ts";
import { plainChain } from "./plain-chain.ts";
import { createPlainSandbox } from "./plain-sandbox.ts";
import { plainStatus } from "./plain-status.ts";

export const plainBackend: SandboxBackend = {
  name: "plain",
  platforms: ["linux"],
  async inspect(options) {
    const tried = await findPlain(options);
    return tried.ok ? { ok: true, found: await inspectViews(tried, options.reserved) } : tried;
  },
  async open(options) {
    const { path, reserved, places } = options;
    const memory = createProbeMemory(join(places.userData, PROBE));
    const tried = await findPlain({ path, reserved, memory });
    return tried.ok ? { ok: true, found: await openFound(tried, options) } : tried;
  },
};

const PROBE = "plain-probe.json";
const VIEW_PROBES = "plain-views";
const MOUNT_POINTS = "mount-points.jsonl";
/** Of one command, at most. */
const MAX_MOUNTS = 1_000;

/** Tried in the folder for temporary files: there is no host whose own could be used. */
async function inspectViews(
  found: WorkingPlain,
  reserved: readonly string[],
): Promise<SandboxStatus> {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-view-"));
  try {
    const chain = plainChain(found);
    return statusWith(found, await probeView({ chain, root: reserved[0], folder, reserved }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function statusWith({ version }: WorkingPlain, tried: ViewFinding | null): SandboxStatus {
  if (tried === null) return plainStatus(version, false);
  return tried.ok ? plainStatus(version, true) : plainStatus(version, false, tried.fault);
}

async function openFound(found: WorkingPlain, options: BackendOptions): Promise<Sandbox> {
  const { places, path, reserved, readConfinement, maxEntries, now, lingerMs } = options;
  const own = openProcessFolder(places.userData, (folder) =>
    removeAbandoned(join(folder, MOUNT_POINTS)),
  );
  const { folder } = own;
  const root = join(folder, "root");
  mkdirSync(root, { mode: 0o700 });
  // What bubblewrap could do is not what util-linux alone can: each remembers its own trials.
  const memory = join(places.userData, VIEW_PROBES);
  mkdirSync(memory, { recursive: true, mode: 0o700 });
  const chain = plainChain(found);
  const tried = options.views
    ? await probeView({ chain, root: places.roots[0], folder, reserved, memory })
    : null;
  return createPlainSandbox({
    ...found,
    ...{ folder, root, status: statusWith(found, tried) },
    views: tried?.ok === true ? { folder, programs: tried.programs } : null,
    makeFiles: () => makePrivateFiles(folder),
    mountPoints: openMountPoints({ file: join(folder, MOUNT_POINTS), now, lingerMs }),
    installations: () => installationFolders({ path, home: places.home, reserved }),
    ...{ places, readConfinement, maxEntries, maxMounts: MAX_MOUNTS },
    close: own.remove,
  });
}
