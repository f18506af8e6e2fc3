/** One session told as a story: what a person allows, what a rule forbids, and what the record says about it afterwards. */
import { defineTool, type Rule, type Tool, winnerOf } from "@toolplane/contract";
import { command, LANDING_SANDBOX, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { bash, codeOf, openWorld, readFile, writeFile } from "../road/fixture.ts";

const weather: Tool = defineTool({
  id: "get_weather",
  description: "Says the weather of a city.",
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
  requires: { net: { hosts: ["weather.test"] } },
  execute: async ({ city }, { net, progress }) => {
    progress(`asking about ${city}`);
    const { body } = await net.fetch(`https://weather.test/${encodeURIComponent(city)}`);
    return new TextDecoder().decode(body);
  },
});

describe("the story of a call", () => {
  const rules: Rule[] = [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "net.fetch", pattern: "weather.test", action: "allow" },
    { permission: "get_weather", pattern: "**", action: "allow" },
  ];
  const world = openWorld({
    rules,
    answers: [{ choice: "session" }, { choice: "reject", note: "use npm ci" }],
    kernel: { tools: [readFile, writeFile, bash, weather], defaultPolicy: true, contained: true },
    host: {
      sandbox: LANDING_SANDBOX,
      files: { "/workspace/.env": "TOKEN=abc\n", "/workspace/README.md": "hello\n" },
      links: { "/workspace/innocent.txt": ".env" },
      servers: { "weather.test:443": () => ({ status: 200, body: "rain" }) },
      commands: {
        "cat .env": command({ units: ["cat .env"], reads: [".env"] }),
        "npm test": [unit("npm test")],
      },
      programs: {
        npm: () => ({ exitCode: 0, output: "ok" }),
      },
    },
  });

  it("reads inside the workspace without a word, by the default policy", async () => {
    expect(await world.call("read", { path: "README.md" })).toMatchObject({ data: "hello\n" });
  });

  it("refuses the secret by the same rule, whichever way it is reached", async () => {
    for (const [tool, args] of [
      ["read", { path: ".env" }],
      ["read", { path: "innocent.txt" }],
      ["bash", { command: "cat .env" }],
    ] as const) {
      const result = await world.call(tool, args);
      expect(result).toMatchObject({
        code: "permission_denied",
        error_text: expect.stringContaining("fs.read **/.env deny"),
      });
    }
  });

  it("runs the tests unasked, contained: no host that no rule opens, writes in the workspace only", async () => {
    expect(await world.call("bash", { command: "npm test" })).toMatchObject({
      data: { exitCode: 0, output: "ok" },
    });
    expect(world.recorder.settled().at(-1)?.verdict).toMatchObject({
      action: "allow",
      answeredBy: "contained",
    });
    expect(world.host.spawned().at(-1)?.context.confinement).toMatchObject({
      contained: true,
      network: {
        access: "relay",
        masks: [{ pattern: "**", except: ["weather.test"], action: "ask" }],
      },
    });
  });

  it("edits unasked what can be undone", async () => {
    expect(codeOf(await world.call("write", { path: "notes.md", content: "one" }))).toBe("output");
    expect(world.recorder.settled().at(-1)?.verdict).toMatchObject({ answeredBy: "contained" });
  });

  it("asks before it writes what runs by itself, and remembers the answer for that file only", async () => {
    expect(codeOf(await world.call("write", { path: ".envrc", content: "one" }))).toBe("output");
    expect(codeOf(await world.call("write", { path: ".envrc", content: "two" }))).toBe("output");
    expect(await world.call("write", { path: "docs/.envrc", content: "x" })).toMatchObject({
      code: "approval_rejected",
      error_text: expect.stringContaining("use npm ci"),
    });
    expect(world.host.fileText("/workspace/.envrc")).toBe("two");
  });

  it("brings outside text back marked as such", async () => {
    expect(await world.call("get_weather", { city: "Bergen" })).toMatchObject({
      data: "rain",
      metadata: { untrusted: { source: "weather.test" } },
    });
  });

  it("explains every verdict with the rule and where it stands", async () => {
    const why = await world.session.explain({ id: "x", name: "read", arguments: { path: ".env" } });
    expect(why.verdict?.action).toBe("deny");
    expect(why.verdict && winnerOf(why.verdict)).toMatchObject({
      judge: "rules",
      rule: { rule: rules[0], source: { scope: "session" } },
    });
    expect(why.text).toContain("fs.read **/.env deny (session rules)");
    expect(why.text).toContain("settled at judge");
  });

  it("leaves a record of all of it, refusals too", () => {
    const told = world.recorder
      .settled()
      .map(({ tool, stage, result }) => `${tool} ${stage} ${codeOf(result)}`);
    expect(told).toEqual([
      "read execute output",
      "read judge permission_denied",
      "read judge permission_denied",
      "bash judge permission_denied",
      "bash execute output",
      "write execute output",
      "write execute output",
      "write execute output",
      "write approve approval_rejected",
      "get_weather execute output",
    ]);
    expect(world.recorder.intents().map(({ tool }) => tool)).toEqual([
      ...["bash", "write", "write", "write"],
    ]);
  });
});
