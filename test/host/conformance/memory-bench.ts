/** The memory host as a bench. It runs on the machine's clock, because the suite waits for what must happen. */

import { createSystemClock } from "@toolplane/disk/inside";
import {
  CONFORMANCE_PROGRAM,
  type ConformanceNetwork,
  type ConformanceServer,
  conformanceCompute,
  conformanceProgram,
  createConformanceServer,
  createMemoryHost,
  type HostBench,
  type MemoryHost,
  scriptedCommand,
} from "@toolplane/testkit";

const MAX_OUTPUT_BYTES = 4_000;

/** A bench, with the memory host itself for those that break it. */
export interface MemoryBench extends HostBench {
  readonly host: MemoryHost<ReturnType<typeof createSystemClock>>;
  readonly network: ConformanceNetwork;
  readonly server: ConformanceServer;
}

export async function openMemoryBench(): Promise<MemoryBench> {
  const server = createConformanceServer();
  const host = createMemoryHost({
    clock: createSystemClock(),
    files: { "/outside/": "" },
    env: { CONFORMANCE_HIDDEN: "hidden-value" },
    programs: { [CONFORMANCE_PROGRAM]: conformanceProgram },
    modules: { conformance: (input) => conformanceCompute(input as never) },
    servers: Object.fromEntries(
      ["one.test:80", "two.test:80", "inner.test:80"].map((name) => [name, server.answer]),
    ),
    addresses: { "inner.test": "10.0.0.1" },
    maxProcessOutputBytes: MAX_OUTPUT_BYTES,
  });
  return {
    host,
    server,
    disk: host.bypass,
    workspace: "/workspace",
    outside: "/outside",
    variable: { name: "CONFORMANCE_HIDDEN", value: "hidden-value" },
    network: {
      url: "http://one.test",
      otherUrl: "http://two.test",
      innerUrl: "http://inner.test",
      innerAddress: "10.0.0.1",
      deadUrl: "http://dead.test",
      requests: server.requests,
    },
    processes: { command: scriptedCommand, maxOutputBytes: MAX_OUTPUT_BYTES },
    computeModule: "conformance",
    async close() {
      await host.closeSession?.("session_a");
      await host.closeSession?.("session_b");
    },
  };
}
