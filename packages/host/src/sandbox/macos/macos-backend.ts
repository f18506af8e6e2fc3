/**
 * Confinement on macOS, by an adapter to `@anthropic-ai/sandbox-runtime`, which others keep. The translation is tested;
 * this file has not run on a Mac by our tests. The package is a peer dependency that is loaded when it is needed: without
 * it there is no sandbox, and the reason says so.
 */
import { ToolError } from "@toolplane/contract";
import type { Places } from "../../paths/places.ts";
import { likelyRefused } from "../backend/likely-refused.ts";
import { createNoneSandbox } from "../backend/none-sandbox.ts";
import type { Sandbox, SandboxRequest } from "../backend/sandbox.ts";
import { toBytePath } from "../plan/byte-path.ts";
import { createDirectoryCache } from "../plan/directory-cache.ts";
import { planMounts } from "../plan/plan-mounts.ts";
import type { ReadConfinement } from "../plan/read-confinement.ts";
import { rememberReadings } from "../plan/remember-readings.ts";
import { quoteArguments } from "./quote-arguments.ts";
import { type RuntimeConfiguration, translateConfinement } from "./translate-confinement.ts";

/** What we call of the package. */
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

/** What it is opened with. */
export interface MacosOptions {
  readonly places: Pick<Places, "scratch" | "home">;
  readonly readConfinement: ReadConfinement;
  readonly maxEntries?: number;
  readonly loadRuntime?: () => Promise<SandboxRuntime>;
}

const CLOSED: RuntimeConfiguration = {
  network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: false },
  filesystem: { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] },
};

/** Opens it, or none with a reason. */
export async function openMacosSandbox(options: MacosOptions): Promise<Sandbox> {
  let runtime: SandboxRuntime;
  try {
    runtime = await (options.loadRuntime ?? loadRuntime)();
    if (!runtime.isSupportedPlatform()) return createNoneSandbox("this system has no Seatbelt");
    await runtime.initialize(CLOSED);
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : "";
    return createNoneSandbox(
      `@anthropic-ai/sandbox-runtime did not start. Install it beside toolplane (npm install @anthropic-ai/sandbox-runtime@0.0.83). It said: ${said}`,
    );
  }
  return createSandbox(runtime, options);
}

function createSandbox(runtime: SandboxRuntime, options: MacosOptions): Sandbox {
  const { places } = options;
  const directories = createDirectoryCache();
  const readings = rememberReadings(options.readConfinement, [places.scratch]);
  const prepare = async (request: SandboxRequest) => {
    const plan = planMounts({
      reading: readings(request.confinement),
      directories,
      replaced: [],
      shut: [],
      scratch: toBytePath(places.scratch),
      isMountPoint: () => false,
      maxEntries: options.maxEntries ?? 300_000,
      maxMounts: 5_000,
    });
    const wrapped = await runtime.wrapWithSandboxArgv(
      quoteArguments(request.argv),
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
    status: { kind: "seatbelt" },
    prepare,
    stale: () => undefined,
    close: () => runtime.reset(),
  };
}

// Its own types are stricter than ours about lists that it does not change.
async function loadRuntime(): Promise<SandboxRuntime> {
  const loaded = await import("@anthropic-ai/sandbox-runtime");
  return loaded.SandboxManager as unknown as SandboxRuntime;
}
