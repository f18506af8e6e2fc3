/** The real file door under the real kernel: what a tool declared, and what rules say, holds at the disk. */
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  defineTool,
  type JsonObject,
  type RequirementSet,
  type Rule,
  type Tool,
} from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import {
  createBelowLister,
  createFolderStore,
  createPathReader,
  openPlaces,
} from "@toolplane/disk/inside";
import { createFiles, createJournal } from "@toolplane/host/inside";
import { createKernel } from "@toolplane/kernel";
import { createCountingIds, createMemoryHost, createScriptedBroker } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { CANARY } from "./fixture.ts";

const allowAll: Rule = { permission: "*", pattern: "**", action: "allow" };
const bases: string[] = [];
afterEach(() => {
  for (const base of bases.splice(0)) rmSync(base, { recursive: true, force: true });
});

interface RoadOptions {
  readonly requires?: RequirementSet;
  readonly rules?: readonly Rule[];
  readonly extraRoots?: readonly string[];
  readonly adHocFiles?: () => readonly string[];
  readonly noWorkspace?: boolean;
}

async function openRoad(options: RoadOptions = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "road-test-")));
  bases.push(base);
  const at = (name: string) => join(base, name);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const name of ["ws", "extra", "outside", "tmp"]) mkdirSync(at(name));
  const places = await openPlaces(
    {
      workspace: options.noWorkspace ? null : at("ws"),
      extraRoots: (options.extraRoots ?? []).map(at),
      ...(options.adHocFiles ? { adHocFiles: () => (options.adHocFiles?.() ?? []).map(at) } : {}),
      userData: at("data"),
      scratchParent: at("tmp"),
      environment: { HOME: at("home") },
    },
    { tmpIsScratch: false },
  );
  const memory = createMemoryHost();
  const path = createPathReader(places);
  const parts = { places, path, clock: memory.clock, ids: createCountingIds() };
  const journal = createJournal({ ...parts, store: createFolderStore({ userData: at("data") }) });
  const host: Host = {
    ...memory,
    analyzer: { ...memory.analyzer, path, below: createBelowLister(places) },
    files: createFiles({ ...parts, journal: journal.changes }),
    journal: (context) => journal.door(context),
    variables: () => ({
      workspace: places.roots,
      "ad-hoc": places.adHoc(),
      "user-data": [places.userData],
      scratch: [places.scratch],
    }),
  };
  const broker = createScriptedBroker([]);
  const requires = options.requires ?? {
    fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] },
  };
  const kernel = createKernel({
    host,
    tools: [toucher(requires)],
    defaultPolicy: false,
    contained: false,
    broker,
  });
  const session = kernel.session({ rules: options.rules ?? [allowAll] });
  let calls = 0;
  const touch = async (args: JsonObject) => {
    calls += 1;
    const result = await session.call({ id: `call-${calls}`, name: "touch", arguments: args });
    return result.type === "error" ? result.code : result.data;
  };
  return { base, at, put, places, touch, host };
}

/** Does one thing with one path, without having said which: only doors stand between it and the disk. */
function toucher(requires: RequirementSet): Tool {
  return defineTool({
    id: "touch",
    description: "Touches files.",
    parameters: {
      type: "object",
      properties: { do: { type: "string" }, path: { type: "string" }, more: { type: "string" } },
      required: ["do", "path"],
    },
    requires: requires as { fs: { read: []; write: [] } },
    execute: async ({ do: what, path, more = "" }, { fs }) => {
      if (what === "write") return (await fs.write(path, more)).bytes;
      if (what === "remove") return fs.remove(path, { recursive: true }).then(() => "removed");
      if (what === "rename") return fs.rename(path, more).then(() => "renamed");
      if (what === "list") return (await fs.list(path)).map(({ name }) => name);
      if (what === "glob") return [...(await fs.glob({ pattern: more, path })).paths];
      if (what === "search")
        return (await fs.search({ pattern: more, path })).hits.map(({ text }) => text);
      return new TextDecoder().decode((await fs.read(path)).bytes);
    },
  });
}

