import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isConfigurationError } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { pinOf, readDefinitions, readKept, writeDefinitions } from "./definitions-file.ts";
import { isTrusted, serverDigest } from "./server-digest.ts";
import type { Source, SourceApi, SourceProgram } from "./source.ts";
import { dropSource, keepSource, readSources, sourcesFile } from "./sources-file.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function userData(): string {
  const folder = mkdtempSync(join(tmpdir(), "sources-"));
  folders.push(folder);
  return folder;
}

const SERVER: SourceProgram = {
  kind: "program",
  command: "node",
  args: ["server.js"],
  env: { TOKEN: "env:TOKEN" },
  hosts: [],
  unconfined: false,
};
const SOURCE: Source = {
  name: "files",
  server: SERVER,
  enabled: true,
  serialized: false,
  tools: [],
  trusted: serverDigest(SERVER),
  pins: { read: "0".repeat(64) },
};

describe("the list of sources", () => {
  it("is kept with its comments, private to its owner, and read back as it was", async () => {
    const folder = userData();
    await keepSource(folder, SOURCE);
    const file = sourcesFile(folder);
    writeFileSync(file, readFileSync(file, "utf8").replace('"files"', '// mine\n    "files"'));
    await keepSource(folder, { ...SOURCE, name: "web", tools: ["a"], enabled: false });
    expect(readFileSync(file, "utf8")).toContain("// mine");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readSources(folder)).toEqual([
      SOURCE,
      { ...SOURCE, name: "web", tools: ["a"], enabled: false },
    ]);
    await dropSource(folder, "files");
    expect((await readSources(folder)).map(({ name }) => name)).toEqual(["web"]);
  });

  it("agrees to what a server may write with the server; to none as before it could be said", async () => {
    const folder = userData();
    const writes = { ...SERVER, writes: ["out"] };
    expect(isTrusted({ ...SOURCE, server: writes })).toBe(false);
    await keepSource(folder, { ...SOURCE, server: writes, trusted: serverDigest(writes) });
    expect((await readSources(folder)).map(isTrusted)).toEqual([true]);
    await keepSource(folder, SOURCE);
    expect(readFileSync(sourcesFile(folder), "utf8")).not.toContain("writes");
    expect((await readSources(folder)).map(isTrusted)).toEqual([true]);
  });

  it("holds a web API as it was", async () => {
    const folder = userData();
    const server: SourceApi = {
      kind: "openapi",
      description: "/api.yaml",
      only: ["tag:a"],
      except: ["method:DELETE"],
      server: "https://api.example",
      auth: "env:TOKEN",
      headers: { "X-A": "env:A" },
      tokenUrl: "https://login.example/token",
      origins: ["https://api.example"],
    };
    const source = { ...SOURCE, name: "billing", server, trusted: serverDigest(server) };
    await keepSource(folder, source);
    expect(await readSources(folder)).toEqual([source]);
    const moved = { ...server, origins: ["https://other.example"] };
    expect(isTrusted({ ...source, server: moved })).toBe(false);
    const wrong = { ...server, only: ["tag:"] };
    await expect(keepSource(folder, { ...source, server: wrong })).rejects.toThrow(
      "chooses nothing",
    );
  });

  it("holds an API of very many operations, and never more than can be read again", async () => {
    const folder = userData();
    await keepSource(folder, SOURCE);
    const pinsOf = (count: number, width: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`${at}`.padEnd(width, "x"), "0".repeat(64)]),
      );
    const large = { ...SOURCE, name: "large", pins: pinsOf(15_000, 40) };
    await keepSource(folder, large);
    expect(await readSources(folder)).toEqual([SOURCE, large]);
    expect(statSync(sourcesFile(folder)).size).toBeLessThan(4_096);
    const huge = { ...SOURCE, name: "huge", pins: pinsOf(100_000, 100) };
    await expect(keepSource(folder, huge)).rejects.toThrow("no room");
    expect(await readSources(folder)).toEqual([SOURCE, large]);
    await dropSource(folder, "large");
    await dropSource(folder, "files");
    expect(readdirSync(join(folder, "sources"))).toEqual([]);
  });

  it("opens a list of an older version, whose pins stand in it, and agrees to none that were changed", async () => {
    const folder = userData();
    const { name, server: _, ...kept } = SOURCE;
    const old = {
      command: "node",
      args: ["server.js"],
      env: SERVER.env,
      trusted: kept.trusted,
      pins: kept.pins,
    };
    const text = JSON.stringify({ version: 1, sources: { [name]: old } });
    writeFileSync(sourcesFile(folder), text, { mode: 0o600 });
    expect(await readSources(folder)).toEqual([SOURCE]);
    await keepSource(folder, SOURCE);
    expect(readFileSync(sourcesFile(folder), "utf8")).not.toContain('"pins"');
    expect(await readSources(folder)).toEqual([SOURCE]);
    const [file = ""] = readdirSync(join(folder, "sources"));
    const pins = JSON.stringify({ read: "1".repeat(64) });
    writeFileSync(join(folder, "sources", file), pins, { mode: 0o600 });
    expect(await readSources(folder)).toEqual([{ ...SOURCE, pins: {} }]);
  });

  it("is empty where there is none, and loud where it cannot be understood", async () => {
    const folder = userData();
    expect(await readSources(folder)).toEqual([]);
    const refused = async (text: string): Promise<string> => {
      writeFileSync(sourcesFile(folder), text, { mode: 0o600 });
      const error: unknown = await readSources(folder).catch((thrown: unknown) => thrown);
      expect(isConfigurationError(error)).toBe(true);
      return (error as Error).message;
    };
    const entry = (name: string, value: string) =>
      `{"version": 1, "sources": {${JSON.stringify(name)}: ${value}}}`;
    expect(await refused("{")).toContain("expected here");
    expect(await refused('{"version": 2, "sources": {}}')).toContain("version");
    expect(await refused(entry("gіthub", '{"command": "x"}'))).toContain("must be letters");
    expect(await refused(entry("a__b", '{"command": "x"}'))).toContain("must be letters");
    expect(await refused(entry("a", '{"comand": "x"}'))).toContain("sources.a");
    expect(await refused(entry("a", '{"url": "file:///etc/passwd"}'))).toContain("https:");
    expect(await refused(entry("a", '{"url": "https://u:p@x.test/"}'))).toContain("password");
  });

  it("trusts exactly one command with its arguments and variables", () => {
    expect(isTrusted(SOURCE)).toBe(true);
    for (const other of [
      { ...SERVER, command: "sh" },
      { ...SERVER, args: [] },
      { ...SERVER, env: { ...SERVER.env, NODE_OPTIONS: "--require ./evil.js" } },
      { ...SERVER, cwd: "/" },
      { ...SERVER, unconfined: true },
    ])
      expect(isTrusted({ ...SOURCE, server: other })).toBe(false);
  });
});

describe("definitions that were agreed to", () => {
  it("count only where they come to their pin", () => {
    const folder = userData();
    const definition = { name: "read", description: "Reads.", inputSchema: { type: "object" } };
    const pins = { read: pinOf(definition) };
    writeDefinitions(folder, "files", {
      tools: { read: definition, other: definition },
      about: "Reads files.",
    });
    expect(readKept(folder, { name: "files", pins }).about).toBe("Reads files.");
    expect(readDefinitions(folder, { name: "files", pins })).toEqual({ read: definition });
    writeDefinitions(folder, "files", {
      tools: { read: { ...definition, description: "Reads keys." } },
      about: "",
    });
    expect(readDefinitions(folder, { name: "files", pins })).toEqual({});
    expect(readDefinitions(folder, { name: "nobody", pins })).toEqual({});
  });

  it("are told apart whatever a server changes, and not by the order of members", () => {
    const one = { name: "a", annotations: { readOnlyHint: true } };
    expect(pinOf({ annotations: { readOnlyHint: true }, name: "a" })).toBe(pinOf(one));
    expect(pinOf({ ...one, annotations: { readOnlyHint: false } })).not.toBe(pinOf(one));
  });
});
