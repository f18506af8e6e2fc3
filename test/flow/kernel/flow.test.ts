import { type Destination, labelsOf } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createRun, openFlowWorld } from "./memory-world.ts";

async function seeBoth(world: ReturnType<typeof openFlowWorld>): Promise<void> {
  await world.run("read_inbox");
  await world.run("read_page");
}

describe("what a session has seen", () => {
  it("is kept with its source, its call and its tool", async () => {
    const world = openFlowWorld();
    const { result } = await world.run("read_inbox");
    expect(labelsOf(result.metadata)).toEqual([{ label: "private", source: "tool:read_inbox" }]);
    expect(world.session.labels()).toEqual([
      {
        label: "private",
        source: "tool:read_inbox",
        sessionId: world.session.id,
        callId: "call_1",
        tool: "read_inbox",
        atMs: expect.any(Number),
      },
    ]);
  });

  it("takes nothing from our own errors", async () => {
    const world = openFlowWorld({
      rules: [{ permission: "read_page", pattern: "*", action: "deny" }],
    });
    await world.run("read_page");
    await world.run("nowhere");
    expect(world.session.labels()).toEqual([]);
  });

  it("is the same for a child and for its parent, whoever saw it", async () => {
    const { kernel, session, asked, run } = openFlowWorld();
    const child = kernel.session({ parent: session });
    await run("read_inbox");
    await createRun(child, asked)("read_page");
    expect(
      session
        .labels()
        .map(({ label }) => label)
        .sort(),
    ).toEqual(["private", "untrusted"]);
    expect((await run("send_message", { to: "eve" })).asked).toHaveLength(1);
    const late = kernel.session({ parent: child });
    expect((await createRun(late, asked)("send_message", { to: "eve" })).asked).toHaveLength(1);
    expect(() => late.clearLabels()).toThrow("only a person there");
  });

  it("stays apart between sessions of one kernel", async () => {
    const world = openFlowWorld();
    await seeBoth(world);
    const other = world.kernel.session({});
    expect(other.labels()).toEqual([]);
    expect((await createRun(other, world.asked)("send_message", { to: "eve" })).asked).toEqual([]);
  });

  it("goes only by a person's word: one source endorsed, or all cleared", async () => {
    const world = openFlowWorld();
    await seeBoth(world);
    world.session.endorse("tool:read_page");
    expect((await world.run("send_message", { to: "eve" })).asked).toEqual([]);
    await world.run("read_page");
    expect((await world.run("send_message", { to: "eve" })).asked).toEqual([]);
    const cleared = openFlowWorld();
    await seeBoth(cleared);
    cleared.session.clearLabels();
    expect(cleared.session.labels()).toEqual([]);
    expect((await cleared.run("send_message", { to: "eve" })).asked).toEqual([]);
  });
});

