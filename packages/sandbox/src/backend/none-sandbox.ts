import type { SandboxStatus } from "@toolplane/contract/ports";
import type { Sandbox } from "./sandbox.ts";

/** Runs commands as they are, and says so: the status is announced, and a person is asked about everything undecided. */
export function createNoneSandbox(status: SandboxStatus): Sandbox {
  return {
    status,
    bindsScratchAtTmp: false,
    holderLaunches: [],
    prepare: async ({ argv, env }) => ({
      argv,
      env,
      inherited: [],
      ownNetwork: false,
      release: async () => undefined,
      likelyRefused: () => [],
    }),
    stale: () => undefined,
    close: async () => undefined,
  };
}
