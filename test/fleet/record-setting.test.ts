import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const CALL = ["call", "read", "a.txt"];

describe("where the record is, in one's own configuration", () => {
  let world: CliWorld;
  beforeEach(() => {
    world = openCliWorld({ "a.txt": "one\n" });
  });
  afterEach(() => world.remove());

  it("is refused by name in a project's file", async () => {
    world.write({ ".toolplane/config.jsonc": '{ "record": { "postgres": { "env": "A" } } }' });
    const { code, stderr } = await world.run(["trust", "--yes"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('a project cannot set "record"')]);
  });

  it.each([
    "postgres://ada:s3cret@db/record",
    "postgres://db/record?password=s3cret",
    "host=db password=s3cret",
  ])("is refused with a password in it, which is not shown: %s", async (postgres) => {
    configure(world, { postgres });
    const { code, stdout, stderr } = await world.run(["config"], { columns: 300 });
    expect([code, stderr]).toEqual([2, expect.stringContaining("an address without a password")]);
    expect(stdout + stderr).not.toContain("s3cret");
  });

  it("takes the key out of the environment before it starts a program", async () => {
    configure(world, { key: { env: "TEAM_KEY" } });
    const rules = [{ permission: "shell.run", pattern: "env", action: "allow" }];
    writeFileSync(join(world.config, "policy.jsonc"), JSON.stringify({ rules }), { mode: 0o600 });
    const program = world.spawn(["call", "bash", '{"command":"env"}'], {
      env: { TEAM_KEY: KEY.toString("hex"), TEAM_OTHER: "seen", TOOLPLANE_SANDBOX: "none" },
    });
    const said = await text(program.stdout as Readable);
    expect(said).toContain("PATH=");
    expect(said).not.toContain("TEAM_KEY");
    expect(said).not.toContain(KEY.toString("hex"));
    // It sealed with that key, and made none of its own.
    expect(existsSync(join(world.data, "record.sqlite"))).toBe(true);
    expect(existsSync(join(world.data, "record.key"))).toBe(false);
  });

  it("says which variable or file is missing, and makes no record elsewhere", async () => {
    configure(world, { postgres: { env: "TEAM_RECORD" } });
    expect((await world.run(CALL)).stderr).toContain("the variable TEAM_RECORD is not set");
    configure(world, { postgres: { file: "~/record.url" } });
    expect((await world.run(CALL)).stderr).toContain("~/record.url is not there, or empty");
    writeFileSync(join(world.root, "home/record.url"), "postgres://db/record");
    chmodSync(join(world.root, "home/record.url"), 0o644);
    expect((await world.run(CALL)).stderr).toContain("can be read by others: chmod 600 it");
    expect(existsSync(join(world.data, "record.sqlite"))).toBe(false);
  });
});

