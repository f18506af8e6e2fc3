import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Source, SourceServer } from "@toolplane/gateway/inside";
import { keepSource, noteLastKnown, serverDigest, sourcesFile } from "@toolplane/gateway/inside";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { checkSources } from "./check-sources.ts";

const root = mkdtempSync(join(tmpdir(), "toolplane-check-sources-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let userData: string;
beforeEach(() => {
  userData = mkdtempSync(join(root, "data-"));
});

/** A command that leaves a mark if it is started. */
const program = (mark: string): SourceServer => ({
  kind: "program",
  command: "touch",
  args: [join(root, mark)],
  env: { KEY: "hidden-4711" },
  hosts: [],
  unconfined: false,
});
const address: SourceServer = {
  kind: "address",
  url: "http://127.0.0.1:9/mcp",
  headers: {},
  oauth: false,
  hosts: [],
};
const api: SourceServer = {
  kind: "openapi",
  description: "/nowhere/api.yaml",
  only: [],
  except: [],
  headers: {},
  origins: null,
};

function source(name: string, server: SourceServer, changes: Partial<Source> = {}): Source {
  const pins = { one: "a".repeat(64), two: "b".repeat(64) };
  const entry = { enabled: true, serialized: false, tools: [], pins };
  return { name, server, trusted: serverDigest(server), ...entry, ...changes };
}

/** Moments are printed in local time: the day is the same in every zone. */
const NOON = new Date(1970, 0, 1, 12).getTime();
const known = { state: "ready", atMs: NOON, changed: 0, left: 0 };
const check = async () => checkSources({ userData })(new AbortController().signal);

describe("the sources in doctor", () => {
  it("are off where there are none, and broken where their list cannot be read", async () => {
    expect(await check()).toMatchObject({ name: "Sources", state: "off", text: "none" });
    writeFileSync(sourcesFile(userData), "{ no list", { mode: 0o600 });
    await expect(check()).rejects.toThrow(/sources\.jsonc/);
  });

  it("are told by kind, last known health, pins, changes, and what is off", async () => {
    const all = [
      source("files", program("a")),
      source("remote", address),
      source("billing", api, { tools: ["one"] }),
      source("idle", program("b")),
      source("old", program("c"), { enabled: false }),
    ];
    for (const one of all) await keepSource(userData, one);
    noteLastKnown(userData, source("files", program("a")), { ...known, left: 1 });
    noteLastKnown(userData, source("remote", address), known);
    noteLastKnown(userData, source("billing", api), known);
    const finding = await check();
    expect(finding).toEqual({
      name: "Sources",
      state: "fine",
      text: "4 MCP servers, 1 web API, 1 off",
      lines: [
        "files: MCP server, ready at 1 Jan 1970, 1 tool left out, 2 tools pinned",
        "remote: MCP server elsewhere, unconfined, ready at 1 Jan 1970, 2 tools pinned",
        "billing: web API, ready at 1 Jan 1970, 2 tools pinned, only 1 tool taken",
        "idle: MCP server, not started yet, 2 tools pinned",
        "old: MCP server, off, 2 tools pinned",
      ],
    });
    expect(readdirSync(root).filter((file) => file.length === 1)).toEqual([]);
    expect(JSON.stringify(finding)).not.toContain("hidden-4711");
  });

  it("leave to a person what failed, what changed and what nobody agreed to", async () => {
    const failed = source("files", address);
    await keepSource(userData, failed);
    noteLastKnown(userData, failed, { ...known, state: "failed" });
    // A server that was not needed says nothing about its health.
    noteLastKnown(userData, failed, { ...known, state: "stopped" });
    expect(await check()).toMatchObject({
      state: "decide",
      lines: [expect.stringContaining("failed at 1 Jan 1970")],
      next: expect.stringContaining("toolplane sources files"),
    });
    noteLastKnown(userData, failed, { ...known, changed: 2 });
    expect(await check()).toMatchObject({
      state: "decide",
      lines: [expect.stringContaining("2 tools changed")],
      next: expect.stringContaining("toolplane sources accept files"),
    });
    await keepSource(userData, { ...failed, trusted: null });
    expect(await check()).toMatchObject({
      state: "decide",
      lines: [expect.stringContaining("not agreed to as it is now")],
    });
  });

  it("say nothing of a server that is another one by now", async () => {
    noteLastKnown(userData, source("files", address), known);
    await keepSource(userData, source("files", { ...address, url: "http://127.0.0.1:9/other" }));
    expect((await check()).lines).toEqual([expect.stringContaining("not started yet")]);
  });
});