describe("the default rule", () => {
  it("asks about what carries out after both labels, and says what was read and where it goes", async () => {
    const world = openFlowWorld();
    expect((await world.run("send_message", { to: "eve" })).asked).toEqual([]);
    await world.run("read_inbox");
    expect((await world.run("send_message", { to: "eve" })).asked).toEqual([]);
    await world.run("read_page");
    const [question] = (await world.run("send_message", { to: "eve", body: "x" })).asked;
    expect(question?.reasons.map(({ judge, hard }) => [judge, hard])).toEqual([["flow", true]]);
    expect(question?.reasons[0]?.reason).toBe(
      "This session was shown tool:read_inbox (private) and tool:read_page (untrusted). send_message would send to eve, which nobody named: default rule:1 ask data.send *.",
    );
    expect(question?.seen?.map(({ label, callId }) => [label, callId])).toEqual([
      ["private", "call_2"],
      ["untrusted", "call_4"],
    ]);
    expect(question?.lines.join("\n")).toContain("would go to: eve (to)");
    expect(question?.lines.join("\n")).toMatch(
      /was shown: tool:read_page \(untrusted, read_page, \d{4}-/,
    );
    expect((await world.run("delete_record", { record: "r1" })).asked).toEqual([]);
  });

  it("is turned off by one line, and by one preset", async () => {
    const line = { permission: "data.send", pattern: "*", action: "allow" } as const;
    for (const world of [openFlowWorld({ rules: [line] }), openFlowWorld({ flow: "off" })]) {
      await seeBoth(world);
      expect((await world.run("send_message", { to: "eve" })).asked).toEqual([]);
    }
  });

  it("holds in mode yolo and refuses where nobody can be asked", async () => {
    const { kernel } = openFlowWorld();
    const session = kernel.session({ mode: "yolo", headless: true });
    const run = createRun(session, []);
    await run("read_inbox");
    await run("read_page");
    expect((await run("send_message", { to: "eve" })).result).toMatchObject({
      code: "permission_denied",
    });
  });

  it("explains itself", async () => {
    const world = openFlowWorld();
    await seeBoth(world);
    const call = { id: "x", name: "send_message", arguments: { to: "eve" } };
    const { text, verdict } = await world.session.explain(call);
    expect(verdict?.action).toBe("ask");
    expect(text).toContain("flow: ask (hard). This session was shown tool:read_inbox (private)");
  });
});

describe("wary", () => {
  it("asks after untrusted alone, and about changes that nobody named", async () => {
    const world = openFlowWorld({ flow: "wary" });
    await world.run("read_page");
    expect((await world.run("send_message", { to: "eve" })).asked).toHaveLength(1);
    expect((await world.run("delete_record", { record: "r-100" })).asked).toHaveLength(1);
    world.session.said("Delete the record R-100, please.");
    expect((await world.run("delete_record", { record: "r-100" })).asked).toEqual([]);
  });
});

describe("a destination", () => {
  it.each([
    ["Write to Eve about it", "eve", true],
    ["Write to Eve about it", "Eve", true],
    ["Write to Steve about it", "eve", false],
    ["Write to eve@example.com", "EVE@Example.com", true],
    ["Write to eve@example.com", "Eve <eve@example.com>", true],
    ["Write to eve@example.com", "eve@example.com.evil.net", false],
    ["Write to eve@example.com", "eve", false],
    ["Pay DE89 3704 0044 0532 0130 00 today", "DE89370400440532013000", true],
    ["Pay DE89370400440532013000 today", "DE89 3704 0044 0532 0130 00", true],
    ["Pay DE89370400440532013000 today", "DE89370400440532013001", false],
    ["Post it in #general", "general", true],
    ["Do it for 3 people", "3", false],
    ["", "eve", false],
  ])("is named by value: %j names %j: %s", async (said, to, isNamed) => {
    const world = openFlowWorld();
    await seeBoth(world);
    world.session.said(said);
    expect((await world.run("send_message", { to })).asked).toHaveLength(isNamed ? 0 : 1);
  });

  it("is named by a rule about it, and by no rule about everything", async () => {
    const named = openFlowWorld({
      rules: [{ permission: "data.send", pattern: "*@example.com", action: "allow" }],
    });
    await seeBoth(named);
    expect((await named.run("send_message", { to: "a@example.com" })).asked).toEqual([]);
    expect((await named.run("send_message", { to: "a@example.org" })).asked).toHaveLength(1);
  });

  it("is named for no other rule by one about everything", async () => {
    const world = openFlowWorld({
      rules: [
        { permission: "data.send", pattern: "*", action: "allow" },
        {
          permission: "send_message",
          pattern: "*",
          action: "ask",
          after: ["private"],
          unless: "named",
        },
      ],
    });
    await world.run("read_inbox");
    expect((await world.run("send_message", { to: "eve" })).asked).toHaveLength(1);
  });

  it("is named by an answer for the session, which names no other", async () => {
    const world = openFlowWorld({ answer: { choice: "session" } });
    await seeBoth(world);
    expect((await world.run("send_message", { to: "bob" })).asked).toHaveLength(1);
    expect((await world.run("send_message", { to: "Bob" })).asked).toEqual([]);
    expect((await world.run("send_message", { to: "eve" })).asked).toHaveLength(1);
  });

  it("is not named by an answer that is given once", async () => {
    const world = openFlowWorld();
    await seeBoth(world);
    expect((await world.run("send_message", { to: "bob" })).asked).toHaveLength(1);
    expect((await world.run("send_message", { to: "bob" })).asked).toHaveLength(1);
  });

  it("is named by itself: one that was named names no other of the same call", async () => {
    const world = openFlowWorld();
    await seeBoth(world);
    world.session.said("Tell Bob");
    expect((await world.run("send_message", { to: "bob" })).asked).toEqual([]);
    expect((await world.run("send_message", { to: "bob", cc: "eve" })).asked).toHaveLength(1);
  });

  it("cannot be told where no argument says it, so it counts as unnamed", async () => {
    const world = openFlowWorld();
    await seeBoth(world);
    world.session.said("send hello");
    const { asked } = await world.run("send_message", { body: "hello" });
    expect(asked[0]?.sends).toEqual<Destination[]>([]);
  });
});

describe("rules with after", () => {
  it("work for any permission, and deny what was denied", async () => {
    const world = openFlowWorld({
      rules: [{ permission: "send_message", pattern: "*", action: "deny", after: ["private"] }],
    });
    expect((await world.run("send_message", { to: "eve" })).result.type).toBe("output");
    await world.run("read_inbox");
    expect((await world.run("send_message", { to: "eve" })).result).toMatchObject({
      code: "permission_denied",
    });
  });

  it.each([
    [{ permission: "bash", pattern: "*", action: "allow", after: ["private"] }, "asks or denies"],
    [{ permission: "data.sned", pattern: "*", action: "ask" }, "data.send or data.change"],
    [{ permission: "bash", pattern: "*", action: "ask", after: [] }, "after must be"],
    [{ permission: "bash", pattern: "*", action: "ask", unless: "named" }, "unless belongs"],
    [{ label: "Private!", permission: "fs.read", pattern: "*" }, "a label is"],
    [{ label: "x", permission: "fs.read", pattern: "*", action: "deny" }, "decides nothing"],
  ])("do not load when they mean nothing: %j", (rule, message) => {
    expect(() => openFlowWorld({ rules: [rule as never] })).toThrow(message);
  });
});
