/**
 * Confinement on macOS, by an adapter to `@anthropic-ai/sandbox-runtime`, which others keep. The translation is tested;
 * this file has not run on a Mac by our tests. The package is a peer dependency that is loaded when it is needed: without
 * it there is no sandbox, and the reason says so.
 */
import { ToolError } from "@toolplane/contract";
import type { SandboxStatus } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/paths";
import { toBytePath } from "@toolplane/disk/paths";
import { quoteShell } from "@toolplane/readings";
import { likelyRefused } from "../backend/likely-refused.ts";
import type { Sandbox, SandboxRequest } from "../backend/sandbox.ts";
import type { BackendOptions, SandboxBackend, SandboxFinding } from "../backend/sandbox-backend.ts";
import { createDirectoryCache } from "../plan/disk/directory-cache.ts";
import { planMounts } from "../plan/plan-mounts.ts";
import { rememberReadings } from "../plan/reading/remember-readings.ts";
import { type RuntimeConfiguration, translateConfinement } from "./translate-confinement.ts";

/** The functions of the package that we call. */
export interface SandboxRuntime {
  initialize(configuration: RuntimeConfiguration): Promise<void>;
  isSupportedPlatform(): boolean;
  wrapWithSandboxArgv(
    command: string,
    shell: string,
    configuration: RuntimeConfiguration,
    signal: undefined,
    cwd: string,
  ): Promise<{ readonly argv: readonly string[] }>;
  reset(): Promise<void>;
}

export type MacosOptions = Pick<BackendOptions, "readConfinement" | "maxEntries"> & {
  readonly places: Pick<Places, "scratch" | "home">;
};

const CLOSED: RuntimeConfiguration = {
  network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: false },
  filesystem: { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] },
};

const STATUS: SandboxStatus = {
  kind: "seatbelt",
  level: "bound",
  facts: {
    holdsFiles: true,
    holdsNetwork: true,
    filtersSystemCalls: false,
    // Its proxy cannot ask our gate.
    asksAboutHosts: false,
    boundsProcesses: false,
    landsChanges: false,
    endsWholeTree: false,
  },
};

export const macosBackend: SandboxBackend = {
  name: "seatbelt",
  platforms: ["darwin"],
  async inspect() {
    const loaded = await load(loadRuntime);
    return loaded.ok ? { ok: true, found: STATUS } : loaded;
  },
  open: (options) => openMacosSandbox(options, loadRuntime),
};

/** Opens it over a runtime that is loaded by `loads`. */
export async function openMacosSandbox(
  options: MacosOptions,
  loads: () => Promise<SandboxRuntime>,
): Promise<SandboxFinding<Sandbox>> {
  const loaded = await load(loads);
  if (!loaded.ok) return loaded;
  try {
    await loaded.found.initialize(CLOSED);
  } catch (error) {
    return notStarted(error);
  }
  return { ok: true, found: createSandbox(loaded.found, options) };
}

async function load(loads: () => Promise<SandboxRuntime>): Promise<SandboxFinding<SandboxRuntime>> {
  try {
    const found = await loads();
    return found.isSupportedPlatform()
      ? { ok: true, found }
      : { ok: false, reason: "This system has no Seatbelt." };
  } catch (error) {
    return notStarted(error);
  }
}

function notStarted(error: unknown): SandboxFinding<never> {
  const said = error instanceof Error ? error.message.slice(0, 200) : "";
  return {
    ok: false,
    reason: `@anthropic-ai/sandbox-runtime did not start. It said: ${said}`,
    remedy: "npm install @anthropic-ai/sandbox-runtime@0.0.83",
  };
}

function createSandbox(runtime: SandboxRuntime, options: MacosOptions): Sandbox {
  const { places } = options;
  const directories = createDirectoryCache();
  const readings = rememberReadings(options.readConfinement);
  const prepare = async (request: SandboxRequest) => {
    const plan = planMounts({
      reading: readings(request.confinement, [request.scratch?.folder ?? places.scratch]),
      directories,
      replaced: [],
      shut: [],
      scratch: toBytePath(places.scratch),
      isMountPoint: () => false,
      maxEntries: options.maxEntries,
      maxMounts: 5_000,
    });
    const wrapped = await runtime.wrapWithSandboxArgv(
      request.argv.map(quoteShell).join(" "),
      "/bin/bash",
      translateConfinement(request.confinement, plan),
      undefined,
      request.cwd,
    );
    if (wrapped.argv.length === 0) throw new ToolError("internal", "The sandbox gave no command.");
    return {
      argv: wrapped.argv,
      env: request.env,
      inherited: [],
      ownNetwork: true,
      release: async () => undefined,
      likelyRefused: (output: string) =>
        likelyRefused(output, {
          cwd: request.cwd,
          held: plan.held,
          visible: plan.starts,
          worthNaming: [toBytePath(places.home)],
          offline: request.confinement.network.access === "none",
        }),
    };
  };
  return {
    status: STATUS,
    bindsScratchAtTmp: false,
    holderLaunches: [],
    prepare,
    stale: () => undefined,
    close: () => runtime.reset(),
  };
}

// Its own types are stricter than ours about lists that it does not change.
async function loadRuntime(): Promise<SandboxRuntime> {
  const loaded = await import("@anthropic-ai/sandbox-runtime");
  return loaded.SandboxManager as SandboxRuntime;
}
