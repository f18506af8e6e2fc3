import type { PolicyLayer, Rule } from "@toolplane/contract";
import { compilePolicy } from "@toolplane/kernel";
import {
  createEventStream,
  readCalls,
  suggestRules,
  toOtel,
  whatIf,
} from "@toolplane/kernel/record";
import { describe, expect, it } from "vitest";
import { openRecorded } from "./fixture.ts";

describe("a recorded session, looked at with another policy", () => {
  const layersOf = (rules: readonly Rule[]): readonly PolicyLayer[] => [
    { scope: "project", rules },
  ];

  it("says what would change, and which rules would have spared questions", async () => {
    const answers = ["once", "session", "once", "reject"] as const;
    const world = openRecorded({ answers });
    const write = (path: string) => world.call("write", { path, content: "x" });
    await write("src/a.ts");
    await write("src/b.ts");
    await write("src/b.ts");
    await write("docs/a.md");
    await write("docs/b.md");
    const { calls } = readCalls(await world.record());
    const variables = world.host.variables();
    const judge = world.kernel.recordJudge({ mode: "ask" });

    const after: readonly Rule[] = [
      { permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" },
      { permission: "fs.write", pattern: "**/*.md", action: "deny" },
    ];
    const policyAfter = compilePolicy({ layers: layersOf(after), variables });
    expect(whatIf({ calls, policyAfter, judge })).toEqual({
      judged: 5,
      unchanged: 0,
      notJudged: 0,
      changes: [
        { from: "soft ask", to: "allow", count: 3, examples: ["call_1", "call_2", "call_3"] },
        { from: "soft ask", to: "deny", count: 2, examples: ["call_4", "call_5"] },
      ],
    });
    // Judging the past with the policy of the past comes to the recorded verdicts.
    const policyBefore = compilePolicy({ layers: [], variables });
    expect(whatIf({ calls, policyAfter: policyBefore, judge })).toMatchObject({ unchanged: 5 });

    const suggested = suggestRules({ calls, layers: [], variables, judge });
    expect(suggested.map(({ rule, spared, blast }) => [rule.pattern, spared, blast])).toEqual([
      ["{workspace}/src/**", 2, { letThrough: 3, rejected: 0, neverAsked: 1 }],
      ["{workspace}/src/a.ts", 1, { letThrough: 1, rejected: 0, neverAsked: 0 }],
      ["{workspace}/docs/a.md", 1, { letThrough: 1, rejected: 0, neverAsked: 0 }],
      ["{workspace}/src/b.ts", 1, { letThrough: 2, rejected: 0, neverAsked: 1 }],
    ]);
  });

  it("can be watched by a slow consumer, and exported as spans", async () => {
    const world = openRecorded({
      session: { rules: [{ permission: "*", pattern: "**", action: "allow" }] },
    });
    const stream = createEventStream<{ readonly type: string }>({ capacity: 3 });
    const slow = stream.subscribe();
    world.session.on(stream.emit);
    await world.call("echo", { text: "a" });
    await world.call("echo", { text: "b" });
    stream.close();
    const seen: string[] = [];
    for await (const event of slow) seen.push(event.type);
    expect(seen).toEqual(["gap", "call-start", "call-end", "call-settle"]);
    const { calls } = readCalls(await world.record());
    const spans = calls.flatMap((call) => {
      const { result } = call;
      return result ? [toOtel({ ...call, result }, { atMs: call.atMs })] : [];
    });
    expect(spans).toMatchObject([
      { name: "execute_tool echo", attributes: { "gen_ai.tool.call.id": "call_1" } },
      { name: "execute_tool echo", attributes: { "gen_ai.tool.call.id": "call_2" } },
    ]);
  });
});
