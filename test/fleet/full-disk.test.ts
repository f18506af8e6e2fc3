import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { verifySession } from "@toolplane/library/rooms/record";
import { createToolplane } from "toolplane";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY } from "./ask-across.ts";
import { hasSmallDisks, mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const MEGABYTE = 1_000_000;
/** More than fit. */
const MOST = 100;

describe.skipIf(!hasPostgres || !hasSmallDisks)(
  "a database whose disk is full (needs postgresql, and root for a small disk)",
  () => {
    let disk: SmallDisk;
    let server: Postgres;
    let store: Store;
    let root = "";
    beforeAll(async () => {
      disk = await mountSmallDisk(64);
      server = await startPostgres({ disk });
      server.sql("postgres", "CREATE DATABASE record");
      store = await openPostgresStore({ url: server.url("record") });
      root = realpathSync(mkdtempSync(join(tmpdir(), "tp-full-disk-")));
      mkdirSync(join(root, "project"));
    });
    afterAll(async () => {
      await store?.close().catch(() => undefined);
      server?.remove();
      disk?.remove();
      rmSync(root, { recursive: true, force: true });
    });

    it("says so, starts no call that changes something, and goes on when there is room", async () => {
      const workspace = join(root, "project");
      const warned: string[] = [];
      const toolplane = await createToolplane({
        workspace,
        userData: join(root, "data"),
        record: { store, key: KEY },
        sandbox: "none",
        onWarning: (text) => warned.push(text),
        policy: [{ permission: "*", pattern: "*", action: "allow" }],
      });
      const session = toolplane.session();
      const write = (id: string) =>
        session.call({ id, name: "write", arguments: { path: `${id}.txt`, content: id } });
      expect(await write("before")).toMatchObject({ type: "output" });
      expect(await fill(store)).toMatch(
        /^unavailable: The database .* is on a disk that is full: free some space there\.$/,
      );
      // What little room is left, other rows take.
      const during = `during-${"x".repeat(MEGABYTE)}`;
      const result = await session.call({
        id: "during",
        name: "write",
        arguments: { path: "during.txt", content: during },
      });
      expect([result.type, existsSync(join(workspace, "during.txt"))]).toEqual(["error", false]);
      expect(warned.join(" ")).toContain("is on a disk that is full");
      disk.grow(256);
      await expect.poll(async () => (await write("after")).type).toBe("output");
      await toolplane.close();
      expect(await verifySession({ store, key: KEY }, session.id)).toMatchObject({ ok: true });
      expect(existsSync(join(workspace, "before.txt"))).toBe(true);
    });
  },
);

/** What is said in the end. */
async function fill(store: Store): Promise<string> {
  for (let at = 0; at < MOST; at += 1)
    try {
      await store.payloads.put(`filler ${at}`, randomBytes(MEGABYTE));
    } catch (error) {
      const { code, message } = error as { readonly code: string; readonly message: string };
      return `${code}: ${message}`;
    }
  return "all of it went in";
}
