import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@toolplane/contract/ports";
import { openPostgresStore } from "@toolplane/fleet";
import { verifySession } from "@toolplane/library/rooms/record";
import { createToolplane, defineTool, type Toolplane } from "toolplane";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answerOn, ask, askAcross, KEY, newQuestion } from "./ask-across.ts";
import { hasPostgres, type Postgres, startPostgres } from "./start-postgres.ts";

describe.skipIf(!hasPostgres)(
  "two machines with one record, and what goes wrong (needs postgresql)",
  () => {
    let server: Postgres;
    let root = "";
    const closing: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      server = await startPostgres();
      server.sql("postgres", "CREATE DATABASE record");
      root = realpathSync(mkdtempSync(join(tmpdir(), "tp-bad-input-")));
    });
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close().catch(() => undefined);
    });
    afterAll(() => {
      rmSync(root, { recursive: true, force: true });
      server?.remove();
    });

    const open = async (url = server.url("record"), more: object = {}): Promise<Store> => {
      const store = await openPostgresStore({ url, ...more });
      closing.push(() => store.close());
      return store;
    };
    const machine = async (name: string, store: Store): Promise<Toolplane> => {
      const workspace = join(root, name);
      mkdirSync(workspace, { recursive: true });
      const toolplane = await createToolplane({
        workspace,
        userData: join(root, `${name}-data`),
        record: { store, key: { current: KEY, old: [] } },
        sandbox: "none",
        tools: [largeTool],
        preset: "locked",
        onWarning: () => {},
        policy: [{ permission: "*", pattern: "*", action: "allow" }],
      });
      closing.push(() => toolplane.close());
      return toolplane;
    };

    it("takes one of two answers, and tells the other machine who was first", async () => {
      const [asks, one, two] = await Promise.all([open(), open(), open()]);
      const question = newQuestion();
      const { answer, there } = ask(asks, question);
      await there;
      const outcomes = await Promise.all([
        answerOn(one, question, "once"),
        answerOn(two, question, "reject"),
      ]);
      const given = outcomes.filter(({ outcome }) => outcome === "given");
      const late = outcomes.find(({ outcome }) => outcome !== "given");
      const { choice } = await answer;
      expect(given).toHaveLength(1);
      expect(late).toMatchObject({ outcome: "answered", by: "ada", choice });
      expect(choice).toBe(outcomes[0]?.outcome === "given" ? "once" : "reject");
    });

    it("tells a machine that answers what was taken back, and why", async () => {
      const [asks, other] = await Promise.all([open(), open()]);
      const question = newQuestion();
      const { answer, there, withdraw } = ask(asks, question);
      await there;
      withdraw();
      await expect(answer).rejects.toMatchObject({ code: "cancelled" });
      expect(await answerOn(other, question)).toMatchObject({
        outcome: "withdrawn",
        reason: "The call ended before it was answered.",
      });
    });

    it("hears no answer where the database has no connection left for that, and finds it", async () => {
      await open();
      server.sql(
        "record",
        `CREATE ROLE few LOGIN CONNECTION LIMIT 1; GRANT USAGE ON SCHEMA toolplane TO few;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA toolplane TO few`,
      );
      const asks = await open(server.url("record", "few"), { connections: 1, patienceMs: 2_000 });
      expect(await asks.hearing?.fault()).toMatch(/has no connection left: raise max_connections/);
      const [answer, { outcome }] = await askAcross(asks, await open());
      expect([answer, outcome, asks.hearing?.isSound()]).toEqual([
        { choice: "once" },
        "given",
        false,
      ]);
    });

    it("adds nothing to a session whose seal was forged, and runs none of its calls", async () => {
      const [one, two] = await Promise.all([open(), open()]);
      const first = await machine("forged", one);
      const session = first.session();
      const write = (by: ReturnType<Toolplane["session"]>, id: string) =>
        by.call({ id, name: "write", arguments: { path: `${id}.txt`, content: id } });
      expect(await write(session, "before")).toMatchObject({ type: "output" });
      await first.close();
      for (const mac of ["repeat('0', 64)", "'00000000.' || repeat('0', 64)"]) {
        server.sql(
          "record",
          `UPDATE toolplane.chains SET head_mac = ${mac} WHERE session_id = '${session.id}'`,
        );
        const second = await machine("forged", two);
        const resumed = await second.resume(session.id).catch((error: Error) => error);
        const said =
          resumed instanceof Error
            ? resumed.message
            : JSON.stringify(await write(resumed, "after"));
        expect(said).toMatch(/could not be recorded|does not verify|cannot be gone on with/);
        expect(existsSync(join(root, "forged/after.txt"))).toBe(false);
        expect(await verifySession({ store: two, key: KEY }, session.id)).toMatchObject({
          ok: false,
        });
        await second.close().catch(() => undefined);
      }
    });

    it("keeps and gives ten megabytes of a result, and verifies them on another machine", async () => {
      const [one, two] = await Promise.all([open(), open()]);
      const toolplane = await machine("large", one);
      const session = toolplane.session();
      const result = await session.call({ id: "large", name: "large", arguments: {} });
      expect(result).toMatchObject({ type: "output" });
      await toolplane.close();
      const sizes = "SELECT max(octet_length(bytes)) FROM toolplane.payloads";
      expect(Number(server.sql("record", sizes))).toBeGreaterThan(10_000_000);
      expect(await verifySession({ store: two, key: KEY }, session.id)).toMatchObject({ ok: true });
    });
  },
);

const largeTool = defineTool({
  id: "large",
  description: "Gives ten megabytes.",
  parameters: { type: "object", properties: {}, additionalProperties: false },
  requires: {},
  limits: { maxOutput: 20_000_000 },
  execute: async () => "0123456789abcdef\n".repeat(600_000),
});
