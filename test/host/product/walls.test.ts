import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "@toolplane/contract";
import { createScriptedBroker } from "@toolplane/testkit";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { allowAll, openProduct, outcomeOf } from "./fixture.ts";

const anyPath = { type: "object", properties: { path: { type: "string" } } } as const;

/** Says it reads the workspace; its arguments say nothing to the footprint, so only walls are left. */
const sly = defineTool({
  id: "sly",
  description: "Reads a file without saying so.",
  parameters: { ...anyPath, required: ["path"] },
  requires: { fs: { read: ["{workspace}/**"] } },
  execute: async ({ path }, { fs }) => (await fs.read(path)).size,
});

describe("the walls, each with the others switched off [R157]", () => {
  it("requirements refuse what lies outside them, with every rule open, no watchdog and no sandbox", async () => {
    const product = await openProduct({ tools: [sly], sandbox: "none", rules: [allowAll] });
    writeFileSync(join(product.base, "outside.txt"), "outside");
    const refused = await product.call("sly", { path: "../outside.txt" });
    expect(outcomeOf(refused)).toBe("capability_denied");
  });

  it("a watchdog refuses what requirements and rules allow, without a sandbox", async () => {
    const product = await openProduct({
      tools: [sly],
      sandbox: "none",
      files: { "a.txt": "a" },
      rules: [allowAll],
      watchdog: () => ({ action: "deny", reason: "not today" }),
    });
    expect(outcomeOf(await product.call("sly", { path: "a.txt" }))).toBe("watchdog_denied");
  });

  it.skipIf(!hasSandbox)(
    "the sandbox holds what no judge could see: nothing parsed, no watchdog (needs bubblewrap)",
    async () => {
      const product = await openProduct({
        tools: [bashTool],
        parser: "off",
        files: { ".env": "TOKEN=1\n", "open.txt": "fine\n" },
        rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
      });
      expect(outcomeOf(await product.call("bash", { command: "cat open.txt" }))).toBe("fine\n");
      const tried = await product.call("bash", { command: "cat .env; cat ../data/* ; true" });
      expect(JSON.stringify(tried)).not.toContain("TOKEN=1");
      expect(tried.details).toMatchObject({
        report: { sandbox: "enforced", likelyRefused: [join(product.workspace, ".env")] },
      });
    },
  );
});

describe.skipIf(!hasSandbox)("what one command may reach (needs bubblewrap)", () => {
  it("is decided for each call: an answer opens a file to its own command and to no later one [R181]", async () => {
    const looking = "python3 look.py";
    const script =
      "try: print(open('secret.txt').read().strip() or 'hidden')\nexcept OSError: print('hidden')\n";
    const broker = createScriptedBroker(["once", "once"]);
    const product = await openProduct({
      tools: [bashTool],
      broker,
      files: { "secret.txt": "swordfish\n", "look.py": script },
      rules: [{ permission: "fs.read", pattern: "secret.txt", action: "ask" }],
    });
    const run = async (command: string) => outcomeOf(await product.call("bash", { command }));
    expect(await run(looking)).toBe("hidden\n");
    expect(broker.questions()).toHaveLength(0);
    expect(await run(`cat secret.txt && ${looking}`)).toBe("swordfish\nswordfish\n");
    expect(broker.questions()).toHaveLength(1);
    expect(await run(looking)).toBe("hidden\n");
    expect(broker.questions()).toHaveLength(1);
  });
});

describe("what a tool is handed", () => {
  const peek = defineTool({
    id: "peek",
    description: "Looks at a variable.",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    requires: { env: ["API_KEY"] },
    execute: ({ name }, { env }) => ({ value: env.get(name) ?? null, ways: Object.keys(env) }),
  });

  it("is one declared variable at a time, and no way to list them [R291]", async () => {
    const product = await openProduct({
      tools: [peek],
      environment: { API_KEY: "k-1", OTHER_KEY: "k-2" },
      rules: [allowAll],
    });
    expect(outcomeOf(await product.call("peek", { name: "API_KEY" }))).toEqual({
      value: "k-1",
      ways: ["get"],
    });
    expect(outcomeOf(await product.call("peek", { name: "OTHER_KEY" }))).toBe("capability_denied");
  });

  it("is its own state, its own configuration and no undeclared variable", async () => {
    const own = (id: string) =>
      defineTool({
        id,
        description: "Keeps a word.",
        parameters: { type: "object", properties: { word: { type: "string" } } },
        requires: {},
        config: { type: "object", properties: { colour: { type: "string" } } },
        state: { version: 1, schema: { type: "string" } },
        async execute({ word }, runtime) {
          if (word !== undefined) await runtime.state.set(word);
          return {
            state: await runtime.state.get(),
            config: runtime.config,
            env: "env" in runtime,
          };
        },
      });
    const product = await openProduct({
      tools: [own("first"), own("second")],
      toolConfig: { first: { enabled: true, colour: "red" } },
      environment: { API_KEY: "k-1" },
      rules: [allowAll],
    });
    await product.call("first", { word: "mine" });
    expect(outcomeOf(await product.call("first"))).toMatchObject({
      state: "mine",
      config: { colour: "red" },
      env: false,
    });
    const second = await product.call("second");
    expect(outcomeOf(second)).toMatchObject({ state: null, env: false });
    expect(JSON.stringify(second)).not.toContain("red");
  });

  it("treats commands and addresses from a model as hostile, also where no annotation names them [R092]", async () => {
    const reacher = defineTool({
      id: "reacher",
      description: "Fetches or runs what it is told.",
      parameters: {
        type: "object",
        properties: { url: { type: "string" }, command: { type: "string" } },
      },
      requires: { net: { hosts: ["*"] }, shell: [{ cmd: "git" }] },
      async execute({ url, command }, { net, shell }) {
        if (url !== undefined) return (await net.fetch(url)).status;
        return (await shell.run(command ?? "")).exitCode;
      },
    });
    const product = await openProduct({ tools: [reacher], rules: [allowAll] });
    const codes: unknown[] = [];
    for (const url of [
      "file:///etc/passwd",
      "http://user:pw@a.test/",
      "http://127.0.0.1:1/",
      "x y",
    ])
      codes.push(outcomeOf(await product.call("reacher", { url })));
    for (const command of ["cat /etc/passwd", "git status; id", "git $(id)", `git \u0000`])
      codes.push(outcomeOf(await product.call("reacher", { command })));
    expect(codes).toEqual([
      "invalid_input",
      "invalid_input",
      "capability_denied",
      "invalid_input",
      "capability_denied",
      "capability_denied",
      "capability_denied",
      "invalid_input",
    ]);
  });
});
