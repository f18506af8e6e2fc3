import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import type { KeyRing } from "@toolplane/contract/ports";
import { createSealer } from "@toolplane/kernel";
import { verifySession } from "@toolplane/library/rooms/record";
import { createMemoryStore } from "@toolplane/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { key, openRecorded } from "./fixture.ts";

const next = new Uint8Array(32).fill(8);
const ring: KeyRing = { current: next, old: [key] };
const name = createSealer(next).name;

describe("a record whose key was exchanged", () => {
  it("goes on under the new key, and verifies with both; the old one seals nothing", async () => {
    const store = createMemoryStore();
    const before = openRecorded({ store });
    await before.call("read_file", { path: "README.md" });
    await before.recorder.close();
    const [old, other] = await Promise.all([
      verifySession({ store, key: ring }, "ses_1"),
      verifySession({ store, key: next }, "ses_1"),
    ]);
    expect([old.ok, other]).toMatchObject([
      true,
      { problem: expect.stringContaining("not sealed with this key") },
    ]);

    const after = openRecorded({ store, recorder: { key: ring } });
    await after.call("read_file", { path: "README.md" });
    await after.recorder.close();
    expect((await store.events.head("ses_1"))?.mac).toMatch(new RegExp(`^${name}\\.`));
    expect(await verifySession({ store, key: ring }, "ses_1")).toMatchObject({ ok: true });
    // It has come further than the old key: that one says which it needs, and adds nothing.
    expect(await verifySession({ store, key }, "ses_1")).toMatchObject({
      ok: false,
      problem: expect.stringContaining(
        `sealed with the key ${name}, which is not here: name its file under "oldKeys"`,
      ),
    });
    const rows = (await store.events.read("ses_1", { from: 0, limit: 999 })).length;
    const late = openRecorded({ store });
    expect(await late.call("write_file", { path: "b.txt", content: "b" })).toMatchObject({
      type: "error",
    });
    await late.recorder.close().catch(() => undefined);
    expect((await store.events.read("ses_1", { from: 0, limit: 999 })).length).toBe(rows);
    expect(await verifySession({ store, key: ring }, "ses_1")).toMatchObject({ ok: true });
  });

  it("does not verify under a name that somebody put in front", async () => {
    const store = createMemoryStore();
    const world = openRecorded({ store });
    await world.call("read_file", { path: "README.md" });
    await world.recorder.close();
    const head = await store.events.head("ses_1");
    if (head === null) throw new TypeError("no head");
    for (const mac of [`${name}.${head.mac}`, `${createSealer(key).name}.${head.mac}`]) {
      await store.events.append([], { ...head, mac });
      expect(await verifySession({ store, key: ring }, "ses_1")).toMatchObject({
        ok: false,
        problem: expect.stringContaining("not sealed with this key"),
      });
    }
  });
});

describe("the key of one's own record, exchanged", () => {
  let world: CliWorld;
  beforeEach(() => {
    world = openCliWorld({ "a.txt": "one\n" });
  });
  afterEach(() => world.remove());

  it("verifies what was before, and says what is missing where the old or the new key is not there", async () => {
    const call = ["call", "read", "a.txt"];
    const keyFile = join(world.data, "record.key");
    const aside = join(world.data, "record.key.old");
    const verify = () => world.run(["verify", "--all"], { columns: 300 });
    expect((await world.run(call)).code).toBe(0);
    renameSync(keyFile, aside);
    mkdirSync(world.config, { recursive: true });
    const config = join(world.config, "config.jsonc");
    const configure = (record: unknown) =>
      writeFileSync(config, JSON.stringify({ record }), { mode: 0o600 });
    configure({ oldKeys: [{ file: aside }] });
    expect((await world.run(call)).code).toBe(0);
    expect((await verify()).code).toBe(0);
    expect((await world.run(["doctor"], { columns: 300 })).stdout).toMatch(
      /key [0-9a-f]{8}, 1 old key/,
    );

    configure({ key: { file: aside } });
    const late = await world.run(call, { columns: 300 });
    expect(late.stdout + late.stderr).toMatch(/sealed with the key [0-9a-f]{8}, which is not here/);
    expect((await verify()).stdout).toMatch(/which is not here: name its file under "oldKeys"/);

    configure({ oldKeys: [{ file: `${aside}.gone` }] });
    expect((await world.run(call, { columns: 300 })).stderr).toContain(
      'put a copy of that key here, or take it out of "oldKeys"',
    );
    configure({ oldKeys: "record.key" });
    expect((await world.run(call, { columns: 300 })).stderr).toContain(
      'a list of "oldKeys" such as',
    );
    configure({ oldKeys: [{ file: aside }] });
    expect((await verify()).code).toBe(0);
  });
});
