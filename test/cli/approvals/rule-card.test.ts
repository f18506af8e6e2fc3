/** A rule that is given on the card: offered, counted, written, used, listed and taken back, in a real terminal. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { runInPty } from "./pty.fixture.ts";

const CARD = /bash asks[\s\S]*then Enter/;
const PLAIN = { env: { NO_COLOR: "1" } } as const;

let world: CliWorld;
beforeEach(() => {
  // Without a sandbox a command asks that no rule allows.
  world = openCliWorld({
    "../config/config.jsonc": '{ "sandbox": "none" }',
    "package.json": '{ "scripts": { "build": "echo built" } }',
  });
});
afterEach(() => world.remove());

const call = (line: string): readonly string[] => ["call", "bash", line];

function ruleFile(): string {
  const folder = join(world.root, "config", "projects");
  const [name = ""] = readdirSync(folder);
  return join(folder, name);
}

describe("a rule that is given on the card", () => {
  it("is offered in words, written for this project, and answers what is like the call until it is taken back", async () => {
    const first = runInPty(world, call("npm run build"), PLAIN);
    const card = await first.shows(CARD);
    for (const line of card.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(card).toContain("p  Always in this project: npm run build with any arguments");
    expect(card).toContain("allow shell.run npm run build *");
    await first.typesUntil("o", /› o {2}Allow once/);
    first.type("\r");
    expect(await first.ended).toBe(0);

    const second = runInPty(world, call("npm run build -- --fast"), PLAIN);
    await second.shows(CARD);
    // Counted when the card is there already.
    await second.shows(/Would have covered 1 past call, none refused\./);
    await second.typesUntil("p", /› p {2}Always in this project/);
    second.type("\r");
    expect(await second.ended).toBe(0);
    expect(second.frame()).toContain("built --fast");

    const text = readFileSync(ruleFile(), "utf8");
    expect(text).toContain('"pattern": "npm run build *", "action": "allow"');
    expect(text).toMatch(/\/\/ \d{4}-\d\d-\d\d \d\d:\d\d UTC, call \S+: you allowed npm run build/);
    expect(text).toContain(world.workspace);

    const third = await world.run(call("npm run build -- --other"));
    expect(third.code).toBe(0);
    expect((await world.run(["policy", "list"])).stdout).toContain("npm run build *");
    const explained = await world.run(["policy", "explain", "bash", "npm run deploy"]);
    expect(explained.stdout).toContain("◆ ask ");

    const { rules } = JSON.parse((await world.run(["approvals", "--json"])).stdout) as {
      readonly rules: readonly { readonly id: string }[];
    };
    const revoked = await world.run(["approvals", "revoke", rules[0]?.id ?? ""]);
    expect(revoked.code).toBe(0);
    expect(readFileSync(ruleFile(), "utf8")).not.toContain("npm run build *");
    // Nobody is there to ask.
    expect((await world.run(call("npm run build"))).code).toBe(4);
  });

  it("holds in no other project", async () => {
    const run = runInPty(world, call("npm run build"), PLAIN);
    await run.shows(CARD);
    await run.typesUntil("p", /› p /);
    run.type("\r");
    expect(await run.ended).toBe(0);
    const directory = join(world.root, "other");
    mkdirSync(directory);
    writeFileSync(join(directory, "package.json"), '{ "scripts": { "build": "echo built" } }');
    // Nobody is there to ask.
    expect((await world.run(call("npm run build"))).code).toBe(0);
    expect((await world.run(call("npm run build"), { directory })).code).toBe(4);
  });

  it("is not offered for what sends something away, and its letter says so", async () => {
    const run = runInPty(world, call("git push origin main"), PLAIN);
    const card = await run.shows(CARD);
    expect(card).not.toContain("Always in this project");
    await run.typesUntil("p", /No rule is offered for this/);
    run.type("\u0003");
    expect(await run.ended).toBe(130);
  });

  it.runIf(hasSandbox)(
    "is about the host for what fetches from a remote, which is asked about before it runs (needs a sandbox)",
    async () => {
      const held = openCliWorld({
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/config": '[remote "origin"]\n\turl = https://git.test/a/b\n',
        ".git/objects/x": "",
        ".git/refs/x": "",
      });
      onTestFinished(() => held.remove());
      const run = runInPty(held, call("git fetch"), PLAIN);
      const card = await run.shows(CARD);
      expect(card).toContain("git.test:443");
      expect(card).toContain("p  Always in this project: commands may reach git.test");
      expect(card).toContain("allow net.fetch git.test");
      run.type("\u0003");
      expect(await run.ended).toBe(130);
    },
  );
});
