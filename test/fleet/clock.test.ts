import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY } from "./ask-across.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

const hasFaketime = spawnSync("faketime", ["-f", "+1d", "true"]).status === 0;

describe.skipIf(!hasPostgres || !hasFaketime)(
  "a machine whose clock is a day off (needs postgresql and faketime)",
  () => {
    let server: Postgres;
    let world: CliWorld;
    beforeAll(async () => {
      server = await startPostgres();
      server.sql("postgres", "CREATE DATABASE record");
      world = openCliWorld({ "a.txt": "one\n" });
      const file = join(world.root, "team.key");
      writeFileSync(file, KEY, { mode: 0o600 });
      mkdirSync(world.config, { recursive: true });
      const record = { postgres: server.url("record"), key: { file } };
      writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ record }), {
        mode: 0o600,
      });
    });
    afterAll(() => {
      world?.remove();
      server?.remove();
    });

    it("share a record that is whole, and lose nothing of it", async () => {
      const { program, words } = world.command(["call", "read", "a.txt"]);
      const { status } = spawnSync("faketime", ["-f", "+1d", program, ...words], {
        cwd: world.workspace,
        env: world.environment,
      });
      expect(status).toBe(0);
      expect((await world.run(["call", "read", "a.txt"])).code).toBe(0);
      // It is a day behind the other, and goes on all the same.
      const { code, stdout } = await world.run(["verify", "--all", "--json"]);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        0,
        { sessions: [{ ok: true }, { ok: true }] },
      ]);
      const days = server.sql(
        "record",
        "SELECT round((max(at_ms) - min(at_ms)) / 86400000.0) FROM toolplane.events",
      );
      expect(Number(days)).toBe(1);
    });
  },
);