describe("the real file door on the road", () => {
  it("is all that a tool can reach of the disk, and only in the halves it declared [R066]", async () => {
    const seen: string[] = [];
    const { host } = await openRoad();
    const spy: Tool = defineTool({
      id: "spy",
      description: "Looks.",
      parameters: { type: "object" },
      requires: { fs: { read: ["**"] } },
      execute: (_args, runtime) => {
        const { fs } = runtime as unknown as { fs: Readonly<Record<string, unknown>> };
        seen.push(...Object.keys(fs), ...Object.keys(runtime).filter((key) => key === "journal"));
        // Closures over nothing a tool could follow: no descriptor, no machine, no journal hangs on them.
        seen.push(...Object.values(fs).flatMap((door) => Object.keys(door as object)));
        return null;
      },
    });
    const session = createKernel({ host, tools: [spy], defaultPolicy: false }).session({
      rules: [allowAll],
    });
    await session.call({ id: "1", name: "spy", arguments: {} });
    expect(seen).toEqual(["read", "stat", "list", "search", "glob"]);
  });

  it("refuses at the boundary what lies outside the declared patterns, by either name [R161]", async () => {
    const { at, put, touch } = await openRoad({
      requires: { fs: { read: ["src/**"], write: ["src/out/**"] } },
    });
    put("ws/src/a", "inside");
    put("ws/other", CANARY);
    put("outside/secret", CANARY);
    symlinkSync(at("outside/secret"), at("ws/src/link"));
    symlinkSync(at("ws/other"), at("ws/src/other"));
    expect(await touch({ do: "read", path: "src/a" })).toBe("inside");
    for (const path of [
      "other",
      "src/../other",
      "src/link",
      "src/other",
      "../outside/secret",
      at("outside/secret"),
    ])
      expect(await touch({ do: "read", path }), path).toBe("capability_denied");
    expect(await touch({ do: "write", path: "src/out/b", more: "x" })).toBe(1);
    for (const path of ["src/b", "src/out/../b", "src/link"])
      expect(await touch({ do: "write", path, more: "x" }), path).toBe("capability_denied");
    expect(readFileSync(at("outside/secret"), "utf8")).toBe(CANARY);
  });

  it("reads patterns and paths relative to the workspace root [R160]", async () => {
    const { put, touch } = await openRoad({ requires: { fs: { read: ["docs/*.md"] } } });
    put("ws/docs/a.md", "here");
    put("ws/deep/docs/a.md", CANARY);
    expect(await touch({ do: "read", path: "docs/a.md" })).toBe("here");
    expect(await touch({ do: "read", path: "deep/docs/a.md" })).toBe("capability_denied");
  });

  it("opens every root of {workspace} and no neighbour of one", async () => {
    const { at, put, touch } = await openRoad({ extraRoots: ["extra"] });
    put("extra/a", "extra");
    put("extra-not/a", CANARY);
    expect(await touch({ do: "read", path: at("extra/a") })).toBe("extra");
    expect(await touch({ do: "read", path: at("extra-not/a") })).toBe("capability_denied");
  });

  it("opens {ad-hoc} for the directories of files that are open [R168]", async () => {
    const requires = { fs: { read: ["{ad-hoc}/**"] } };
    const { at, put, touch } = await openRoad({ requires, adHocFiles: () => ["extra/open.md"] });
    put("extra/beside.md", "beside");
    put("outside/x", CANARY);
    expect(await touch({ do: "read", path: at("extra/beside.md") })).toBe("beside");
    expect(await touch({ do: "read", path: at("outside/x") })).toBe("capability_denied");
    const none = await openRoad({ requires, adHocFiles: () => [] });
    none.put("extra/beside.md", CANARY);
    expect(await none.touch({ do: "read", path: none.at("extra/beside.md") })).toBe(
      "capability_denied",
    );
  });

  it("keeps {user-data} closed to every tool, also to one that declares it [R169]", async () => {
    const { at, put, touch } = await openRoad({
      requires: { fs: { read: ["{user-data}/**", "{workspace}/**"] } },
    });
    put("data/key", CANARY);
    symlinkSync(at("data/key"), at("ws/key"));
    for (const path of [at("data/key"), "key", at("data/journal.jsonl")])
      expect(await touch({ do: "read", path }), path).toBe("capability_denied");
  });

  it("fails closed when nothing is open [R171]", async () => {
    const { at, put, touch } = await openRoad({ noWorkspace: true });
    put("ws/a", CANARY);
    expect(await touch({ do: "read", path: at("ws/a") })).toBe("capability_denied");
    expect(await touch({ do: "read", path: "a" })).toBe("invalid_input");
  });
});

