import { defineTool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";

const waits = defineTool({
  id: "waits",
  description: "Waits.",
  parameters: { type: "object", properties: { ms: { type: "number" } }, required: ["ms"] },
  requires: {},
  limits: { timeoutMs: 1_000 },
  execute: async ({ ms }, { wait }) => {
    await wait(ms);
    return "waited";
  },
});

function start(ms: number) {
  const host = createMemoryHost();
  const session = createKernel({ host, tools: [waits] }).session({ mode: "yolo" });
  const result = session.call({ id: "1", name: "waits", arguments: { ms } });
  return { ...host, session, result };
}

describe("runtime.wait", () => {
  it("settles when the host's clock says so", async () => {
    const { clock, result } = start(500);
    await clock.advance(499);
    expect(clock.pending()).toBeGreaterThan(0);
    await clock.advance(1);
    expect(await result).toMatchObject({ data: "waited", metadata: { duration_ms: 500 } });
  });

  it("takes no time at all for zero", async () => {
    expect(await start(0).result).toMatchObject({ data: "waited" });
  });

  it("ends with the session, and leaves no timer of its own behind", async () => {
    const { clock, session, result } = start(500);
    await clock.advance(0);
    session.cancel();
    expect(await result).toMatchObject({ code: "cancelled" });
    await session.close();
    expect(clock.pending()).toBe(0);
  });

  it("ends at the deadline of the call", async () => {
    const { clock, result } = start(5_000);
    await clock.advance(1_000);
    expect(await result).toMatchObject({ code: "timeout" });
  });

  it.each([-1, 2 ** 31, 1e300])("refuses %d ms", async (ms) => {
    expect(await start(ms).result).toMatchObject({ code: "invalid_input" });
  });
});
