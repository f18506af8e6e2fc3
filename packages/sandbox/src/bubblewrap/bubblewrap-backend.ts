/**
 * Linux: bubblewrap from the system's package, our filter on system calls, and a holder that shares its network with commands.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxStatus } from "@toolplane/contract/ports";
import type { Sandbox } from "../backend/sandbox.ts";
import type {
  BackendOptions,
  InspectOptions,
  SandboxBackend,
  SandboxFinding,
} from "../backend/sandbox-backend.ts";
import { installationFolders } from "../probe/installation-folders.ts";
import { createProbeMemory } from "../probe/probe-memory.ts";
import { probeView, type ViewFinding } from "../probe/probe-view.ts";
import { openProcessFolder } from "../probe/process-folder.ts";
import { openMountPoints, removeAbandoned } from "../reach/mount-points.ts";
import { makePrivateFiles } from "../reach/private-files.ts";
import { isFiltered } from "../seccomp/build-filter.ts";
import type { ViewFault } from "../view/root-fault.ts";
import { bubblewrapChain } from "./bubblewrap-chain.ts";
import { createBubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { type CommandFilters, filtersOf } from "./filters-of.ts";
import { findBubblewrap, type WorkingBubblewrap } from "./find-bubblewrap.ts";

export const bubblewrapBackend: SandboxBackend = {
  name: "bubblewrap",
  platforms: ["linux"],
  async inspect(options) {
    if (!isFiltered(options.architecture)) return withoutFilter(options);
    const tried = await findBubblewrap(options);
    return tried.ok ? { ok: true, found: await inspectViews(tried, options) } : tried;
  },
  async open(options) {
    const { architecture, path, reserved } = options;
    if (!isFiltered(architecture)) return withoutFilter(options);
    const memory = createProbeMemory(join(options.places.userData, PROBE));
    const tried = await findBubblewrap({ path, reserved, memory });
    if (!tried.ok) return tried;
    const filters = filtersOf(architecture);
    return { ok: true, found: await openFound({ ...tried, filters }, options) };
  },
};

const PROBE = "sandbox-probe.json";
const MOUNT_POINTS = "mount-points.jsonl";
/** Bound for one command: each mount costs bubblewrap about as much as all before it. */
const MAX_MOUNTS = 1_000;

function withoutFilter({ architecture }: InspectOptions): SandboxFinding<never> {
  return { ok: false, reason: `There is no system call filter for ${architecture} yet.` };
}

/** Tried in the folder for temporary files: there is no host whose own could be used. */
async function inspectViews(
  bubblewrap: WorkingBubblewrap,
  { reserved }: InspectOptions,
): Promise<SandboxStatus> {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-view-"));
  try {
    const tried = await probeView({
      chain: bubblewrapChain(bubblewrap),
      root: reserved[0],
      folder,
      reserved,
    });
    return statusWith(bubblewrap, tried);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function statusWith({ version }: WorkingBubblewrap, tried: ViewFinding | null): SandboxStatus {
  if (tried === null) return bubblewrapStatus(version);
  return tried.ok ? viewStatus(version) : bubblewrapStatus(version, tried.fault);
}

async function openFound(
  found: WorkingBubblewrap & { readonly filters: CommandFilters },
  options: BackendOptions,
): Promise<Sandbox> {
  const { places, path, reserved, readConfinement, maxEntries } = options;
  const own = openProcessFolder(places.userData, (folder) =>
    removeAbandoned(join(folder, MOUNT_POINTS)),
  );
  const tried = options.views
    ? await probeView({
        chain: bubblewrapChain(found),
        root: places.roots[0],
        folder: own.folder,
        reserved,
        memory: places.userData,
      })
    : null;
  return createBubblewrapSandbox({
    status: statusWith(found, tried),
    views: tried?.ok === true ? { folder: own.folder, programs: tried.programs } : null,
    ...found,
    folder: own.folder,
    makeFiles: () => makePrivateFiles(own.folder, own.configuration),
    mountPoints: openMountPoints({ file: join(own.folder, MOUNT_POINTS), now: options.now }),
    installations: () => installationFolders({ path, home: places.home, reserved }),
    places,
    readConfinement,
    kept: own.trees,
    maxEntries,
    maxMounts: MAX_MOUNTS,
    close: own.remove,
  });
}

/** The status that bubblewrap, the filter and the session's holder hold together; with a fault, without views. */
export function bubblewrapStatus(
  version: string,
  fault: ViewFault | "no-landings" = "no-landings",
): SandboxStatus {
  return statusOf(version, { landsChanges: false, ...(fault === "no-landings" ? {} : fault) });
}

/** The same where commands run on views. */
function viewStatus(version: string): SandboxStatus {
  return statusOf(version, { landsChanges: true });
}

function statusOf(
  version: string,
  { landsChanges, ...why }: { readonly landsChanges: boolean } & Partial<ViewFault>,
): SandboxStatus {
  return {
    kind: "bubblewrap",
    version,
    level: landsChanges ? "full" : "bound",
    facts: {
      holdsFiles: true,
      holdsNetwork: true,
      filtersSystemCalls: true,
      asksAboutHosts: true,
      boundsProcesses: true,
      landsChanges,
      keepsOutputs: true,
      endsWholeTree: true,
    },
    ...why,
  };
}
