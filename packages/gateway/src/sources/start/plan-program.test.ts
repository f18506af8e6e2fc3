import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { SourceProgram } from "../list/source.ts";
import { type ProgramPlan, planProgram } from "./plan-program.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A machine with a home, a workspace and programs on its PATH. */
function openMachine(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "plan-")));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    chmodSync(join(root, path), 0o755);
  }
  mkdirSync(join(root, "home/projects"), { recursive: true });
  const ground = {
    environment: { PATH: join(root, "bin"), TOKEN: "secret" },
    home: join(root, "home"),
    workspace: join(root, "home/projects"),
  };
  const plan = (command: string, args: readonly string[] = [], more: Partial<SourceProgram> = {}) =>
    planProgram(
      { kind: "program", command, args, env: {}, hosts: [], unconfined: false, ...more },
      ground,
    );
  return { root, plan };
}

function specOf(plan: ProgramPlan) {
  if (!plan.ok) throw new TypeError(plan.message);
  return plan.spec;
}

describe("what a command becomes", () => {
  it("is the file on PATH, with what a script lies in", () => {
    const { root, plan } = openMachine({ "bin/node": "", "srv/one/server.js": "" });
    const spec = specOf(plan("node", [join(root, "srv/one/server.js"), "--flag"]));
    expect(spec.argv).toEqual([join(root, "bin/node"), join(root, "srv/one/server.js"), "--flag"]);
    expect(spec.cwd).toBe(join(root, "home/projects"));
    expect(spec.shows).toEqual([join(root, "srv/one")]);
  });

  it("shows what a package's command on PATH is a link into", () => {
    const { root, plan } = openMachine({ "lib/node_modules/pkg/dist/index.js": "" });
    mkdirSync(join(root, "bin"));
    symlinkSync("../lib/node_modules/pkg/dist/index.js", join(root, "bin/pkg"));
    const spec = specOf(plan("pkg"));
    expect(spec.argv).toEqual([join(root, "bin/pkg")]);
    expect(spec.shows).toEqual([join(root, "lib/node_modules")]);
  });

  it("shows a whole package, but never a home folder", () => {
    const { root, plan } = openMachine({
      "bin/node": "",
      "home/tool/package.json": "{}",
      "home/tool/dist/index.js": "",
      "home/package.json": "{}",
      "home/lone.js": "",
      "home/projects/node_modules/pkg/dist/index.js": "",
    });
    const shown = (script: string) => specOf(plan("node", [join(root, script)])).shows;
    expect(shown("home/tool/dist/index.js")).toEqual([join(root, "home/tool")]);
    expect(shown("home/lone.js")).toEqual([join(root, "home/lone.js")]);
    expect(shown("home/projects/node_modules/pkg/dist/index.js")).toEqual([
      join(root, "home/projects/node_modules"),
    ]);
  });

  it("is the package that npx would run, where it is installed", () => {
    const manifest = (version: string) =>
      JSON.stringify({ version, bin: { "server-files": "dist/index.js" } });
    const { root, plan } = openMachine({
      "bin/npx": "",
      "bin/node": "",
      "home/.npm/_npx/abc/node_modules/@a/server-files/package.json": manifest("1.2.3"),
      "home/.npm/_npx/abc/node_modules/@a/server-files/dist/index.js": "",
    });
    const file = join(root, "home/.npm/_npx/abc/node_modules/@a/server-files/dist/index.js");
    const found = plan("npx", ["-y", "@a/server-files", "."]);
    expect(specOf(found).argv).toEqual([join(root, "bin/node"), file, "."]);
    expect(specOf(found).shows).toContain(join(root, "home/.npm/_npx/abc/node_modules"));
    expect(found).toMatchObject({ package: "@a/server-files@1.2.3" });
    expect(plan("npx", ["-y", "@a/server-files@1.2.3"]).ok).toBe(true);
    expect(plan("npx", ["-y", "@a/server-files@2.0.0"])).toMatchObject({
      ok: false,
      message: expect.stringContaining("toolplane sources fetch @a/server-files@2.0.0"),
    });
  });

  it("is the same package whichever program would fetch it, and one of Python's where it is installed", () => {
    const manifest = JSON.stringify({ version: "1.2.3", bin: "index.js" });
    const { root, plan } = openMachine({
      "bin/node": "",
      "bin/mcp-server-git": "",
      "home/projects/node_modules/one/package.json": manifest,
      "home/projects/node_modules/one/index.js": "",
    });
    const file = join(root, "home/projects/node_modules/one/index.js");
    for (const line of ["npx -y one", "npm exec -y -- one --", "pnpm dlx one", "bunx one"]) {
      const [program = "", ...words] = line.split(" ");
      expect(specOf(plan(program, [...words, "x"])).argv, line).toEqual([
        join(root, "bin/node"),
        file,
        "x",
      ]);
    }
    expect(plan("pnpm", ["dlx", "two@^1"])).toMatchObject({ ok: false, fetch: "two@^1" });
    const git = specOf(plan("uvx", ["mcp-server-git", "-r", "."]));
    expect(git.argv).toEqual([join(root, "bin/mcp-server-git"), "-r", "."]);
    expect(plan("uvx", ["other@1.0"])).toMatchObject({
      ok: false,
      message: expect.stringContaining("uv tool install other==1.0."),
    });
  });

  it("says what is missing", () => {
    const { plan } = openMachine({});
    expect(plan("nothing-here")).toEqual({
      ok: false,
      message: "nothing-here is not a program here. Install it first.",
    });
  });

  it("has the variables that it declares and no others", () => {
    const { plan } = openMachine({ "bin/x": "" });
    const made = plan("x", [], { env: { A: "env:TOKEN", B: "env:NOPE", C: "x ${env:TOKEN}" } });
    expect(specOf(made).env).toEqual({ A: "secret", C: "x secret" });
    expect(made).toMatchObject({ unset: ["B"] });
  });
});
