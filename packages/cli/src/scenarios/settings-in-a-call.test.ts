import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "@toolplane/contract";
import { openProduct, openState, readSettings } from "@toolplane/library/inside";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "README.md": "hello\n", ".env": "TOKEN=1\n" });
  mkdirSync(world.config, { recursive: true });
});
afterEach(() => world.remove());

interface Made {
  readonly code: string;
  readonly scopes: readonly string[];
  readonly asked: number;
}

async function flowOf(own: string | null, project: string | null): Promise<string> {
  const files = [
    [world.config, own],
    [join(world.workspace, ".toolplane"), project],
  ] as const;
  for (const [folder, said] of files) {
    mkdirSync(folder, { recursive: true });
    const text = said === null ? "{}" : said;
    writeFileSync(join(folder, "config.jsonc"), text, { mode: 0o600 });
  }
  const { flow, origins } = await readSettings({
    environment: world.environment,
    directory: world.workspace,
    arguments: { text: () => undefined, flag: (flag) => flag === "trust-once", list: () => [] },
  });
  return `${flow} by ${origins.flow.layer}`;
}

describe("flow", () => {
  it("is the stricter of what the person and the project say", async () => {
    expect(await flowOf(null, null)).toBe("default by bundled");
    expect(await flowOf(null, '{"flow":"wary"}')).toBe("wary by project");
    expect(await flowOf('{"flow":"wary"}', '{"flow":"default"}')).toBe("wary by global");
    expect(await flowOf('{"flow":"off"}', '{"flow":"default"}')).toBe("default by project");
    expect(await flowOf('{"flow":"off"}', null)).toBe("off by global");
    expect(await flowOf('{"defaultPolicy":false}', null)).toBe("off by bundled");
    expect(await flowOf('{"defaultPolicy":false}', '{"flow":"wary"}')).toBe("wary by project");
  });
});

/** Makes one call by the road of every command. */
async function call(
  [name, given]: readonly [string, object],
  {
    flags = [],
    answer,
    directory,
  }: {
    readonly flags?: readonly string[];
    readonly answer?: Answer;
    readonly directory?: string;
  } = {},
): Promise<Made> {
  const settings = await readSettings({
    environment: { ...world.environment, TOOLPLANE_SANDBOX: "none", TOOLPLANE_CONTAINED: "off" },
    directory: directory ?? world.workspace,
    arguments: { text: () => undefined, flag: (flag) => flags.includes(flag), list: () => [] },
  });
  const state = await openState(settings);
  let asked = 0;
  const broker = {
    ask: async (): Promise<Answer> => {
      asked += 1;
      return answer ?? { choice: "reject" };
    },
  };
  const product = await openProduct({ settings, state, broker, onWarning: () => {} });
  try {
    const session = product.session();
    const result = await session.call({ id: "c1", name, arguments: given as never });
    const scopes = session.approvals().map(({ scope }) => scope);
    return { code: result.type === "error" ? result.code : "output", scopes, asked };
  } finally {
    await product.close();
    await state.close();
  }
}

const read = (path: string) => ["read", { path }] as const;
const write = ["write", { path: "new.txt", content: "x" }] as const;
const denyEnv = '[{"permission":"fs.read","pattern":"**/.env","action":"deny"}]';

describe("settings, in a call", () => {
  it("apply a project's deny, with trust or without", async () => {
    world.write({ ".toolplane/policy.jsonc": denyEnv });
    expect(await call(read(".env"))).toMatchObject({ code: "permission_denied" });
    await world.run(["trust", "--yes"]);
    expect(await call(read(".env"))).toMatchObject({ code: "permission_denied", asked: 0 });
    world.write({ ".toolplane/policy.jsonc": "[]" });
    expect(await call(read(".env"))).toMatchObject({ code: "permission_denied" });
  });

  it("let no project loosen what the person denied", async () => {
    writeFileSync(join(world.config, "policy.jsonc"), denyEnv);
    world.write({ ".toolplane/policy.jsonc": denyEnv.replace("deny", "allow").replace("**/", "") });
    expect(await call(read(".env"), { flags: ["trust-once"] })).toMatchObject({
      code: "permission_denied",
    });
  });

  it("give every session the person's mode", async () => {
    expect(await call(write)).toMatchObject({ code: "approval_rejected", asked: 1 });
    writeFileSync(join(world.config, "config.jsonc"), '{"mode":"yolo"}');
    expect(await call(write)).toMatchObject({ code: "output", asked: 0 });
  });

  it("close the person's own files to tools where they lie in the workspace", async () => {
    writeFileSync(join(world.config, "config.jsonc"), '{"mode":"yolo"}');
    const path = "config/policy.jsonc";
    const tries = [
      ["write", { path, content: "[]" }],
      ["edit", { path: "config/config.jsonc", old_string: "yolo", new_string: "ask" }],
    ] as const;
    for (const each of tries)
      expect(await call(each, { directory: world.root })).toMatchObject({
        code: "permission_denied",
        asked: 0,
      });
  });

  it("[R132] keep an approval for the project only where the person enabled it", async () => {
    const answer = { choice: "project" } as const;
    expect(await call(write, { answer })).toMatchObject({ code: "output", scopes: ["session"] });
    world.write({ ".toolplane/config.jsonc": '{"projectApprovals":true}' });
    await expect(call(write, { answer, flags: ["trust-once"] })).rejects.toThrow(
      'a project cannot set "projectApprovals"',
    );
    writeFileSync(join(world.config, "config.jsonc"), '{"projectApprovals":true}');
    expect(await call(write, { answer })).toMatchObject({ code: "output", scopes: ["project"] });
  });
});
