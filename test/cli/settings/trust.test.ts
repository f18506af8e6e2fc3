import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const POLICY = `{
  "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
    { "permission": "bash", "pattern": "npm test*", "action": "allow" },
  ],
}
`;
const NOTICE = "◆ .toolplane is untrusted; only its denies and asks hold. Next: toolplane trust\n";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ ".toolplane/policy.jsonc": POLICY });
});
afterEach(() => world.remove());

interface Shown {
  readonly project: { readonly state: string };
  readonly policy: readonly { readonly file: string; readonly rules: readonly unknown[] }[];
  readonly values: Readonly<Record<string, { readonly value: unknown }>>;
}

async function config(...words: string[]): Promise<Shown> {
  const { stdout } = await world.run(["config", "--json", ...words]);
  return JSON.parse(stdout) as Shown;
}

/** The one record, as a path. */
function recordPath(): string {
  const folder = join(world.data, "trust");
  return join(folder, readdirSync(folder)[0] ?? "");
}

describe("an untrusted project", () => {
  it("only restricts, and every command says so in one line", async () => {
    const { stderr, code } = await world.run(["config"]);
    expect({ stderr, code }).toEqual({ stderr: NOTICE, code: 0 });
    expect(await config()).toMatchObject({
      project: { state: "untrusted" },
      policy: [
        {
          file: ".toolplane/policy.jsonc",
          untrusted: true,
          rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
          lines: [3],
        },
      ],
    });
  });

  it("says so when nothing of it applies", async () => {
    world.write({ ".toolplane/policy.jsonc": "[]" });
    expect((await world.run(["config"])).stderr).toBe(
      "◆ .toolplane is untrusted; nothing in it applies. Next: toolplane trust\n",
    );
  });

  it("holds row by row where some mean nothing, and names those with their lines", async () => {
    world.write({
      ".toolplane/policy.jsonc": `{ "mode": "yolo", "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
    { "permission": "fs.wirte", "pattern": "src/**", "action": "deny" },
    { "permission": "fs.read", "pattern": "a", "action": "dney" }, // a typing mistake
    { "permission": "fs.read", "pattern": "b", "pattern": "c", "action": "ask" },
    null,
    { "permission": "fs.read", "pattern": "**", "action": "allow" },
    { "permission": "bash", "pattern": "git push *", "action": "ask" },
  ] }`,
    });
    const { policy } = await config();
    expect(policy).toMatchObject([
      {
        untrusted: true,
        rules: [{ pattern: "**/.env" }, { pattern: "git push *" }],
        lines: [2, 8],
      },
    ]);
    const { stdout, stderr } = await world.run(["policy"]);
    expect(stdout).toContain("git push *");
    for (const line of [1, 3, 4, 5, 6])
      expect(stderr).toMatch(new RegExp(`Does not hold:\\s+\\.toolplane/policy\\.jsonc:${line}:`));
    expect(stderr).toContain('unknown action "dney"');
    const refused = await world.run(["call", "read", ".env"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("denied by policy.jsonc:2");
  });

  it("is ignored where it does not parse: a broken file of a stranger stops nobody", async () => {
    world.write({ ".toolplane/policy.jsonc": "\u0000 {{{", ".toolplane/config.jsonc": '{"mode":' });
    expect(await config()).toMatchObject({ project: { state: "untrusted" }, policy: [] });
    expect((await world.run(["policy"])).stderr).toContain("policy.jsonc:1:1: ");
  });

  it("applies in one run with --trust-once, and is as untrusted after it", async () => {
    expect(await config("--trust-once")).toMatchObject({
      project: { state: "trusted" },
      policy: [{ file: ".toolplane/policy.jsonc" }],
    });
    expect(await config()).toMatchObject({ project: { state: "untrusted" } });
  });

  it("counts in the root of the workspace only", async () => {
    world.write({ "inner/README.md": "" });
    const inner = await world.run(["config", "--json"], {
      directory: join(world.workspace, "inner"),
    });
    expect(JSON.parse(inner.stdout)).toMatchObject({ project: { state: "none" } });
  });
});

describe("toolplane trust", () => {
  it("shows what loosens first, whole and with its place, and needs a person", async () => {
    const { stdout, stderr, code } = await world.run(["trust"]);
    expect(code).toBe(4);
    expect(stdout).toBe(`.toolplane/policy.jsonc: not trusted.

Loosens
  ✓ allow bash npm test*                               .toolplane/policy.jsonc:4

Narrows, or is about tools
  ✗ deny fs.read **/.env                               .toolplane/policy.jsonc:3

It cannot loosen what you denied, nor set mode, sandbox or reach.

The tools here may at most
  read   the project, scratch (/tmp), folders that you add, files that you open
         beside it
  write  the project, scratch (/tmp), files that you open beside it
  reach  any host
  run    any command
  use    compute, journal, calls
The rules decide inside of this; what lies outside asks in any case.
`);
    expect(stderr).toContain("toolplane trust --yes");
    expect(await config()).toMatchObject({ project: { state: "untrusted" } });
  });

  it("shows what all tools together may touch, and more once there are more tools [R173] [R174]", async () => {
    const requires = async (preset: string): Promise<unknown> => {
      const words = ["trust", "--json", "--set", `preset=${preset}`];
      const { stdout } = await world.run(words);
      return (JSON.parse(stdout) as { readonly requires: unknown }).requires;
    };
    expect(await requires("minimal")).toMatchObject({
      fs: { write: ["{workspace}/**", "{scratch}/**", "{ad-hoc}/**"] },
      capabilities: ["compute"],
    });
    expect(await requires("everyday")).toMatchObject({
      capabilities: ["compute", "journal", "calls"],
    });
  });

  it("keeps exactly what was shown, readable by its owner only", async () => {
    expect(await world.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    expect(await config()).toMatchObject({
      project: { state: "trusted" },
      policy: [{ rules: [{}, {}] }],
    });
    expect(statSync(recordPath()).mode & 0o777).toBe(0o600);
    expect(statSync(join(world.data, "trust")).mode & 0o777).toBe(0o700);
    expect((await world.run(["trust"])).stdout).toContain("unchanged since.");
    expect((await world.run(["trust", "--list"])).stdout).toContain(world.workspace);
  });

  it("holds for the place, whatever name leads there", async () => {
    await world.run(["trust", "--yes"]);
    const link = join(world.root, "link");
    symlinkSync(world.workspace, link);
    const { stdout } = await world.run(["config", "--json"], { directory: link });
    expect(JSON.parse(stdout)).toMatchObject({ project: { state: "trusted" } });
  });

  it("refuses files that could never apply, and keeps nothing", async () => {
    world.write({ ".toolplane/config.jsonc": '{\n  "mode": "yolo"\n}' });
    const { stderr, code } = await world.run(["trust", "--yes"]);
    expect(code).toBe(2);
    expect(stderr).toContain('.toolplane/config.jsonc:2:3: a project cannot set "mode"');
    expect(await config()).toMatchObject({
      project: { state: "untrusted" },
      policy: [{ untrusted: true }],
    });
    world.write({
      ".toolplane/config.jsonc":
        '{\n"rules":[\n{"permission":"bash","pattern":"x","action":"alow"}]}',
    });
    const rule = await world.run(["trust", "--yes"]);
    expect(rule).toMatchObject({ code: 2 });
    expect(rule.stderr).toContain(".toolplane/config.jsonc:3: unknown action");
  });

  it("shows hidden characters of a stranger's rule, and cuts none of it", async () => {
    const pattern = `echo \u202e\u001b[2K${"a".repeat(300)}`;
    world.write({
      ".toolplane/policy.jsonc": JSON.stringify([{ permission: "bash", pattern, action: "allow" }]),
    });
    const { stdout } = await world.run(["trust"]);
    expect(stdout).not.toContain("\u202e");
    expect(stdout).not.toContain("\u001b");
    expect(stdout.match(/a/g)?.length).toBeGreaterThan(300);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("names files that it does not read", async () => {
    world.write({ ".toolplane/config.json": "{}" });
    expect((await world.run(["trust"])).stdout).toContain(".toolplane/config.json");
  });

  it("is taken back with --revoke, also for a folder that is gone", async () => {
    await world.run(["trust", "--yes"]);
    expect(await world.run(["trust", "--revoke"])).toMatchObject({ code: 0 });
    expect(await config()).toMatchObject({ project: { state: "untrusted" } });
    expect(await world.run(["trust", "--revoke"])).toMatchObject({ code: 2 });
    await world.run(["trust", "--yes"]);
    const moved = world.workspace;
    rmSync(moved, { recursive: true });
    const away = await world.run(["trust", "--revoke", moved], { directory: world.root });
    expect(away).toMatchObject({ code: 0 });
  });

  it.each([
    ["trust", "--list", "--revoke"],
    ["trust", "elsewhere"],
    ["trust", "-C", "no-such-folder"],
  ])("refuses %s %s %s", async (...words) => {
    expect(await world.run(words.filter(Boolean))).toMatchObject({ code: 2 });
  });
});

describe("a project that changed after it was trusted", () => {
  beforeEach(async () => {
    await world.run(["trust", "--yes"]);
  });

  it("is void, shows the difference, and what it denied still holds", async () => {
    world.write({ ".toolplane/policy.jsonc": POLICY.replace('"deny"', '"allow"') });
    expect((await world.run(["config"])).stderr).toBe(
      "◆ .toolplane changed; only its denies and asks hold. Next: toolplane trust\n",
    );
    expect(await config()).toMatchObject({
      project: { state: "changed" },
      policy: [
        {
          file: ".toolplane/policy.jsonc as trusted",
          rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
          lines: [3],
        },
      ],
    });
    const { stdout } = await world.run(["trust"]);
    expect(stdout).toContain("Looser than before");
    expect(stdout).toContain("✓ + allow fs.read **/.env");
    expect(stdout).toContain("✗ - deny fs.read **/.env");
    expect(stdout).not.toContain("npm test");
  });

  it("is void after one added space, and whole again without it", async () => {
    world.write({ ".toolplane/policy.jsonc": `${POLICY} ` });
    expect(await config()).toMatchObject({ project: { state: "changed" } });
    expect((await world.run(["trust"])).stdout).toContain("the same as before");
    world.write({ ".toolplane/policy.jsonc": POLICY });
    expect(await config()).toMatchObject({ project: { state: "trusted" } });
  });

  it("is void when a second file appears", async () => {
    world.write({ ".toolplane/config.jsonc": '{"tools":{"bash":{"enabled":false}}}' });
    expect(await config()).toMatchObject({
      project: { state: "changed" },
      values: { tools: { value: {} } },
    });
  });

  it("keeps its denies when it is removed, until a person takes trust back", async () => {
    rmSync(join(world.workspace, ".toolplane"), { recursive: true });
    expect(await config()).toMatchObject({ policy: [{ rules: [{ action: "deny" }] }] });
    expect((await world.run(["config"])).stderr).toContain("toolplane trust --revoke");
    await world.run(["trust", "--revoke"]);
    expect(await config()).toMatchObject({ project: { state: "none" }, policy: [] });
  });
});

describe("a record of trust that somebody wrote in", () => {
  beforeEach(async () => {
    await world.run(["trust", "--yes"]);
  });

  const damages: readonly (readonly [string, (text: string) => string])[] = [
    ["cut short", (text) => text.slice(0, 40)],
    ["not JSON", () => "trust me"],
    ["of another project", (text) => text.replace(/"path":"[^"]*"/, '"path":"/elsewhere"')],
    ["with another digest", (text) => text.replace(/"digest":"./, '"digest":"_')],
    ["with another content", (text) => text.replace("npm test", "rm -rf ")],
    ["of a later version", (text) => text.replace('"version":1', '"version":2')],
  ];
  it.each(damages)("counts as no trust, and is told: %s", async (_, damage) => {
    const path = recordPath();
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    expect(await config()).toMatchObject({
      project: { state: "untrusted" },
      policy: [{ untrusted: true }],
    });
    const { stderr, code } = await world.run(["config"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/is not a record of trust|belongs to another project/);
    expect(stderr).toContain("counts as not trusted");
    await world.run(["trust", "--yes"]);
    expect(await config()).toMatchObject({ project: { state: "trusted" } });
  });
});

describe("trust given by many at once", () => {
  it("loses none", async () => {
    const places = Array.from({ length: 24 }, (_, index) => join(world.workspace, `p${index}`));
    places.forEach((_, index) => {
      world.write({ [`p${index}/.toolplane/policy.jsonc`]: POLICY });
    });
    const runs = [...places, ...places].map((directory) =>
      world.run(["trust", "--yes", "--json"], { directory }),
    );
    expect(new Set((await Promise.all(runs)).map(({ code }) => code))).toEqual(new Set([0]));
    const { stdout } = await world.run(["trust", "--list", "--json"]);
    const { projects, broken } = JSON.parse(stdout) as {
      readonly projects: readonly { readonly path: string }[];
      readonly broken: readonly string[];
    };
    expect(broken).toEqual([]);
    expect(projects.map(({ path }) => path).sort()).toEqual([...places].sort());
    expect(readdirSync(join(world.data, "trust"))).toHaveLength(places.length);
  });

  it("loses none between processes either", async () => {
    const ends = Array.from({ length: 3 }, (_, index) => {
      world.write({ [`q${index}/.toolplane/policy.jsonc`]: POLICY });
      const directory = join(world.workspace, `q${index}`);
      const child = world.spawn(["trust", "--yes"], { directory });
      return new Promise<number | null>((resolve) => child.once("exit", resolve));
    });
    expect(await Promise.all(ends)).toEqual([0, 0, 0]);
    expect(readdirSync(join(world.data, "trust"))).toHaveLength(3);
  });
});
