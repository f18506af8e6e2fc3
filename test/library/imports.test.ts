import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Prints what a program has loaded by the time its line has run. */
async function loadedBy(line: string): Promise<readonly string[]> {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const toolplane = await import("toolplane");
    ${line}
    console.log(JSON.stringify(loaded));
  `;
  const flags = ["--conditions=@toolplane/source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
  return JSON.parse(stdout) as readonly string[];
}

const HEAVY: Readonly<Record<string, RegExp>> = {
  cli: /\/toolplane\/src\/cli\//,
  http: /\/toolplane\/src\/http\//,
  tools: /\/packages\/tools\//,
  host: /\/packages\/host\//,
  openapi: /\/packages\/openapi\/|js-yaml/,
  agent: /\/packages\/agent\/|@ai-sdk\//,
  mcp: /\/packages\/mcp\/|@modelcontextprotocol/,
  sqlite: /node:sqlite/,
  jsonc: /jsonc-parser/,
  testkit: /\/packages\/testkit\//,
};

function heavyOf(loaded: readonly string[]): readonly string[] {
  return Object.keys(HEAVY).filter((name) => loaded.some((url) => HEAVY[name]?.test(url)));
}

describe("importing toolplane", () => {
  it("loads neither command line, server, protocol, agent, tools, machine nor store; the OpenAPI adapter is optional [R282]", async () => {
    const loaded = await loadedBy("");
    expect(loaded.some((url) => url.includes("/packages/kernel/"))).toBe(true);
    expect(heavyOf(loaded)).toEqual([]);
  });

  it("loads the machine when it is opened, and still no tool, protocol or command line", async () => {
    const userData = mkdtempSync(join(tmpdir(), "toolplane-imports-"));
    onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
    const options = `{ tools: [], record: false, userData: ${JSON.stringify(userData)}, onWarning() {} }`;
    const line = `await (await toolplane.createToolplane(${options})).close();`;
    expect(heavyOf(await loadedBy(line))).toEqual(["host"]);
  });
});
