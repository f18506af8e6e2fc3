import { describe, expect, it } from "vitest";
import { readComplaints } from "./read-complaints.ts";

const paths = (line: string) =>
  readComplaints(`some output\n${line}\nmore\n`, "/ws").paths.map(({ path, kind }) => [kind, path]);

describe("readComplaints", () => {
  it.each([
    ["cat: .env: No such file or directory", ["missing", "/ws/.env"]],
    ["cat: secrets: No such file or directory", ["missing", "/ws/secrets"]],
    ["Error: ENOENT: no such file or directory, open '/near/a'", ["missing", "/near/a"]],
    [
      "FileNotFoundError: [Errno 2] No such file or directory: 'my notes'",
      ["missing", "/ws/my notes"],
    ],
    ["bash: line 1: /usr/x: Read-only file system", ["read-only", "/usr/x"]],
    ["mkdir: cannot create directory ‘out’: Read-only file system", ["read-only", "/ws/out"]],
    ["mv: cannot move '.vscode' to 'x': Device or resource busy", ["refused", "/ws/.vscode"]],
    [
      "Cannot connect to the Docker daemon at unix:///var/run/docker.sock.",
      ["missing", "/var/run/docker.sock"],
    ],
    ["fatal: '/far/r.git' does not appear to be a git repository", ["missing", "/far/r.git"]],
    ["fatal: repository '/far/r.git' does not exist", ["missing", "/far/r.git"]],
    ["Error: cannot load --config=.env", ["vague", "/ws/.env"]],
  ])("reads a name from: %s", (line, complaint) => {
    expect(paths(line)).toContainEqual(complaint);
  });

  it.each([
    "AssertionError: expected 'Read-only file system' to equal 'ok'",
    "OSError: [Errno 30] Read-only file system",
    "error: fetching https://host.test/a/b failed: does not exist",
    "FAILED 3 tests",
  ])("reads none from: %s", (line) => {
    expect(paths(line).filter(([, path]) => path !== "/ws/ok" && path !== "/ws/host.test")).toEqual(
      [],
    );
  });

  it("reads what else was missing: a network, rights, an agent, a move, a program", () => {
    const said = (line: string) => readComplaints(line, "/ws");
    expect(said("curl: (6) Could not resolve host: a.test").network).toBe(true);
    expect(said("connect to 127.0.0.1 port 9 failed: Connection refused").network).toBe(false);
    expect(said("unshare: unshare failed: Operation not permitted").rights).toBe(true);
    expect(said("AssertionError: expected 'EPERM' to be undefined").rights).toBe(false);
    expect(said("Could not open a connection to your authentication agent.").agent).toBe(true);
    expect(said("Error: EXDEV: cross-device link not permitted, rename 'a' -> 'b'").moves).toBe(
      true,
    );
    expect(said("make.sh: line 3: git: command not found").programs).toEqual(["git"]);
    expect(said("Error: spawn git ENOENT").programs).toEqual(["git"]);
  });
});
