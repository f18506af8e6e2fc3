/** A session's record holds what it had seen and been told, and a later look judges by it. */
import { defineTool, type PolicyLayer, type Rule } from "@toolplane/contract";
import { compilePolicy, flowPolicy } from "@toolplane/kernel";
import { readCalls, readPastFlow, replay, suggestRules, whatIf } from "@toolplane/kernel/record";
import { describe, expect, it } from "vitest";
import { openRecorded } from "./fixture.ts";

const text = { type: "string" } as const;
const TOOLS = [
  ...(["private", "untrusted"] as const).map((label) =>
    defineTool({
      id: `see_${label}`,
      description: "Reads",
      parameters: { type: "object", properties: {} },
      requires: {},
      flow: { effect: "read", labels: [label] },
      execute: () => "x".repeat(9_000),
    }),
  ),
  defineTool({
    id: "mail",
    description: "Sends",
    parameters: { type: "object", properties: { to: text, body: text } },
    requires: {},
    flow: { effect: "send" },
    execute: () => "sent",
  }),
];
const ALLOW: Rule = { permission: "*", pattern: "*", action: "allow" };

function open(answers: readonly ("once" | "reject")[]) {
  return openRecorded({
    answers,
    kernel: { tools: TOOLS, flow: "default" },
    session: { rules: [ALLOW] },
  });
}

/** Two mails before anything was read, then four after it, of which two go to Bob. */
async function play(world: ReturnType<typeof open>) {
  const mail = (to: string) => world.call("mail", { to, body: "hello" });
  await mail("eve");
  await world.call("see_private");
  await mail("eve");
  await world.call("see_untrusted");
  world.session.said("Write to Rosa.");
  await mail("rosa");
  await mail("bob");
  await mail("bob");
  await mail("eve");
  const record = await world.record();
  const past = readPastFlow([record]);
  const calls = readCalls(record).calls.map((call) => ({ ...call, past: past(call) }));
  return { record, calls };
}

const own: readonly PolicyLayer[] = [{ scope: "project", rules: [ALLOW] }];

describe("a recorded session that has seen labels", () => {
  it("is judged again by what it had seen at each call", async () => {
    const world = open(["once", "once", "reject"]);
    const { calls } = await play(world);
    const variables = world.host.variables();
    const judge = world.kernel.recordJudge({ mode: "ask" });
    expect(calls.map(({ past }) => past.seen.map(({ label }) => label).join(" "))).toEqual([
      ...["", "", "private", "private"],
      ...Array<string>(4).fill("private untrusted"),
    ]);
    const shipped = compilePolicy({ layers: [flowPolicy("default"), ...own], variables });
    expect(whatIf({ calls, policyAfter: shipped, judge })).toMatchObject({ unchanged: 8 });
    const off = compilePolicy({ layers: own, variables });
    expect(whatIf({ calls, policyAfter: off, judge }).changes).toEqual([
      { from: "hard ask", to: "allow", count: 3, examples: ["call_6", "call_7", "call_8"] },
    ]);
    const wary: Rule = { permission: "mail", pattern: "*", action: "deny", after: ["private"] };
    const draft = [flowPolicy("default"), { scope: "project", rules: [ALLOW, wary] } as const];
    const strict = compilePolicy({ layers: draft, variables });
    expect(
      whatIf({ calls, policyAfter: strict, judge }).changes.map(({ to, count }) => [to, count]),
    ).toEqual([
      ["deny", 3],
      ["deny", 2],
    ]);
  });

  it("replays as it was, with what the person had said and what was seen", async () => {
    const world = open(["once", "once", "reject"]);
    const { record } = await play(world);
    const options = { id: "ses_1", rules: [ALLOW] };
    const report = await replay(record, world.kernel.replayer(options));
    expect(report.calls.filter(({ outcome }) => outcome !== "same")).toEqual([]);
    const silent = await replay(record, world.kernel.replayer(options), {
      past: () => ({ seen: [], notes: [] }),
    });
    expect(silent.calls.filter(({ outcome }) => outcome === "different")).toHaveLength(3);
  });

  it("suggests the place that a person let data go to twice, and no other", async () => {
    const world = open(["once", "once", "reject"]);
    const { calls } = await play(world);
    const suggested = suggestRules({
      calls,
      layers: [flowPolicy("default"), ...own],
      variables: world.host.variables(),
      judge: world.kernel.recordJudge({ mode: "ask" }),
    });
    expect(suggested.map(({ rule, spared }) => [rule, spared])).toEqual([
      [{ permission: "data.send", pattern: "bob", action: "allow" }, 2],
    ]);
    const once = open(["once", "reject", "reject"]);
    expect(
      suggestRules({
        calls: (await play(once)).calls,
        layers: [flowPolicy("default"), ...own],
        variables: once.host.variables(),
        judge: once.kernel.recordJudge({ mode: "ask" }),
      }),
    ).toEqual([]);
  });
});
