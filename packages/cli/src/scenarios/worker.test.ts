/** A worker before it has joined: what it opens, and what it waits for. */
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

const AWAY = "postgres://owner@127.0.0.1:1/record";

describe("a worker that has not joined", () => {
  let world: CliWorld;
  afterEach(() => world.remove());
  const settings = (record: object): void => {
    world = openCliWorld();
    const file = join(world.root, "team.key");
    writeFileSync(file, Buffer.alloc(32, 7), { mode: 0o600 });
    mkdirSync(world.config, { recursive: true });
    const text = JSON.stringify({ record: { key: { file }, ...record } });
    writeFileSync(join(world.config, "config.jsonc"), text, { mode: 0o600 });
  };
  const takenPort = async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, port: (server.address() as AddressInfo).port };
  };

  it("lives while it waits for the database, and is not ready", async () => {
    settings({ postgres: AWAY });
    const { server, port } = await takenPort();
    await new Promise((resolve) => server.close(resolve));
    const abort = new AbortController();
    const running = world.run(["worker", "--health", String(port)], { abort });
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}/${path}`)).status;
    await expect.poll(() => status("live")).toBe(200);
    expect(await status("ready")).toBe(503);
    abort.abort();
    await running;
  });

  it("is refused a port that is taken, before it looks for the database", async () => {
    settings({ postgres: AWAY });
    const { server, port } = await takenPort();
    try {
      const { code, stderr } = await world.run(["worker", "--health", String(port)]);
      expect(code).toBe(1);
      expect(stderr).toContain(`Port ${port} of 127.0.0.1 is taken`);
      expect(stderr).not.toContain("Waits");
    } finally {
      server.close();
    }
  });

  it("ends over an address that cannot be read: waiting would not mend it", async () => {
    settings({ postgres: { env: "TEAM_RECORD" } });
    const env = { TEAM_RECORD: "postgres//owner:s3cret@db/record" };
    const { code, stderr } = await world.run(["worker"], { env });
    expect(code).toBe(2);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(
      "record: the address of the database cannot be",
    );
    expect(stderr).not.toContain("Waits");
    expect(stderr).not.toContain("s3cret");
  });
});
