/**
 * Linux without bubblewrap: the same mounts and namespaces through the programs of util-linux, without a filter on system calls.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxStatus } from "@toolplane/contract/ports";
import { toBytePath } from "@toolplane/disk/paths";
import type { Sandbox } from "../backend/sandbox.ts";
import type { BackendOptions, SandboxBackend } from "../backend/sandbox-backend.ts";
import { installationFolders } from "../probe/installation-folders.ts";
import { createProbeMemory } from "../probe/probe-memory.ts";
import { probeView, type TrialChain, type ViewFinding } from "../probe/probe-view.ts";
import { openProcessFolder } from "../probe/process-folder.ts";
import { openMountPoints, removeAbandoned } from "../reach/mount-points.ts";
import { makePrivateFiles } from "../reach/private-files.ts";
import type { ViewFault } from "../view/root-fault.ts";
import { findPlain, runWith, type WorkingPlain } from "./find-plain.ts";
import { mountScript } from "./mount-script.ts";
import { readMountTable } from "./mount-table.ts";
import { plainHolder } from "./plain-holder.ts";
import { plainLaunch } from "./plain-launch.ts";
import { plainBase } from "./plain-root.ts";
import { createPlainSandbox } from "./plain-sandbox.ts";

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
/** Mounts of one command; a confinement that needs more is refused as too large. */
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
  const { places, path, reserved, readConfinement, maxEntries, now } = options;
  const own = openProcessFolder(places.userData, (folder) =>
    removeAbandoned(join(folder, MOUNT_POINTS)),
  );
  const { folder } = own;
  const root = join(folder, "root");
  mkdirSync(root, { mode: 0o700 });
  // Bubblewrap and util-linux alone can do different things: each remembers its own trials.
  const memory = join(places.userData, VIEW_PROBES);
  mkdirSync(memory, { recursive: true, mode: 0o700 });
  const chain = plainChain(found);
  const tried = options.views
    ? await probeView({ chain, root: places.roots[0], folder, reserved, memory })
    : null;
  return createPlainSandbox({
    ...found,
    folder,
    root,
    status: statusWith(found, tried),
    views: tried?.ok === true ? { folder, programs: tried.programs } : null,
    makeFiles: () => makePrivateFiles(folder, own.configuration),
    mountPoints: openMountPoints({ file: join(folder, MOUNT_POINTS), now }),
    installations: () => installationFolders({ path, home: places.home, reserved }),
    places,
    readConfinement,
    kept: own.trees,
    maxEntries,
    maxMounts: MAX_MOUNTS,
    close: own.remove,
  });
}

/** The way to run a script in a view without bubblewrap, for the trial of views. */
function plainChain({ programs, user }: WorkingPlain): TrialChain {
  return {
    holder: plainHolder(programs, { root: user.uid === 0 })[0]?.prefix ?? [],
    confine: ({ merged, folder }, script) => {
      const steps = plainBase({ files: null, installations: [] });
      const view = {
        kind: "bind",
        source: toBytePath(merged),
        at: "/mnt",
        readOnly: false,
      } as const;
      const { argv, inherited } = plainLaunch({
        programs,
        user,
        ownNetwork: false,
        cwd: "/mnt",
        env: { PATH: "/usr/bin:/bin" },
        mountScript: mountScript({
          steps: [...steps, view],
          programs,
          table: readMountTable(),
          loopback: false,
          root: toBytePath(folder),
        }),
        argv: [programs.sh, "-c", script],
      });
      return { argv, run: (file, rest) => runWith([file, ...rest], inherited) };
    },
  };
}

/**
 * The status that namespaces, mounts and the session's holder hold without a filter on system calls; with a fault, without views.
 */
function plainStatus(version: string, views: boolean, fault?: ViewFault): SandboxStatus {
  return {
    kind: "util-linux",
    version,
    level: views ? "plain" : "bound",
    facts: {
      holdsFiles: true,
      holdsNetwork: true,
      filtersSystemCalls: false,
      asksAboutHosts: true,
      boundsProcesses: true,
      landsChanges: views,
      keepsOutputs: true,
      endsWholeTree: true,
    },
    ...fault,
  };
}
