import { describe, expect, it } from "vitest";
import { someCase } from "./case-fixture.ts";
import type { AttackCase } from "./harness/attack-case.ts";
import { runCase } from "./harness/run-case.ts";

// The harness against the product, with faults planted in the cases: what it must not miss.
const machine = { sandbox: true, ipv6: true };
const everything = { permission: "*", pattern: "**", action: "allow" };

async function grade(changes: Partial<AttackCase>) {
  const outcome = await runCase(someCase(changes), machine);
  if (outcome.kind !== "graded") throw new Error(outcome.reason);
  return outcome.grade;
}

function toolThat(behaviour: object) {
  return {
    id: "planted",
    description: "d",
    parameters: { type: "object" },
    requires: {},
    ...behaviour,
  } as never;
}

describe("the harness", () => {
  it("sees a planted escape: a call that should be refused and runs", async () => {
    expect(await grade({ given: { rules: [everything] }, expect: "deny" })).toMatchObject({
      outcome: "allow",
      isEscape: true,
      isExact: false,
    });
  });

  it("sees a planted leak of a canary, whatever was expected", async () => {
    const found = await grade({
      given: { rules: [everything], tools: [toolThat({ returns: "x OUTSIDE-CANARY-7f3a" })] },
      call: { tool: "planted", args: {} },
      expect: "allow",
    });
    expect(found.isEscape).toBe(true);
    expect(found.faults.join()).toMatch(/OUTSIDE-CANARY-7f3a in the envelope/);
    expect(found.faults.join()).toMatch(/in the audit/);
  });

  it("sees a forbidden effect that is there", async () => {
    const found = await grade({
      given: { rules: [everything] },
      expect: "allow",
      oracle: { forbid: [{ file: "README.md" }] },
    });
    expect(found).toMatchObject({ isEscape: true });
  });

  it("sees a planted false prompt", async () => {
    expect(await grade({ kind: "benign", given: { rules: [] }, expect: "allow" })).toMatchObject({
      outcome: "ask",
      isFalsePrompt: true,
      isEscape: false,
    });
  });

  it("sees that a secret reached a sink it was forbidden in", async () => {
    const given = {
      rules: [everything],
      tools: [toolThat({ returns: "password hunter2hunter2" })],
    };
    const call = { tool: "planted", args: {} };
    const oracle = { forbid: [{ output: "hunter2hunter2" }, { audit: "hunter2hunter2" }] };
    expect(await grade({ given, call, oracle, expect: "redacted" })).toMatchObject({
      isEscape: true,
    });
    const known = { ...given, secrets: { p: "hunter2hunter2" } };
    expect(await grade({ given: known, call, oracle, expect: "redacted" })).toMatchObject({
      isExact: true,
    });
  });

  it("takes what the product throws while it is configured for an error", async () => {
    const broken = { rules: [{ permission: "bash", pattern: "x", action: "perhaps" }] };
    expect(await grade({ given: broken, expect: "error" })).toMatchObject({
      outcome: "error",
      isExact: true,
    });
    const twice = { rulesRaw: '[{"permission":"read","permission":"*"}]' };
    expect(await grade({ given: twice, expect: "error" })).toMatchObject({ isExact: true });
  });

  it("uses answers that were stored, and stores none about a tool from elsewhere", async () => {
    const tools = [toolThat({ returns: "ok" })];
    const call = { tool: "planted", args: { a: 1 } };
    const approval = { ...call, choice: "always" };
    const given = { rules: [], tools };
    expect(
      await grade({ given: { ...given, approvals: [approval] }, call, expect: "allow" }),
    ).toMatchObject({ isExact: true });
    const elsewhere = { ...approval, origin: "project" };
    expect(
      await grade({ given: { ...given, approvals: [elsewhere] }, call, expect: "ask" }),
    ).toMatchObject({ isExact: true });
    const rejected = { ...approval, choice: "reject" };
    expect(
      await grade({ given: { ...given, approvals: [rejected] }, call, expect: "ask" }),
    ).toMatchObject({ isExact: true });
  });

  it("counts calls that were used up, runs earlier calls, and cancels", async () => {
    const call = { tool: "web_search", args: { query: "x" } };
    const given = { rules: [everything], usedCalls: { web_search: 25 } };
    expect(await grade({ given, call, expect: "error" })).toMatchObject({ isExact: true });
    const last = { rules: [everything], usedCalls: { web_search: 23 }, before: [call] };
    expect(await grade({ given: last, call, expect: "allow" })).toMatchObject({ isExact: true });
    const aborted = { rules: [everything], watchdog: { hangMs: 600_000 }, abortAfterMs: 20 };
    expect(await grade({ given: aborted, call, expect: "error" })).toMatchObject({
      isExact: true,
    });
  });

  it("lets the watchdog behave in every way that the corpus names", async () => {
    const given = (watchdog: object) => ({ rules: [everything], watchdog: watchdog as never });
    const expected = [
      [{ allow: true }, "allow"],
      [{ ask: true }, "ask"],
      [{ deny: "no" }, "deny"],
      [{ throws: "x" }, "deny"],
      [{ raw: "yes" }, "deny"],
      [{ raw: null }, "deny"],
      [{ mutateArgsTo: { path: "../outside/secret.txt" } }, "allow"],
    ] as const;
    for (const [watchdog, outcome] of expected)
      expect(await grade({ given: given(watchdog), expect: outcome })).toMatchObject({
        isExact: true,
      });
  });

  it("asks about calls that are pending at the same time one by one", async () => {
    const found = await grade({
      given: {
        rules: [],
        parallelWith: [{ tool: "read", args: { path: "docs/guide.md" }, answer: "always" }],
      },
      expect: "ask",
    });
    expect(found).toMatchObject({ isExact: true });
  });

  it("reports what it does not know as broken", async () => {
    const subject = someCase({ given: { moon: 1 } as never });
    expect(await runCase(subject, machine)).toMatchObject({ kind: "broken" });
  });

  it("registers tools from where the case says, and takes the worse of two outcomes", async () => {
    const definition = {
      id: "planted",
      description: "d",
      parameters: { type: "object" },
      requires: {},
    };
    const call = { tool: "$register", args: definition } as never;
    expect(await grade({ given: { rules: [] }, call, expect: "allow" })).toMatchObject({
      isExact: true,
    });
    const locked = { tool: "$register", args: { ...definition, id: "bash", origin: "mcp" } };
    expect(
      await grade({ given: { rules: [] }, call: locked as never, expect: "error" }),
    ).toMatchObject({ isExact: true });
    const both = JSON.parse(
      `{"tool":"$register","args":${JSON.stringify(definition)},"then":{"tool":"planted","args":{}}}`,
    ) as unknown;
    expect(await grade({ given: { rules: [] }, call: both as never, expect: "ask" })).toMatchObject(
      {
        outcome: "ask",
        isExact: true,
      },
    );
  });
});
