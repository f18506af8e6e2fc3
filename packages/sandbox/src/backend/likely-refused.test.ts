import { describe, expect, it } from "vitest";
import { likelyRefused } from "./likely-refused.ts";

const walls = {
  cwd: "/home/u/ws",
  held: new Map<string, 0 | 1>([
    ["/home/u/ws/.env", 0],
    ["/home/u/ws/.vscode", 1],
    ["/home/u/ws/with space", 0],
  ]),
  visible: ["/home/u/ws", "/usr", "/tmp"],
  worthNaming: ["/home/u"],
  offline: true,
};

describe("likelyRefused", () => {
  it.each([
    ["cat: .env: Permission denied", ["/home/u/ws/.env"]],
    ["bash: line 1: .vscode/tasks.json: Read-only file system", ["/home/u/ws/.vscode/tasks.json"]],
    ["PermissionError: [Errno 13] Permission denied: '.env'", ["/home/u/ws/.env"]],
    ["Error: EACCES: permission denied, open '/home/u/ws/.env'", ["/home/u/ws/.env"]],
    ["cat: 'with space': Permission denied", ["/home/u/ws/with space"]],
    ["mv: cannot move '.vscode' to 'x': Device or resource busy", ["/home/u/ws/.vscode"]],
    ["cat: /home/u/.ssh/id_rsa: No such file or directory", ["/home/u/.ssh/id_rsa"]],
    ["touch: cannot touch '/home/u/x': Read-only file system", ["/home/u/x"]],
    ["curl: (6) Could not resolve host: example.test", ["network"]],
    ["npm error getaddrinfo EAI_AGAIN registry.example.test", ["network"]],
  ])("sees a wall in: %s", (line, expected) => {
    expect(likelyRefused(`some output\n${line}\nmore\n`, walls)).toEqual(expected);
  });

  it.each([
    "FAIL test/login.test.ts: expected 403, got Permission denied",
    "cat: missing.txt: No such file or directory",
    "src/a.ts:10 error: ENOENT /usr/share/nothing",
    "Error: EACCES: permission denied, open '/home/u/ws/build/out.js'",
    "AssertionError: expected 'Read-only file system' to equal 'ok'",
    "cat: /nonexistent/x: No such file or directory",
    ".env is listed in .gitignore",
    "reading .env ... done",
  ])("sees none in: %s", (line) => {
    expect(likelyRefused(line, walls)).toEqual([]);
  });

  it("does not speak of the network when the command had one", () => {
    expect(likelyRefused("Could not resolve host: x", { ...walls, offline: false })).toEqual([]);
  });

  it("stays quick on a very long output", () => {
    const output = "Permission denied: /x\n".repeat(200_000);
    const before = process.threadCpuUsage();
    likelyRefused(output, walls);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});
