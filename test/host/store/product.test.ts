import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type Rule, type ToolCall } from "@toolplane/contract";
import { openSqliteStore } from "@toolplane/host";
import { createKernel } from "@toolplane/kernel";
import { loadRecord, replay, verifyChain } from "@toolplane/kernel/record";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { afterAll, describe, expect, it } from "vitest";
import { echo } from "../../road/fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "tp-recorded-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = new Uint8Array(32).fill(7);
const rules: readonly Rule[] = [{ permission: "*", pattern: "**", action: "allow" }];
const CALLS = 10_000;
const WAVE = 100;

/** Some ids hold half a surrogate pair and a NUL: models make such ids up, and the chain has to hold with them. */
function callOf(index: number): ToolCall {
  const id = index % 100 === 0 ? `call \ud83d\0 ${index}` : `call_${index}`;
  return { id, name: "echo", arguments: { text: `text ${index}` } };
}

describe("a session recorded on disk", () => {
  it(`of ${CALLS} calls verifies after the file was opened again, and replays to the same rows`, async () => {
    const path = join(folder, "record.db");
    const first = await openSqliteStore({ path });
    const options = { tools: [echo], defaultPolicy: false as const, contained: false };
    const toolplane = await createToolplane({
      ...options,
      host: createMemoryHost(),
      onWarning: () => {},
      record: { store: first, key },
    });
    const session = toolplane.session({ id: "ses_1", rules });
    for (let from = 0; from < CALLS; from += WAVE) {
      const wave = Array.from({ length: WAVE }, (_, at) => callOf(from + at));
      await Promise.all(wave.map((call) => session.call(call)));
    }
    await toolplane.close();
    await first.close();

    const store = await openSqliteStore({ path });
    const record = await loadRecord(store, "ses_1");
    const verified = verifyChain({ ...record, key, sessionId: "ses_1" });
    expect(verified).toEqual({ ok: true, rows: 2 * CALLS + 2 });
    expect(await store.parts.list("ses_1")).toHaveLength(CALLS);
    const kernel = createKernel({ ...options, host: createMemoryHost() });
    const report = await replay(record, kernel.replayer({ id: "ses_1", rules }));
    expect(report.calls.filter(({ outcome }) => outcome !== "same")).toEqual([]);
    expect(report.calls).toHaveLength(CALLS);
    await store.close();
  });

  it("can have its file changes taken back after a restart", async () => {
    const path = join(folder, "journal.db");
    const workspace = join(folder, "workspace");
    mkdirSync(workspace);
    writeFileSync(join(workspace, "a.txt"), "before\n");
    const open = async () => {
      const store = await openSqliteStore({ path });
      const toolplane = await createToolplane({
        workspace,
        userData: join(folder, "data"),
        scratchParent: folder,
        sandbox: "none",
        tools: [overwrite, takeBack],
        onWarning: () => {},
        record: { store, key },
      });
      const session = toolplane.session({ id: "ses_1", rules });
      return {
        call: (id: string, name: string) => session.call({ id, name, arguments: {} }),
        async close() {
          await toolplane.close();
          await store.close();
        },
      };
    };
    const before = await open();
    expect(await before.call("call_1", "overwrite")).toMatchObject({ type: "output" });
    await before.close();
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("after\n");
    const after = await open();
    expect(await after.call("call_2", "take_back")).toMatchObject({ type: "output" });
    await after.close();
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("before\n");
  });
});

const none = { type: "object", properties: {} } as const;
const requires = { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } } as const;
const overwrite = defineTool({
  id: "overwrite",
  description: "Overwrites.",
  parameters: none,
  requires,
  execute: (_, { fs }) => fs.write("a.txt", "after\n"),
});
const takeBack = defineTool({
  id: "take_back",
  description: "Takes back.",
  parameters: none,
  requires: { ...requires, capabilities: ["journal"] },
  async execute(_, { journal }) {
    const changes = await journal.list();
    return journal.undo(changes.map(({ id }) => id));
  },
});