describe("one rule at the real file door", () => {
  const rules: readonly Rule[] = [
    allowAll,
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "**/caf\u00e9", action: "deny" },
  ];

  it("binds every way to the file: names, links, lists, searches, globs and renames", async () => {
    const { at, put, touch } = await openRoad({ rules });
    put("ws/.env", `KEY=${CANARY}\n`);
    put("ws/d/.env", `KEY=${CANARY}\n`);
    put("ws/plain", "KEY=plain\n");
    symlinkSync(".env", at("ws/link"));
    symlinkSync("d", at("ws/e"));
    for (const path of [".env", "./d/../.env", "link", "e/.env"])
      expect(await touch({ do: "read", path }), path).toBe("permission_denied");
    expect(await touch({ do: "rename", path: ".env", more: "open" })).toBe("permission_denied");
    expect(await touch({ do: "rename", path: "d", more: "open" })).toBe("permission_denied");
    expect(await touch({ do: "list", path: "." })).toEqual(["d", "e", "link", "plain"]);
    expect(await touch({ do: "search", path: ".", more: "KEY" })).toEqual(["KEY=plain"]);
    expect(await touch({ do: "search", path: ".env", more: "KEY" })).toBe("permission_denied");
    expect(await touch({ do: "glob", path: ".", more: "**/.env" })).toEqual([]);
    expect(readdirSync(at("ws")).sort()).toEqual([".env", "d", "e", "link", "plain"]);
  });

  it("binds a denied name in any case, and composed or decomposed", async () => {
    const { put, touch } = await openRoad({ rules });
    put("ws/.ENV", CANARY);
    put("ws/cafe\u0301", "old");
    put("ws/CAF\u00c9", "old");
    expect(await touch({ do: "read", path: ".ENV" })).toBe("permission_denied");
    for (const path of ["cafe\u0301", "CAF\u00c9", "caf\u00e9", "CAFE\u0301"])
      expect(await touch({ do: "write", path, more: "x" }), path).toBe("permission_denied");
  });

  it("keeps protected paths, whatever leads to them", async () => {
    const { at, put, touch } = await openRoad();
    put("ws/.git/config", "[core]\n");
    symlinkSync(".git", at("ws/g"));
    linkSync(at("ws/.git/config"), at("ws/hard"));
    for (const path of [
      ".git/config",
      "g/config",
      ".git/hooks/pre-commit",
      "g/hooks/x",
      ".GIT/config",
      ".envrc",
    ])
      expect(await touch({ do: "write", path, more: "x" }), path).not.toBe(1);
    expect(await touch({ do: "remove", path: ".git" })).not.toBe("removed");
    expect(await touch({ do: "rename", path: ".git", more: "old" })).not.toBe("renamed");
    expect(await touch({ do: "write", path: "hard", more: "x" })).toBe(1);
    expect(readFileSync(at("ws/.git/config"), "utf8")).toBe("[core]\n");
    expect(readdirSync(at("ws")).sort()).toEqual([".git", "g", "hard"]);
  });
});
