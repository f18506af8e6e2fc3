/**
 * Chooses what confines processes on this machine, once, by trying it. When nothing does, the reason says what a person
 * can do about it; a half-working sandbox is none.
 */
import { join } from "node:path";
import type { Places } from "../paths/places.ts";
import { createNoneSandbox } from "./backend/none-sandbox.ts";
import type { Sandbox } from "./backend/sandbox.ts";
import { createBubblewrapSandbox } from "./bubblewrap/bubblewrap-sandbox.ts";
import { findBubblewrap, type RunProbe } from "./bubblewrap/find-bubblewrap.ts";
import { openMountPoints, removeAbandoned } from "./bubblewrap/mount-points.ts";
import { makePrivateFiles } from "./bubblewrap/private-files.ts";
import { createProbeMemory } from "./bubblewrap/probe-memory.ts";
import { openProcessFolder } from "./bubblewrap/process-folder.ts";
import { installationFolders } from "./installation-folders.ts";
import { openMacosSandbox } from "./macos/open-macos-sandbox.ts";
import type { ReadConfinement } from "./plan/read-confinement.ts";
import { buildFilter, isFiltered } from "./seccomp/build-filter.ts";

/** What a sandbox is opened with. */
export interface SandboxOptions {
  readonly places: Omit<Places, "tmpIsScratch">;
  readonly readConfinement: ReadConfinement;
  /** `PATH` of it says where programs are; as commands get it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly prefer: "auto" | "none";
  readonly platform?: NodeJS.Platform;
  readonly architecture?: string;
  readonly now?: () => number;
  /** How long mount points for missing names stay after the last command. */
  readonly lingerMs?: number;
  readonly runProbe?: RunProbe;
  /** Entries that are looked at for one command, at most. */
  readonly maxEntries?: number;
  /** Mounts of one command, at most: each costs bubblewrap about as much as all before it. */
  readonly maxMounts?: number;
}

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Opens the sandbox. Never rejects because there is none. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const platform = options.platform ?? process.platform;
  if (options.prefer === "none") return createNoneSandbox("it was switched off");
  if (platform === "darwin") return openMacosSandbox(options);
  if (platform !== "linux") return createNoneSandbox(`there is none for ${platform} yet`);
  return openBubblewrap(options);
}

async function openBubblewrap(options: SandboxOptions): Promise<Sandbox> {
  const { places, environment } = options;
  const architecture = options.architecture ?? process.arch;
  if (!isFiltered(architecture)) {
    return createNoneSandbox(`there is no system call filter for ${architecture} yet`);
  }
  const path = environment.PATH ?? DEFAULT_PATH;
  const reserved = [...places.roots, places.userData, places.scratch];
  const found = await findBubblewrap({
    path,
    reserved,
    ...(options.runProbe === undefined
      ? { memory: createProbeMemory(join(places.userData, PROBE)) }
      : { run: options.runProbe }),
  });
  if (!found.ok) return createNoneSandbox(found.reason);
  const own = openProcessFolder(join(places.userData, "sandbox"), (folder) =>
    removeAbandoned(join(folder, MOUNT_POINTS)),
  );
  return createBubblewrapSandbox({
    ...found,
    filter: buildFilter(architecture),
    makeFiles: () => makePrivateFiles(own.folder),
    mountPoints: openMountPoints({
      file: join(own.folder, MOUNT_POINTS),
      now: options.now ?? Date.now,
      lingerMs: options.lingerMs ?? 1_000,
    }),
    installations: () => installationFolders({ path, home: places.home, reserved }),
    places,
    readConfinement: options.readConfinement,
    maxEntries: options.maxEntries ?? 300_000,
    maxMounts: options.maxMounts ?? 1_000,
    close: own.remove,
  });
}

const MOUNT_POINTS = "mount-points.jsonl";
const PROBE = "sandbox-probe.json";
