import type { Sandbox } from "./sandbox.ts";

/** Runs commands as they are, and says so: the status is announced, and what nobody decided asks a person. */
export function createNoneSandbox(reason: string): Sandbox {
  return {
    status: { kind: "none", reason },
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
