import { existsSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { codeOf, type FileWorld, openFileWorld } from "./fixture.ts";

const worlds: FileWorld[] = [];
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

/** Descriptors that lead into a directory. Other tests of the same process have their own. */
function held(base: string): number {
  const self = "/proc/self/fd";
  return readdirSync(self).filter((fd) => {
    try {
      return readlinkSync(`${self}/${fd}`).startsWith(base);
    } catch {
      return false;
    }
  }).length;
}

describe.skipIf(!existsSync("/proc/self/fd"))("descriptors (needs /proc)", () => {
  it("are all let go, whatever an operation came to", async () => {
    const w = openFileWorld({ maxFileBytes: 100 });
    worlds.push(w);
    for (const name of ["a", "d/b", "d/e/c"]) w.put(name, "text\n");
    w.put("big", "x".repeat(101));
    symlinkSync(w.outside, join(w.workspace, "out"));
    const { door, undo } = w.open();
    const refusing = w.open({
      refuse: (access) => ("path" in access && access.path.endsWith("/c") ? "no" : null),
    });
    const works = [
      ...["a", "missing", "d", "big", "out/x"].flatMap((path) => [
        () => door.read(path),
        () => door.stat(path),
        () => door.list(path),
        () => door.write(path, "new"),
        () => door.search({ pattern: "t", path }),
        () => door.glob({ pattern: "**", path }),
        () => door.mkdir(`${path}/made/deep`),
      ]),
      () => door.search({ pattern: "(" }),
      () => door.write("a", "x".repeat(200)),
      () => door.write("n/e/w", "x", { expect: "no" }),
      () => refusing.door.remove("d", { recursive: true }),
      () => refusing.door.rename("d", "moved"),
      () => door.rename("d", "moved"),
      () => door.rename("a", "moved/b"),
      () => door.rename("moved", "moved/in"),
      () =>
        door.apply([
          { kind: "write", path: "n/e/w", data: "x" },
          { kind: "remove", path: "no" },
        ]),
      () => door.remove("moved"),
      () => door.remove("moved", { recursive: true }),
      async () => undo.undo((await undo.list()).map(({ id }) => id)),
      async () => undo.redo((await undo.list()).map(({ id }) => id)),
      () => undo.undo(["no"]),
    ];
    for (const work of works) {
      const code = await codeOf(work());
      expect([code, held(w.base)]).toEqual([code, 0]);
      expect(code).not.toMatch(/^raw/);
    }
  });
});
