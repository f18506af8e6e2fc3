import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
  mkdirSync(world.config, { recursive: true });
});
afterEach(() => world.remove());

function writeGlobal(name: string, text: string): string {
  const path = join(world.config, name);
  writeFileSync(path, text);
  return path;
}

describe("the layers", () => {
  it("win in their order, and every value says where it comes from", async () => {
    writeGlobal(
      "config.jsonc",
      '{\n  "mode": "allowlist",\n  "sandbox": "none",\n  "keepDays": 9 }',
    );
    const { stdout, code } = await world.run(["config", "--set", "mode=yolo"], {
      env: { TOOLPLANE_SANDBOX: "auto", TOOLPLANE_MODE: "ask" },
    });
    expect(code).toBe(0);
    const rows = stdout.split("\n").map((line) => line.split(/ {2,}/));
    expect(rows).toContainEqual(["mode", "yolo", "--set mode"]);
    expect(rows).toContainEqual(["sandbox", "auto", "TOOLPLANE_SANDBOX"]);
    expect(rows.find(([name]) => name === "keepDays")?.join(" ")).toMatch(/9 .*config\.jsonc:4$/);
    expect(rows).toContainEqual(["contained", "on", "toolplane"]);
  });

  it("show files by their short names", async () => {
    const folder = join(world.environment.HOME ?? "", ".config/toolplane");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.jsonc"), '{ "mode": "ask" }');
    const { stdout } = await world.run(["config"], { env: { TOOLPLANE_CONFIG: folder } });
    expect(stdout).toContain("~/.config/toolplane/config.jsonc:1");
  });

  it("make the person's denies final, and leave the project what is left", async () => {
    writeGlobal(
      "policy.jsonc",
      '{"rules":[{"permission":"bash","pattern":"git push *","action":"deny"}]}',
    );
    world.write({
      ".toolplane/policy.jsonc": '[{"permission":"bash","pattern":"git push *","action":"allow"}]',
    });
    const { stdout } = await world.run(["config", "--json", "--trust-once"]);
    expect(JSON.parse(stdout)).toMatchObject({
      policy: [{ scope: "manifest" }, { scope: "project" }],
    });
  });

  it("keep a tool off that the person switched off, whatever a project says", async () => {
    writeGlobal("config.jsonc", '{"tools":{"bash":{"enabled":false},"grep":{"maxMatches":10}}}');
    world.write({
      ".toolplane/config.jsonc": '{"tools":{"bash":{"timeoutMs":5},"grep":{"maxMatches":50}}}',
    });
    const { stdout } = await world.run(["config", "--json", "--trust-once"]);
    expect(JSON.parse(stdout)).toMatchObject({
      values: {
        tools: { value: { bash: { enabled: false, timeoutMs: 5 }, grep: { maxMatches: 10 } } },
      },
    });
    world.write({ ".toolplane/config.jsonc": '{"tools":{"bash":{"enabled":true}}}' });
    expect(await world.run(["config", "--trust-once"])).toMatchObject({ code: 2 });
  });
});

describe("a file that cannot be used", () => {
  const bad: readonly (readonly [string, string, string])[] = [
    ["config.jsonc", '{\n  "mode": "always" }', "config.jsonc:2:11"],
    ["config.jsonc", '{\n\n  "moed": "ask" }', "config.jsonc:3:3"],
    [
      "policy.jsonc",
      '{"rules":[\n{"permission":"fs.raed","pattern":"x","action":"deny"}]}',
      "policy.jsonc:2",
    ],
    [
      "policy.jsonc",
      '{"rules":[\n\n{"permission":"fs.read","pattern":"{wrkspace}/**","action":"deny"}]}',
      "policy.jsonc:3",
    ],
    [
      "policy.jsonc",
      '{"rules":[{"permission":"bash","pattern":"a","action":"deny","action":"allow"}]}',
      "policy.jsonc:1",
    ],
  ];
  it.each(bad)("ends every command with 2 and its line: %s %s", async (name, text, where) => {
    writeGlobal(name, text);
    const { code, stderr, stdout } = await world.run(["config"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.replaceAll("\n  ", "")).toContain(where);
    const json = await world.run(["config", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { exitCode: 2 } });
  });

  it("is one over 1 MiB, one that is no file, and one that everybody may write", async () => {
    const path = writeGlobal("policy.jsonc", `[]${" ".repeat(1_048_576)}`);
    expect((await world.run(["config"])).stderr).toContain("1048576");
    writeFileSync(path, "[]");
    chmodSync(path, 0o666);
    expect((await world.run(["config"])).stderr).toContain("written by everybody");
    mkdirSync(join(world.config, "config.jsonc"));
    expect((await world.run(["config"])).stderr).toContain("regular file");
  });

  it("is a workspace that is no folder, and a folder of the person that is relative", async () => {
    world.write({ file: "" });
    expect(await world.run(["config", "-C", "file"])).toMatchObject({ code: 2 });
    expect(await world.run(["config", "-C", "none"])).toMatchObject({ code: 2 });
    for (const name of ["TOOLPLANE_CONFIG", "TOOLPLANE_DATA", "HOME"]) {
      const relative = await world.run(["config"], { env: { [name]: "./.toolplane" } });
      expect(relative).toMatchObject({ code: 2 });
      expect(relative.stderr).toContain("absolute");
    }
  });
});

describe("toolplane init", () => {
  it("writes files that load, and never over what is there", async () => {
    world.write({ ".toolplane/config.jsonc": "{} // mine" });
    const first = await world.run(["init"]);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain("kept  .toolplane/config.jsonc");
    expect(first.stdout).toContain("wrote .toolplane/policy.jsonc");
    expect(first.stderr).toContain("toolplane trust");
    expect(readFileSync(join(world.workspace, ".toolplane/config.jsonc"), "utf8")).toBe(
      "{} // mine",
    );
    expect(await world.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    expect((await world.run(["config"])).stderr).toBe("");
  });

  it("writes the person's own with --global", async () => {
    expect(await world.run(["init", "--global", "--json"])).toMatchObject({ code: 0 });
    const { stdout } = await world.run(["config", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ policy: [{ scope: "manifest", rules: [{}] }] });
  });

  it("writes through no link that a project brings", async () => {
    symlinkSync(world.config, join(world.workspace, ".toolplane"));
    expect(await world.run(["init"])).toMatchObject({ code: 2 });
  });
});
