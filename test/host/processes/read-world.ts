/** Processes whose every connection goes to one server of the test's, under any name, and a gate that reads every request. */
import { type AddressInfo, connect } from "node:net";
import type { NetTarget, ProcessResult } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import { TEST_AUTHORITY } from "@toolplane/disk/fixtures";
import { createEgress } from "@toolplane/disk/inside";
import { createScriptedGate } from "@toolplane/testkit";
import { openWorld, type World, type WorldOptions } from "./fixture.ts";

export interface ReadWorld {
  readonly world: World;
  run(shell: string, gate?: Gate): Promise<ProcessResult>;
  close(): Promise<void>;
}

interface TestServer {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(): unknown;
}

export async function openReadWorld(
  server: TestServer,
  options: WorldOptions = {},
): Promise<ReadWorld> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const world = openWorld({
    graceMs: 200,
    extraCertificates: [TEST_AUTHORITY],
    egress: createEgress({
      resolver: { resolve: async () => ["192.0.2.1"] },
      connector: {
        connect: () =>
          new Promise((resolve, reject) => {
            const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
            socket.once("connect", () => resolve(socket));
            socket.once("error", reject);
          }),
      },
    }),
    ...options,
  });
  return {
    world,
    run: (shell, gate = readingGate()) =>
      world.processes.run(
        { command: { shell }, cwd: world.workspace, env: {}, timeoutMs: 60_000 },
        world.context({ gate }),
      ),
    async close() {
      await world.close();
      server.close();
    },
  };
}

/** Reads every request, and refuses what the script says. */
export function readingGate(refuse: (target: NetTarget) => string | null = () => null): Gate {
  const gate = createScriptedGate((access) =>
    access.capability === "net.fetch" ? refuse(access) : null,
  );
  return { ...gate, needsRequests: () => true };
}
