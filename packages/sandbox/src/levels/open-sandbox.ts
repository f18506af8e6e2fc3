/**
 * Chooses what confines processes on this machine, once, by trying it. When nothing does, the reason says why and the
 * remedy what a person can do about it.
 */
import { noSandbox } from "@toolplane/contract/ports";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import { createNoneSandbox } from "../backend/none-sandbox.ts";
import type { Sandbox } from "../backend/sandbox.ts";
import type { BackendOptions } from "../backend/sandbox-backend.ts";
import { tryBackends } from "./try-backends.ts";

export interface SandboxOptions
  extends Pick<BackendOptions, "places" | "readConfinement">,
    Partial<Pick<BackendOptions, "maxEntries" | "now" | "views">> {
  /** `PATH` of it says where programs are; as commands get it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `plain` passes over bubblewrap. */
  readonly prefer: "auto" | "plain" | "none";
}

/** Opens the sandbox. Never rejects because there is none. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { places, readConfinement, environment, prefer } = options;
  if (prefer === "none") return createNoneSandbox(noSandbox("It is switched off."));
  const opened = await tryBackends({
    platform: process.platform,
    ...(prefer === "plain" ? { only: prefer } : {}),
    attempt: (backend) =>
      backend.open({
        places,
        readConfinement,
        architecture: process.arch,
        path: environment.PATH ?? DEFAULT_PATH,
        reserved: [...places.roots, places.userData, places.scratch],
        now: options.now ?? Date.now,
        maxEntries: options.maxEntries ?? 500_000,
        views: options.views ?? false,
      }),
  });
  return opened.ok ? opened.found : createNoneSandbox(noSandbox(opened.reason, opened.remedy));
}
