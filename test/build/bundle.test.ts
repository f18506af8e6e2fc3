/** The command line as a bundle does what its sources do, and finds every file that a module of it looks for beside itself. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { programWords } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const root = join(import.meta.dirname, "../..");
// The one that this test run made from the sources as they are: to bundle takes four seconds of processor time.
const out = dirname(programWords().at(-1) ?? "");
const home = mkdtempSync(join(tmpdir(), "toolplane-bundle-"));
const workspace = join(home, "project");

beforeAll(() => {
  writeFileSync(join(home, "keeping.cjs"), KEEPING);
  mkdirSync(workspace);
  writeFileSync(join(workspace, "notes.txt"), "first line\n");
  writeFileSync(join(workspace, ".env"), "SECRET=canary\n");
  mkdirSync(join(home, "config"), { mode: 0o700 });
  writeFileSync(
    join(home, "config/policy.jsonc"),
    '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }',
  );
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** As the program in `bin` starts it: code that a run compiled is there for the next. */
const KEEPING = `require(${JSON.stringify(join(root, "packages/cli/bin/keep-run-code.cjs"))})(
  ${JSON.stringify(out)}, () => ${JSON.stringify(join(home, "compiled"))});
require(${JSON.stringify(join(out, "main.cjs"))});
`;

function run(
  words: readonly string[],
  stdin = "",
  program = join(out, "main.cjs"),
): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@toolplane/source", program, ...words], {
    cwd: workspace,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TOOLPLANE_DATA: join(home, "data"),
      TOOLPLANE_CONFIG: join(home, "config"),
    },
  });
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The other files that a file needs before it runs at all. */
function needs(named: RegExp): readonly string[] {
  const [file = ""] = readdirSync(out).filter((name) => named.test(name));
  const lines = readFileSync(join(out, file), "utf8").matchAll(
    /^const \w+ = require\("\.\/(.*)"\)/gm,
  );
  return [...lines].flatMap(([, name = ""]) => name.replace(/-[\w-]+\.cjs$|\.cjs$/, ""));
}

/** A package that stays outside, or one of ours beside whose files a module lies. All of them have a scope. */
const FOUND_BY_NAME = /(?:\brequire|"\)|\bpackageUrl)\("(@[\w-]+\/[\w-]+)[/"]/g;

describe("the bundled command line", () => {
  it("does the same from code that a run before it compiled", async () => {
    const words = ["call", "grep", "--pattern", "first", "--path", ".", "--json"];
    const outcome = async (program: string) => {
      const { code, stdout, stderr } = await run(words, "", program);
      return { code, data: (JSON.parse(stdout) as { readonly data: unknown }).data, stderr };
    };
    const plain = await outcome(join(out, "main.cjs"));
    expect(plain).toMatchObject({ code: 0, stderr: "" });
    expect(await outcome(join(home, "keeping.cjs"))).toEqual(plain);
    expect(readdirSync(join(home, "compiled")).join()).toMatch(/call-[\w-]{8}\.cjs\.call\./);
    expect(await outcome(join(home, "keeping.cjs"))).toEqual(plain);
  });

  it("reads one file for every command, and one more for a call", () => {
    // The bundler's own few lines are a file, too.
    expect(needs(/^main\.cjs$/)).toEqual(["rolldown"]);
    expect(needs(/^call-[\w-]{8}\.cjs$/)).toEqual(["rolldown", "main"]);
  });

  it("finds by name only what its package has installed", () => {
    const manifest = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
    const installed = Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    });
    const used = readdirSync(out)
      .filter((name) => name.endsWith(".cjs"))
      .flatMap((name) => [...readFileSync(join(out, name), "utf8").matchAll(FOUND_BY_NAME)])
      .map(([, name = ""]) => name);
    expect([...new Set(used)].toSorted()).toEqual(installed.toSorted());
  });

  it("loads no part of Node before it is used", () => {
    const [call = ""] = readdirSync(out).filter((name) => name.startsWith("call-"));
    const text = readFileSync(join(out, call), "utf8");
    expect(text.match(/^(?:let|const) \w+ = require\("node:(?!process)/gm)).toBeNull();
  });

  it("prints its version", async () => {
    expect(await run(["version"])).toMatchObject({ code: 0, stdout: "0.1.0\n" });
  });

  it("lists the tools", async () => {
    const { code, stdout } = await run(["tools", "--json"]);
    expect([code, stdout.includes('"read"')]).toEqual([0, true]);
  });

  it("calls a tool", async () => {
    const { code, stdout } = await run(["call", "read", '{"path":"notes.txt"}', "--json"]);
    expect([code, stdout.includes("first line")]).toEqual([0, true]);
  });

  it("reads a person's rules", async () => {
    const { code, stdout } = await run(["call", "read", '{"path":".env"}', "--json"]);
    expect([code === 0, stdout.includes("canary")]).toEqual([false, false]);
    expect(stdout).toContain("permission_denied");
  });

  it("searches", async () => {
    const { code, stdout } = await run(["call", "grep", '{"pattern":"first"}', "--json"]);
    expect([code, stdout.includes("notes.txt")]).toEqual([0, true]);
  });

  it("starts commands, in a sandbox where there is one", async () => {
    const words = ["call", "bash", '{"command":"echo from-$((1+1))"}', "--json"];
    const { code, stdout } = await run(words);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { data: "from-2\n", details: { report: { sandbox: hasSandbox ? "enforced" : "none" } } },
    ]);
  });

  it("answers an MCP client", async () => {
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bundle", version: "1" },
    };
    const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    const { stdout } = await run(["mcp"], `${JSON.stringify(hello)}\n`);
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({
      id: 1,
      result: { protocolVersion: "2025-11-25" },
    });
  });
});
