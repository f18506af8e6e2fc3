import { type AddressInfo, createServer, type Server } from "node:net";
import { isToolError } from "@toolplane/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSystemConnector } from "./system-connector.ts";
import { createSystemResolver } from "./system-resolver.ts";

const never = new AbortController().signal;
let server: Server;
let port = 0;
beforeEach(async () => {
  server = createServer((socket) => socket.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.close();
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "settled",
    (thrown: unknown) => thrown,
  );
  if (isToolError(error)) return error.code;
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "?";
}

describe("createSystemConnector", () => {
  it("connects to an address", async () => {
    const socket = await createSystemConnector().connect({ address: "127.0.0.1", port }, never);
    const chunks = await socket.toArray();
    expect(Buffer.concat(chunks).toString()).toBe("hello");
  });

  it("takes no names, so that nothing is looked up behind the check", async () => {
    const { connect } = createSystemConnector();
    for (const address of ["localhost", "a.test", "127.1", "", "[::1]"])
      expect([address, await codeOf(connect({ address, port }, never))]).toEqual([
        address,
        "internal",
      ]);
  });

  it("says when nobody listens, and stops when it is told to", async () => {
    const { connect } = createSystemConnector();
    server.close();
    expect(await codeOf(connect({ address: "127.0.0.1", port }, never))).toBe("ECONNREFUSED");
    expect(await codeOf(connect({ address: "127.0.0.1", port }, AbortSignal.abort()))).toBe(
      "cancelled",
    );
    const abort = new AbortController();
    const connecting = codeOf(connect({ address: "127.0.0.1", port }, abort.signal));
    abort.abort();
    expect(await connecting).toBe("cancelled");
  });
});

describe("createSystemResolver", () => {
  it("gives every address of a name of this machine", async () => {
    const found = await createSystemResolver().resolve("localhost", never);
    expect(found.every((address) => ["127.0.0.1", "::1"].includes(address))).toBe(true);
    expect(found.length).toBeGreaterThan(0);
  });

  it("waits no longer when it is told to stop", async () => {
    const { resolve } = createSystemResolver();
    expect(await codeOf(resolve("localhost", AbortSignal.abort()))).toBe("cancelled");
    const abort = new AbortController();
    const resolving = codeOf(resolve("localhost", abort.signal));
    abort.abort();
    expect(await resolving).toBe("cancelled");
  });
});
