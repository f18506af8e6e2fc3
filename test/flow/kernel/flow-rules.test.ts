import type { PolicyRule, Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openFlowWorld } from "./memory-world.ts";

const EVERYTHING: PolicyRule = { permission: "*", pattern: "*", action: "allow" };

function sends(rule: Omit<Rule, "permission">): Rule {
  return { permission: "data.send", ...rule };
}

describe("rules about where something goes", () => {
  it("are not silenced by an allowance that is no narrower and no more a person's own", async () => {
    const world = openFlowWorld({
      rules: [
        sends({ pattern: "*@example.com", action: "ask", after: ["private"] }),
        sends({ pattern: "a@example.com", action: "allow" }),
      ],
    });
    await world.run("read_inbox");
    expect((await world.run("send_message", { to: "a@example.com" })).asked).toHaveLength(1);
  });

  it("of a project that nobody trusts are not silenced by its own allowances", async () => {
    const rules = [
      sends({ pattern: "*", action: "ask", after: ["private"] }),
      sends({ pattern: "a@example.com", action: "allow" }),
    ];
    const asked = async (untrusted: object) => {
      const world = openFlowWorld({
        policy: [
          { scope: "manifest", rules: [EVERYTHING] },
          { scope: "project", rules, ...untrusted },
        ],
      });
      await world.run("read_inbox");
      return (await world.run("send_message", { to: "a@example.com" })).asked.length;
    };
    expect([await asked({}), await asked({ untrusted: true })]).toEqual([0, 1]);
  });

  it("deny where the place is not known too, and ask only about the places that they name", async () => {
    const resultOf = async (action: "ask" | "deny") => {
      const world = openFlowWorld({
        rules: [sends({ pattern: "*@example.org", action, after: ["private"] })],
      });
      await world.run("read_inbox");
      const { result, asked } = await world.run("send_message", { body: "hello" });
      return [result.type, asked.length];
    };
    expect([await resultOf("deny"), await resultOf("ask")]).toEqual([
      ["error", 0],
      ["output", 0],
    ]);
  });

  it.each([
    ["project", "api.example.com", 0],
    ["project", "*.example.com", 0],
    ["project", "*", 1],
    ["default", "api.example.com", 1],
  ] as const)(
    "of scope %s that allow %s: asked %i times about a host there",
    async (scope, pattern, times) => {
      const world = openFlowWorld({
        policy: [
          { scope: "manifest", rules: [EVERYTHING] },
          { scope, rules: [{ permission: "net.fetch", pattern, action: "allow" }] },
        ],
      });
      await world.run("read_inbox");
      await world.run("read_page");
      const { asked } = await world.run("send_message", { to: "https://api.example.com/in" });
      expect(asked).toHaveLength(times);
    },
  );
});

describe("rules about a tool that hold unless its places are named", () => {
  it("hold where one of them is not", async () => {
    const world = openFlowWorld({
      rules: [
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
    world.session.said("Tell Bob");
    expect((await world.run("send_message", { to: "bob" })).asked).toEqual([]);
    expect((await world.run("send_message", { to: "bob", cc: "eve" })).asked).toHaveLength(1);
  });
});
