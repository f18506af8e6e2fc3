import { type Approval, defineTool } from "@toolplane/contract";
import { storedApprovals } from "@toolplane/kernel/record";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "../road/fixture.ts";
import { openRecorded } from "./fixture.ts";

const counter = defineTool({
  id: "counter",
  description: "Counts.",
  parameters: { type: "object" },
  requires: {},
  state: { version: 1, schema: { type: "object" } },
  execute: async (_, { state }) => {
    const kept = (await state.get()) as { readonly count: number } | null;
    const count = (kept?.count ?? 0) + 1;
    await state.set({ count });
    return count;
  },
});

describe("a session that is opened again", () => {
  it("does not ask about an approved key again, unless its manifest is cleared", async () => {
    const first = openRecorded({ answers: ["session"] });
    await first.recorder.openSession(first.session.manifest);
    expect(codeOf(await first.call("read", { path: "README.md" }))).toBe("output");
    expect(codeOf(await first.call("read", { path: "README.md" }))).toBe("output");
    expect(first.broker.questions()).toHaveLength(1);
    await first.recorder.close();
    await first.store.close();

    const store = first.store.reopen();
    const approvals = await storedApprovals(store, { sessionId: "ses_1" });
    const second = openRecorded({ store, session: { approvals } });
    expect(codeOf(await second.call("read", { path: "README.md" }))).toBe("output");
    expect(second.broker.questions()).toHaveLength(0);

    await store.sessions.clear("ses_1");
    const none = await storedApprovals(store, { sessionId: "ses_1" });
    const third = openRecorded({ store, session: { approvals: none }, answers: ["reject"] });
    expect(codeOf(await third.call("read", { path: "README.md" }))).toBe("approval_rejected");
    expect(third.broker.questions()).toHaveLength(1);
  });

  it.each<[string, (approval: Approval) => Approval]>([
    ["without its receipt", ({ receipt: _, ...approval }) => approval],
    ["that was widened to the project", (approval) => ({ ...approval, scope: "project" })],
    ["with another cover", (approval) => ({ ...approval, cover: [] })],
    ["with another key's receipt", (approval) => ({ ...approval, key: `${approval.key} ` })],
  ])("asks again where it finds an approval %s", async (_, change) => {
    const first = openRecorded({ answers: ["session"] });
    await first.call("read", { path: "README.md" });
    await first.recorder.flush();
    const kept = await storedApprovals(first.store, { sessionId: "ses_1" });
    expect(kept).toHaveLength(1);
    const session = { approvals: kept.map(change) };
    const second = openRecorded({ store: first.store, session, answers: ["reject"] });
    expect(codeOf(await second.call("read", { path: "README.md" }))).toBe("approval_rejected");
  });

  it("hands out the project's approvals only where the host asks for them", async () => {
    const world = openRecorded({ answers: ["project"], kernel: { projectApprovals: true } });
    await world.call("read", { path: "README.md" });
    await world.recorder.flush();
    const of = (sessionId: string, project: boolean) =>
      storedApprovals(world.store, { sessionId, project }).then((found) => found.length);
    expect([await of("ses_1", false), await of("ses_1", true), await of("ses_2", true)]).toEqual([
      0, 1, 1,
    ]);
  });

  it("finds what its tools kept in their slots, each its own [R293]", async () => {
    const kernel = { tools: [counter, { ...counter, id: "other" }] };
    const session = { rules: [allowAll] };
    const first = openRecorded({ kernel, session });
    await first.call("counter");
    await first.call("counter");
    await first.call("other");
    await first.store.flush();
    const second = openRecorded({ store: first.store.crash(), kernel, session });
    const counts = [await second.call("counter"), await second.call("other")];
    expect(counts).toMatchObject([{ data: 3 }, { data: 2 }]);
    const stranger = openRecorded({
      store: second.store,
      kernel,
      session: { ...session, id: "ses_2" },
    });
    expect(await stranger.call("counter")).toMatchObject({ data: 1 });
  });
});
