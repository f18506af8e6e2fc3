import { describe, expect, it } from "vitest";
import { command, unit } from "./command-script.ts";
import { createMemoryTree, type FileNode, type TreeNode } from "./disk/memory-tree.ts";
import { type CommandReading, createMemoryAnalyzer } from "./memory-analyzer.ts";

const file: FileNode = { kind: "file", bytes: new Uint8Array(), mode: 0o644, modifiedMs: 0 };
const link = (target: string): TreeNode => ({ kind: "link", target, mode: 0o777, modifiedMs: 0 });

function analyzerOf(commands: Record<string, CommandReading> = {}, parser?: "off") {
  const tree = createMemoryTree();
  tree.attach("/ws/.env", file);
  tree.attach("/ws/hard", file);
  tree.attach("/ws/alias", link(".env"));
  tree.attach("/ws/loop", link("loop"));
  tree.attach("/ws/out", link("/elsewhere/new"));
  return createMemoryAnalyzer({ tree, cwd: "/ws", commands, ...(parser ? { parser } : {}) });
}

describe("createMemoryAnalyzer", () => {
  it("resolves paths lexically and really, and counts hard links", () => {
    const { path } = analyzerOf();
    expect(path("alias", "read")).toEqual({
      ok: true,
      value: { lexical: "/ws/alias", real: "/ws/.env", kind: "file", links: 2 },
    });
    expect(path("out", "write")).toEqual({
      ok: true,
      value: { lexical: "/ws/out", real: "/elsewhere/new", kind: "missing" },
    });
    expect(path("/ws/../etc", "read")).toMatchObject({ ok: true, value: { lexical: "/etc" } });
  });

  it.each([
    ["", "empty"],
    ["a\0b", "NUL"],
    ["x".repeat(4097), "4096 bytes"],
    ["é".repeat(2049), "4096 bytes"],
    ["C:\\Users", "Windows"],
    ["c:/Users", "Windows"],
    ["\\\\server\\share", "Windows"],
    ["//?/C:/x", "Windows"],
    ["loop", "too many links"],
  ])("refuses the path %j", (text, message) => {
    expect(analyzerOf().path(text, "read")).toEqual({
      ok: false,
      message: expect.stringContaining(message),
    });
  });

  it("parses URLs as browsers do", () => {
    const { url } = analyzerOf();
    expect([
      url("https://EXAMPLE.com./x"),
      url("http://bücher.example:8080"),
      url("http://0x7f.1/"),
      url("http://[::1]/"),
    ]).toEqual([
      { ok: true, value: { scheme: "https", host: "example.com", port: 443 } },
      { ok: true, value: { scheme: "http", host: "xn--bcher-kva.example", port: 8080 } },
      { ok: true, value: { scheme: "http", host: "127.0.0.1", port: 80 } },
      { ok: true, value: { scheme: "http", host: "::1", port: 80 } },
    ]);
    expect(
      ["not a url", "file:///etc/passwd", "data:,x", "https://a:b@example.com"].map(
        (text) => url(text).ok,
      ),
    ).toEqual([false, false, false, false]);
  });

  it("reads commands from its table, with paths resolved where the command runs", () => {
    const { shell } = analyzerOf({
      "cat alias > out": command({
        units: ["cat alias"],
        reads: ["alias"],
        redirects: { writes: ["out"] },
        hosts: ["example.com:8443"],
      }),
      "git status": [unit("git status", { effect: "read" })],
    });
    expect(shell("cat alias > out", undefined)).toEqual({
      ok: true,
      value: {
        units: [{ argv: ["cat", "alias"], cwd: "/ws", text: "cat alias" }],
        resources: [
          {
            capability: "fs.write",
            path: "/ws/out",
            real: "/elsewhere/new",
            origin: "direct",
            via: "redirect",
            unitIndex: 0,
          },
          {
            capability: "fs.read",
            path: "/ws/alias",
            real: "/ws/.env",
            origin: "derived",
            via: "operand",
            unitIndex: 0,
          },
          {
            capability: "net.fetch",
            scheme: "https",
            host: "example.com",
            port: 8443,
            origin: "derived",
            via: "destination",
            unitIndex: 0,
          },
        ],
        opaque: [],
      },
    });
    expect(shell("git status", "sub")).toMatchObject({
      ok: true,
      value: { units: [{ argv: ["git", "status"], cwd: "/ws/sub", effect: "read" }] },
    });
  });

  it("calls every other command opaque, and every command when the parser is off", () => {
    const commands = { ls: [unit("ls")] };
    const opaque = (text: string, reason: string) => ({
      ok: true,
      value: { units: [], resources: [], opaque: [{ text, reason }] },
    });
    expect(analyzerOf(commands).shell("rm -rf /", undefined)).toEqual(
      opaque("rm -rf /", "not in the table of commands"),
    );
    expect(analyzerOf(commands, "off").shell("ls", undefined)).toEqual(
      opaque("ls", "the parser is off"),
    );
    expect(analyzerOf().shell("  ", undefined).ok).toBe(false);
  });

  it("lists what lies below a tree", () => {
    expect(analyzerOf().below?.("/ws")).toEqual({
      paths: ["/ws/.env", "/ws/alias", "/ws/hard", "/ws/loop", "/ws/out"],
      complete: true,
    });
  });
});
