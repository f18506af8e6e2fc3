import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { verifySession } from "@toolplane/library/rooms/record";
import { createToolplane } from "toolplane";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const key = new Uint8Array(32).fill(7);

describe.skipIf(!hasPostgres)("the database is gone under a session (needs postgresql)", () => {
  let server: Postgres;
  let store: Store;
  let root = "";
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE record");
    store = await openPostgresStore({ url: server.url("record"), patienceMs: 500 });
    root = realpathSync(mkdtempSync(join(tmpdir(), "tp-outage-")));
    mkdirSync(join(root, "project"));
  });
  afterAll(async () => {
    await store?.close().catch(() => undefined);
    rmSync(root, { recursive: true, force: true });
    server?.remove();
  });

  it("starts no call without its durable intent, and goes on when it is back", async () => {
    const workspace = join(root, "project");
    const toolplane = await createToolplane({
      workspace,
      userData: join(root, "data"),
      record: { store, key },
      sandbox: "none",
      onWarning: () => {},
      policy: [{ permission: "*", pattern: "*", action: "allow" }],
    });
    const session = toolplane.session();
    const write = (id: string) =>
      session.call({ id, name: "write", arguments: { path: `${id}.txt`, content: id } });
    const isThere = (id: string) => existsSync(join(workspace, `${id}.txt`));

    expect(await write("before")).toMatchObject({ type: "output" });
    server.stop("immediate");
    expect(await write("during")).toMatchObject({ type: "error", code: "unavailable" });
    expect([isThere("before"), isThere("during")]).toEqual([true, false]);
    server.start();
    // What was answered shortly before the crash may be gone, and is told of once.
    await expect.poll(async () => (await write("after")).type).toBe("output");
    expect(isThere("after")).toBe(true);
    await toolplane.close();
    expect(await verifySession({ store, key }, session.id)).toMatchObject({ ok: true });
  });
});
