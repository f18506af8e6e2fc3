import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { CANARY, codeOf, type FileWorld, openFileWorld, textOf } from "./fixture.ts";

const worlds: FileWorld[] = [];
function world(options: Parameters<typeof openFileWorld>[0] = {}): FileWorld {
  const made = openFileWorld(options);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

describe.each(["proc", "names"] as const)("reading through the file door (%s)", (pinning) => {
  it("asks about the lexical and the real path, and about a link by its own name, and gives what stands there", async () => {
    const w = world({ pinning });
    w.put("a.txt", "alpha\n");
    symlinkSync("a.txt", join(w.workspace, "link"));
    const { door, gate } = w.open();
    expect(await textOf(door, "link")).toBe("alpha\n");
    expect(gate.asked()).toEqual([
      {
        capability: "fs.read",
        path: join(w.workspace, "link"),
        real: join(w.workspace, "a.txt"),
      },
      { capability: "fs.read", path: join(w.workspace, "link"), real: join(w.workspace, "link") },
    ]);
  });

  it("refuses links that lead out, whole or in the middle, and tells nothing of what is there", async () => {
    const w = world({ pinning });
    w.put(join(w.outside, "secret"), CANARY);
    symlinkSync(join(w.outside, "secret"), join(w.workspace, "file"));
    symlinkSync(w.outside, join(w.workspace, "dir"));
    symlinkSync("../outside/secret", join(w.workspace, "up"));
    symlinkSync(join(w.outside, "missing"), join(w.workspace, "dangling"));
    const { door } = w.open();
    for (const path of ["file", "dir/secret", "up", "dangling", "../outside/secret", "dir/missing"])
      expect(await codeOf(door.read(path)), path).toBe("permission_denied");
    expect(await codeOf(door.stat("dangling"))).toBe("permission_denied");
    expect(await codeOf(door.list("dir"))).toBe("permission_denied");
  });

  it("takes dots away before links, so that a link and its parent are no way out", async () => {
    const w = world({ pinning });
    w.put("secret", "inside");
    w.put(join(w.outside, "d/x"), "");
    w.put(join(w.outside, "secret"), CANARY);
    symlinkSync(join(w.outside, "d"), join(w.workspace, "dir"));
    expect(await textOf(w.open().door, "dir/../secret")).toBe("inside");
  });

  it("is not held up by pipes, devices, sockets of nobody, circles and what is missing", async () => {
    const w = world({ pinning });
    execFileSync("mkfifo", [join(w.workspace, "pipe")]);
    symlinkSync("b", join(w.workspace, "a"));
    symlinkSync("a", join(w.workspace, "b"));
    symlinkSync("/dev/zero", join(w.workspace, "zero"));
    mkdirSync(join(w.workspace, "src"));
    w.put("plain", "");
    const { door } = w.open({ refuse: () => null });
    const paths = [
      "pipe",
      "zero",
      "a",
      "missing",
      "src",
      "plain/below",
      "",
      "x\0",
      "C:\\x",
      "..\\x",
    ];
    expect(await Promise.all(paths.map((path) => codeOf(door.read(path))))).toEqual([
      ...["invalid_input", "invalid_input", "invalid_input", "not_found", "invalid_input"],
      ...["not_found", "invalid_input", "invalid_input", "invalid_input", "invalid_input"],
    ]);
    expect((await door.stat("pipe"))?.kind).toBe("special");
    const closed = w.open({ refuse: () => "not this" }).door;
    const led = ["pipe", "zero", "missing", "src", "plain/below"];
    const asked = led.map((path) => codeOf(closed.read(path)));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["permission_denied"]));
  });

  it("reads a window of a huge sparse file, and never the whole of it", async () => {
    const w = world({ pinning, maxFileBytes: 1000 });
    w.put("huge", "begin");
    truncateSync(join(w.workspace, "huge"), 2 ** 40);
    const { door } = w.open();
    expect(await codeOf(door.read("huge"))).toBe("too_large");
    const part = await door.read("huge", { offset: 2, length: 5 });
    expect([...part.bytes]).toEqual([...Buffer.from("gin\0\0")]);
    expect([part.offset, part.size]).toEqual([2, 2 ** 40]);
    expect((await door.read("huge", { offset: 0, length: 2 ** 39 })).bytes.length).toBe(1000);
    expect((await door.read("huge", { offset: 2 ** 41, length: 5 })).bytes.length).toBe(0);
    expect(await codeOf(door.read("huge", { offset: -1, length: 5 }))).toBe("invalid_input");
  });

  it("lists without what is refused", async () => {
    const w = world({ pinning });
    for (const name of ["b", ".env", "src/x"]) w.put(name, "");
    symlinkSync("b", join(w.workspace, "l"));
    const { door } = w.open({
      refuse: (access) => ("path" in access && access.path.endsWith(".env") ? "secret" : null),
    });
    expect(await door.list(".")).toEqual([
      { name: "b", kind: "file" },
      { name: "l", kind: "link" },
      { name: "src", kind: "directory" },
    ]);
    expect(await codeOf(door.list("b"))).toBe("invalid_input");
  });

  it("stops at a cancelled call", async () => {
    const w = world({ pinning });
    w.put("a", "x");
    const { door, gate } = w.open({ signal: AbortSignal.abort("enough") });
    expect(await codeOf(door.read("a"))).toBe("cancelled");
    expect(await codeOf(door.write("a", "y"))).toBe("cancelled");
    expect(await codeOf(door.search({ pattern: "x" }))).toBe("cancelled");
    expect(gate.asked()).toEqual([]);
  });
});

describe("reading through the file door on Linux", () => {
  it("never reads the process table, whoever allows it", async () => {
    const w = world();
    symlinkSync("/proc/self/environ", join(w.workspace, "env"));
    const { door } = w.open({ refuse: () => null });
    for (const path of ["env", "/proc/self/environ", "/proc/1/status", "/proc/self/fd/0"])
      expect(await codeOf(door.read(path)), path).not.toBe("settled");
  });

  it("judges what a magic link of the process table leads to", async () => {
    const w = world();
    w.put(join(w.outside, "secret"), CANARY);
    const { door, gate } = w.open();
    expect(await codeOf(door.read(`/proc/self/root${w.outside}/secret`))).toBe("permission_denied");
    expect(gate.asked()[0]).toMatchObject({ real: join(w.outside, "secret") });
  });

  it("gives the gate the names as they are on disk, composed and decomposed, upper and lower", async () => {
    const w = world();
    const names = ["caf\u00e9", "cafe\u0301", "README", "readme"];
    for (const name of names) w.put(name, name);
    const { door, gate } = w.open();
    for (const name of names) expect(await textOf(door, name)).toBe(name);
    expect(gate.asked().map((access) => "real" in access && access.real)).toEqual(
      names.map((name) => join(w.workspace, name)),
    );
  });

  it("does not mistake a file that is called deleted for one that is", async () => {
    const w = world();
    w.put("a (deleted)", "still here");
    expect(await textOf(w.open().door, "a (deleted)")).toBe("still here");
  });

  it("keeps the judged name of a file that loses it while it has another", async () => {
    const w = world();
    w.put(".env", CANARY);
    linkSync(join(w.workspace, ".env"), join(w.workspace, "other"));
    symlinkSync(".env", join(w.workspace, "link"));
    const { door } = w.open({
      refuse(access) {
        if (!("real" in access)) return null;
        renameSync(join(w.workspace, ".env"), join(w.workspace, "moved"));
        return access.real.endsWith("/.env") ? "secret" : null;
      },
    });
    expect(await codeOf(door.read("link"))).toBe("permission_denied");
  });
});