describe.skipIf(!hasPostgres)("two machines with one record (needs postgresql)", () => {
  let server: Postgres;
  const worlds: CliWorld[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.sql("postgres", "CREATE DATABASE record");
  });
  afterAll(() => {
    for (const world of worlds) world.remove();
    server?.remove();
  });

  /** A machine of its own: its home, its data, its configuration. */
  function machine(key = KEY): { readonly world: CliWorld; readonly env: Record<string, string> } {
    const world = openCliWorld({ "a.txt": "one\n" });
    worlds.push(world);
    const file = join(world.root, "team.key");
    writeFileSync(file, key, { mode: 0o600 });
    configure(world, { postgres: { env: "TEAM_RECORD" }, key: { file } });
    return { world, env: { TEAM_RECORD: server.url("record").replace("owner@", "owner:s3cret@") } };
  }

  it("see one another's sessions, and verify them", async () => {
    const one = machine();
    const two = machine();
    const called = await one.world.run(CALL, { env: one.env });
    expect(called.code).toBe(0);
    const { code, stdout } = await two.world.run(["verify", "--all", "--json"], { env: two.env });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { chain: { ok: true }, sessions: [{ ok: true }] },
    ]);
    for (const { world } of [one, two])
      expect(existsSync(join(world.data, "record.sqlite"))).toBe(false);
  });

  it("say where the record is, and never with what password", async () => {
    const { world, env } = machine();
    for (const words of [["doctor"], ["config"], ["config", "--json"]]) {
      const { stdout, stderr } = await world.run(words, { env, columns: 300 });
      expect(stdout).toContain(words[0] === "doctor" ? "PostgreSQL, " : "TEAM_RECORD");
      expect(stdout + stderr).not.toContain("s3cret");
    }
  });

  it("refuse one with another key before it seals anything", async () => {
    const { world, env } = machine(OTHER_KEY);
    const before = server.sql("record", "SELECT count(*) FROM toolplane.events");
    const { code, stderr } = await world.run(CALL, { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("it is sealed with another key")]);
    expect(server.sql("record", "SELECT count(*) FROM toolplane.events")).toBe(before);
  });

  it("exchange the key: the new one seals, the old one verifies, and never seals again", async () => {
    server.sql("postgres", "CREATE DATABASE rotated");
    const env = { TEAM_RECORD: server.url("rotated") };
    const { world: one } = machine();
    const file = (name: string, bytes: Buffer) => {
      const path = join(one.root, name);
      writeFileSync(path, bytes, { mode: 0o600 });
      return { file: path };
    };
    const old = file("old.key", KEY);
    const key = file("new.key", OTHER_KEY);
    const set = (record: object) => configure(one, { postgres: { env: "TEAM_RECORD" }, ...record });
    const run = (words: readonly string[]) => one.run(words, { env, columns: 300 });
    set({ key: old });
    expect((await run(CALL)).code).toBe(0);
    set({ key, oldKeys: [old] });
    expect((await run(CALL)).code).toBe(0);
    expect((await run(["verify", "--all"])).code).toBe(0);
    const macs = () => server.sql("rotated", "SELECT left(head_mac, 8) FROM toolplane.chains");
    expect(new Set(macs().split("\n")).size).toBe(2);
    const before = macs();
    set({ key: old, oldKeys: [key] });
    expect((await run(CALL)).stderr).toMatch(/is an old one, and nothing is sealed by it/);
    set({ key: old });
    expect((await run(CALL)).stderr).toMatch(/it is sealed with another key, [0-9a-f]{8}/);
    expect(macs()).toBe(before);
    set({ key });
    const { code, stdout } = await run(["verify", "--all"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('name its file under "oldKeys"')]);
    set({ key, oldKeys: [old] });
    expect((await run(["doctor"])).stdout).toMatch(/PostgreSQL, .*; key [0-9a-f]{8}, 1 old key/);
  });

  it("copy a record whose key is an old one of the team, and none of another key", async () => {
    server.sql("postgres", "CREATE DATABASE joined");
    const { world } = machine(OTHER_KEY);
    const env = { TEAM_RECORD: server.url("joined") };
    const key = { file: join(world.root, "team.key") };
    const run = (words: readonly string[]) => world.run(words, { env, columns: 300 });
    rmSync(join(world.config, "config.jsonc"));
    expect((await run(CALL)).code).toBe(0);
    configure(world, { postgres: { env: "TEAM_RECORD" }, key });
    const refused = await run(["store", "copy", "sqlite", "postgres"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('one of the "oldKeys"'),
    ]);
    const oldKeys = [{ file: join(world.data, "record.key") }];
    configure(world, { postgres: { env: "TEAM_RECORD" }, key, oldKeys });
    expect((await run(["store", "copy", "sqlite", "postgres"])).code).toBe(0);
    expect((await run(CALL)).code).toBe(0);
    const { code, stdout } = await run(["verify", "--all", "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { sessions: [{ ok: true }, { ok: true }] },
    ]);
  });

  it("take the key from a variable too", async () => {
    const { world, env } = machine();
    configure(world, { postgres: { env: "TEAM_RECORD" }, key: { env: "TEAM_KEY" } });
    for (const text of [KEY.toString("hex"), KEY.toString("base64")]) {
      const { code, stderr } = await world.run(["verify", "--all"], {
        env: { ...env, TEAM_KEY: text },
      });
      expect([code, stderr]).toEqual([0, ""]);
    }
    const { stderr } = await world.run(CALL, { env: { ...env, TEAM_KEY: "abc" } });
    expect(stderr).toContain("the variable TEAM_KEY must hold a key of 32 bytes");
  });

  it("copy a record into the database and back; every chain verifies there", async () => {
    server.sql("postgres", "CREATE DATABASE moved");
    const world = openCliWorld({ "a.txt": "one\n" });
    worlds.push(world);
    for (const text of ["two", "three"])
      await world.run(["call", "write", JSON.stringify({ path: "b.txt", content: text }), "--yes"]);
    await world.run(CALL);
    const verified = async (env = {}) => {
      const { code, stdout } = await world.run(["verify", "--all", "--json"], { env });
      return [code, JSON.parse(stdout)];
    };
    const before = await verified();
    expect(before).toMatchObject([0, { chain: { ok: true } }]);
    configure(world, { postgres: { env: "TEAM_RECORD" } });
    const env = { TEAM_RECORD: server.url("moved") };
    const copy = (from: string, to: string) =>
      world.run(["store", "copy", from, to], { env, columns: 300 });
    // As a copy leaves it that was cut off after the rows of one session.
    const cut = await copy("sqlite", "postgres");
    expect([cut.code, cut.stdout]).toEqual([0, expect.stringContaining("1 session copied")]);
    server.sql("moved", CUT_OFF);
    const early = await world.run(CALL, { env, columns: 300 });
    expect(early.stderr).toContain("a copy into it is not done");
    expect((await copy("sqlite", "postgres")).code).toBe(0);
    expect(await verified(env)).toEqual(before);
    const again = await copy("sqlite", "postgres");
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("nothing was copied")]);
    expect((await copy("postgres", "sqlite")).stderr).toContain("is there already");
    for (const end of ["", "-wal", "-shm"])
      rmSync(join(world.data, `record.sqlite${end}`), { force: true });
    expect((await copy("postgres", "sqlite")).code).toBe(0);
    rmSync(join(world.config, "config.jsonc"));
    expect(await verified()).toEqual(before);
  });

  it("start nothing while the server is down, and go on when it is back", async () => {
    const { world, env } = machine();
    server.stop("immediate");
    const words = ["call", "write", '{"path":"b.txt","content":"two"}'];
    const { code, stderr } = await world.run(words, { env });
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining("cannot be reached")]);
    expect(existsSync(join(world.workspace, "b.txt"))).toBe(false);
    server.start();
    expect((await world.run(CALL, { env })).code).toBe(0);
  });
});

const CUT_OFF = `UPDATE toolplane.slots SET value = '"going"' WHERE tool_id = 'toolplane:copy';
DELETE FROM toolplane.events WHERE sequence > 1;
UPDATE toolplane.chains SET next_sequence = least(next_sequence, 2), head_sequence = NULL, head_hash = NULL, head_mac = NULL;
DELETE FROM toolplane.chains WHERE session_id = 'toolplane:sessions'`;

function configure(world: CliWorld, record: unknown): void {
  mkdirSync(world.config, { recursive: true });
  writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ record }), { mode: 0o600 });
}
