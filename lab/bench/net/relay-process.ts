/** A relay in a process of its own, so that its memory is its own: everything goes to the port that is given. Answers by IPC. */
import { type AddressInfo, connect, createServer } from "node:net";
import type { Gate } from "@toolplane/contract/ports";
import { TEST_AUTHORITY } from "@toolplane/disk/fixtures";
import { createEgress } from "@toolplane/disk/inside";
import {
  createRelay,
  createSessionAuthority,
  createSessionCredentials,
} from "@toolplane/sandbox/inside";

const upstream = Number(process.argv[2]);
const authority = await createSessionAuthority();
const server = createServer();
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const relay = createRelay({
  server,
  port,
  egress: createEgress({
    resolver: { resolve: async () => ["192.0.2.1"] },
    connector: {
      connect: () =>
        new Promise((resolve, reject) => {
          const socket = connect({ port: upstream, host: "127.0.0.1", noDelay: true }, () =>
            resolve(socket),
          );
          socket.once("error", reject);
        }),
    },
  }),
  connectInside: async () => null,
  servesInside: () => false,
  services: [],
  credentials: createSessionCredentials([]),
  tunnels: [],
  authority: async () => authority,
  extraCertificates: [TEST_AUTHORITY],
});
const allowed = { allowed: true, predicted: true } as const;
const gate: Gate = { check: () => allowed, ask: async () => allowed };
const user = { signal: new AbortController().signal, note() {} };
relay.admit("tunnelled", { ...user, gate });
relay.admit("ended", { ...user, gate: { ...gate, needsRequests: () => true } });
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
server.ref();
process.on("message", () => {
  globalThis.gc?.();
  process.send?.({ peak, rss: process.memoryUsage.rss() });
  peak = 0;
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port, certificate: authority.certificate });
