import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { contentAddress } from "@toolplane/disk/inside";
import type { GateScript } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { CANARY, codeOf, type FileWorld, insideOnly, openFileWorld, textOf } from "./fixture.ts";

const worlds: FileWorld[] = [];
function world(options: Parameters<typeof openFileWorld>[0] = {}): FileWorld {
  const made = openFileWorld(options);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});
const digest = (text: string) => contentAddress(Buffer.from(text));

describe.each(["proc", "names"] as const)("writing through the file door (%s)", (pinning) => {
  it("creates with its directories, overwrites, journals both, and leaves nothing else", async () => {
    const w = world({ pinning });
    const { door, undo } = w.open();
    expect(await door.write("new/deep/b.txt", "one")).toEqual({
      created: true,
      bytes: 3,
      journal: "journal_0001",
    });
    expect(await door.write("new/deep/b.txt", "three")).toMatchObject({ created: false, bytes: 5 });
    expect(w.text("new/deep/b.txt")).toBe("three");
    expect(w.names("new/deep")).toEqual(["b.txt"]);
    expect(await undo.list()).toMatchObject([
      { path: join(w.workspace, "new/deep/b.txt"), before: null, after: digest("one") },
      { before: digest("one"), after: digest("three"), undone: false },
    ]);
  });

  it("keeps create, expect and size, and changes nothing when one does not hold", async () => {
    const w = world({ pinning, maxFileBytes: 10 });
    w.put("a", "alpha");
    const { door, undo } = w.open();
    expect(
      await Promise.all([
        codeOf(door.write("a", "", { create: "must" })),
        codeOf(door.write("nope", "", { create: "never" })),
        codeOf(door.write("a", "", { expect: digest("other") })),
        codeOf(door.write("nope", "", { expect: digest("alpha") })),
        codeOf(door.write("a", "x".repeat(11))),
        codeOf(door.write(".", "")),
        codeOf(door.write("a/below", "")),
        codeOf(door.remove("a", { expect: digest("other") })),
        codeOf(door.remove("nope")),
      ]),
    ).toEqual([
      ...["conflict", "not_found", "conflict", "conflict", "too_large", "invalid_input"],
      ...["not_found", "conflict", "not_found"],
    ]);
    expect(w.text("a")).toBe("alpha");
    expect(w.names()).toEqual(["a"]);
    expect(await undo.list()).toEqual([]);
    expect(await codeOf(door.write("a", "new", { expect: digest("alpha") }))).toBe("settled");
  });

  it("follows a link inside, refuses one that leads out, also to what is not there yet", async () => {
    const w = world({ pinning });
    w.put("a", "alpha");
    w.put(join(w.outside, "secret"), CANARY);
    symlinkSync("a", join(w.workspace, "in"));
    symlinkSync(join(w.outside, "secret"), join(w.workspace, "out"));
    symlinkSync(join(w.outside, "made"), join(w.workspace, "dangling"));
    symlinkSync(w.outside, join(w.workspace, "dir"));
    const { door } = w.open();
    await door.write("in", "changed");
    expect([w.text("a"), readlinkSync(join(w.workspace, "in"))]).toEqual(["changed", "a"]);
    for (const path of [
      "out",
      "dangling",
      "dir/secret",
      "dir/made",
      "dir/x/y",
      "../outside/made",
    ]) {
      expect(await codeOf(door.write(path, "x")), path).toBe("permission_denied");
      expect(await codeOf(door.mkdir(`${path}-made`)), path).not.toBe("");
    }
    expect(await codeOf(door.rename("a", "dir/a"))).toBe("permission_denied");
    expect(await codeOf(door.rename("dir/secret", "b"))).toBe("permission_denied");
    expect(await codeOf(door.remove("dir/secret"))).toBe("permission_denied");
    expect(w.names(w.outside)).toEqual(["secret"]);
    expect(w.text(join(w.outside, "secret"))).toBe(CANARY);
  });

  it("replaces the name of a file that has others, so that they keep their content", async () => {
    const w = world({ pinning });
    w.put(join(w.outside, "shared"), "old");
    linkSync(join(w.outside, "shared"), join(w.workspace, "also"));
    await w.open().door.write("also", "new");
    expect([w.text("also"), w.text(join(w.outside, "shared"))]).toEqual(["new", "old"]);
  });

  it("keeps the mode and owner, and leaves set-user-id and its kind out", async () => {
    const w = world({ pinning });
    chmodSync(w.put("run.sh", "old"), 0o751);
    chmodSync(w.put("suid", "old"), 0o4755);
    const { door } = w.open();
    await door.write("run.sh", "new");
    await door.write("suid", "new");
    await door.write("made", "new", { mode: 0o6711 });
    const modes = ["run.sh", "suid", "made"].map((name) => statSync(join(w.workspace, name)).mode);
    expect(modes.map((mode) => (mode & 0o7777).toString(8))).toEqual(["751", "755", "711"]);
  });

  it("refuses pipes, read-only files and directories", async () => {
    const w = world({ pinning });
    execFileSync("mkfifo", [join(w.workspace, "pipe")]);
    chmodSync(w.put("fixed", "old"), 0o444);
    mkdirSync(join(w.workspace, "src"));
    const { door } = w.open();
    for (const path of ["pipe", "src"])
      expect(await codeOf(door.write(path, "x"))).toBe("invalid_input");
    expect(await codeOf(door.write("fixed", "x"))).toBe("failed");
    expect(await codeOf(door.remove("pipe"))).toBe("invalid_input");
    expect(w.text("fixed")).toBe("old");
  });

  it("removes the link, not what it leads to", async () => {
    const w = world({ pinning });
    w.put(join(w.outside, "kept"), "kept");
    symlinkSync(w.outside, join(w.workspace, "dir"));
    const { door, undo } = w.open();
    await door.remove("dir");
    expect(w.names()).toEqual([]);
    expect(w.text(join(w.outside, "kept"))).toBe("kept");
    await undo.undo((await undo.list()).map(({ id }) => id));
    expect(readlinkSync(join(w.workspace, "dir"))).toBe(w.outside);
  });

  it("removes a tree only recursively, without what links in it lead to, and asks about everything", async () => {
    const w = world({ pinning });
    w.put("src/a", "a");
    w.put("src/deep/b", "b");
    w.put(join(w.outside, "kept"), "kept");
    symlinkSync(w.outside, join(w.workspace, "src/link"));
    const { door, gate } = w.open();
    expect(await codeOf(door.remove("src"))).toBe("conflict");
    await door.remove("src", { recursive: true });
    expect(w.names()).toEqual([]);
    expect(w.names(w.outside)).toEqual(["kept"]);
    const asked = gate.asked().map((access) => ("path" in access ? access.path : ""));
    for (const path of ["src", "src/a", "src/deep", "src/deep/b", "src/link"])
      expect(asked).toContain(join(w.workspace, path));
  });

  it("keeps a tree whole when one file in it is refused, or came into it meanwhile", async () => {
    const w = world({ pinning });
    w.put("src/a", "a");
    w.put("src/b", "b");
    const refused = w.open({
      refuse: (access) => ("path" in access && access.path.endsWith("/b") ? "keep" : null),
    });
    expect(await codeOf(refused.door.remove("src", { recursive: true }))).toBe("permission_denied");
    let asked = 0;
    const sneaked = w.open({
      refuse(access) {
        if ("path" in access && access.path.endsWith("/late")) return "keep";
        asked += 1;
        if (asked === 1) w.put("src/late", CANARY);
        return null;
      },
    });
    expect(await codeOf(sneaked.door.remove("src", { recursive: true }))).toBe("permission_denied");
    expect(w.names("src")).toEqual(["a", "b", "late"]);
    expect(w.names()).toEqual(["src"]);
    expect(await sneaked.undo.list()).toEqual([]);
  });

  it("asks to read what it moves, so that a rename is no way round a read rule", async () => {
    const w = world({ pinning });
    w.put(".env", CANARY);
    w.put("d/.env", CANARY);
    const { door } = w.open({
      refuse: (access) =>
        access.capability === "fs.read" && access.path.endsWith(".env") ? "secret" : null,
    });
    expect(await codeOf(door.rename(".env", "plain"))).toBe("permission_denied");
    expect(await codeOf(door.rename("d", "e"))).toBe("permission_denied");
    expect(w.names()).toEqual([".env", "d"]);
  });

  it("asks about every place that something moves to, below a directory too", async () => {
    const w = world({ pinning });
    w.put("src/hooks/run", "x");
    w.put("a", "alpha");
    const { door } = w.open({
      refuse: (access) =>
        access.capability === "fs.write" && /\/(?:lib\/hooks\/run|kept)$/.test(access.path)
          ? "keep out"
          : null,
    });
    expect(await codeOf(door.rename("src", "lib"))).toBe("permission_denied");
    expect(await codeOf(door.rename("a", "kept"))).toBe("permission_denied");
    expect(w.names()).toEqual(["a", "src"]);
  });

  it("brings a tree back that something came into after it was asked about", async () => {
    const w = world({ pinning });
    w.put("src/a", "a");
    const { door } = w.open({
      refuse(access) {
        if ("path" in access && access.path.endsWith("/lib")) w.put("src/late", CANARY);
        return null;
      },
    });
    expect(await codeOf(door.rename("src", "lib"))).toBe("conflict");
    expect([w.names(), w.names("src")]).toEqual([["src"], ["a", "late"]]);
  });

  it("renames files and trees and refuses what cannot be", async () => {
    const w = world({ pinning });
    w.put("src/main", "main");
    w.put("a", "alpha");
    w.put("b", "beta");
    const { door } = w.open();
    await door.rename("src", "lib/moved");
    expect(w.text("lib/moved/main")).toBe("main");
    await door.rename("a", "b");
    expect(w.text("b")).toBe("alpha");
    expect(
      await Promise.all([
        codeOf(door.rename("missing", "x")),
        codeOf(door.rename("b", "lib")),
        codeOf(door.rename("lib", "lib/moved/deeper")),
        codeOf(door.rename("b", "b")),
      ]),
    ).toEqual(["not_found", "conflict", "conflict", "conflict"]);
    expect(w.names()).toEqual(["b", "lib"]);
  });

  it("makes directories once, never over a file", async () => {
    const w = world({ pinning });
    w.put("a", "");
    const { door } = w.open();
    await door.mkdir("x/y");
    await door.mkdir("x/y");
    expect(w.names("x")).toEqual(["y"]);
    expect(await codeOf(door.mkdir("a"))).toBe("conflict");
    expect(await codeOf(door.mkdir("a/b"))).not.toBe("settled");
  });

  it("applies all changes or none", async () => {
    const w = world({ pinning });
    w.put("a", "alpha");
    w.put("src/main", "main");
    w.put(".env", CANARY);
    const { door, undo } = w.open({
      refuse: (access) =>
        access.capability === "fs.write" && access.path.endsWith(".env") ? "secret" : null,
    });
    const changes = [
      { kind: "write", path: "new/file", data: "n" },
      { kind: "write", path: "a", data: "changed" },
      { kind: "rename", from: "src/main", to: "src/other" },
      { kind: "write", path: "src/other", data: "written after" },
      { kind: "remove", path: "a" },
    ] as const;
    expect(await codeOf(door.apply([...changes, { kind: "remove", path: ".env" }]))).toBe(
      "permission_denied",
    );
    expect([w.names(), w.names("src")]).toEqual([[".env", "a", "src"], ["main"]]);
    expect([w.text("a"), w.text("src/main")]).toEqual(["alpha", "main"]);
    expect(await undo.list()).toEqual([]);
    const written = await door.apply(changes);
    expect(written.map(({ created, bytes }) => [created, bytes])).toEqual([
      ...[
        [true, 1],
        [false, 7],
        [true, 4],
        [false, 13],
        [false, 0],
      ],
    ]);
    expect([w.names(), w.text("src/other")]).toEqual([[".env", "new", "src"], "written after"]);
    await undo.undo(written.map(({ journal }) => journal));
    expect([w.text("a"), w.text("src/main"), w.names("src")]).toEqual(["alpha", "main", ["main"]]);
  });

  it("leaves nothing half done when the call ends in the middle", async () => {
    const w = world({ pinning });
    w.put("a", "alpha");
    const abort = new AbortController();
    let writes = 0;
    const { door, undo } = w.open({
      signal: abort.signal,
      refuse() {
        writes += 1;
        if (writes === 2) queueMicrotask(() => abort.abort("enough"));
        return null;
      },
    });
    const changes = ["a", "b", "c"].map((path) => ({ kind: "write", path, data: "x" }) as const);
    expect(await codeOf(door.apply(changes))).toBe("cancelled");
    expect([w.names(), w.text("a")]).toEqual([["a"], "alpha"]);
    expect(await undo.list()).toEqual([]);
  });
});

describe("a file while it is written", () => {
  /** Waits until the new content stands beside the name that it is going to take. */
  async function untilBeside(w: FileWorld, work: Promise<unknown>): Promise<string> {
    let over = false;
    void work.finally(() => {
      over = true;
    });
    for (;;) {
      const beside = w.names().find((name) => name.startsWith(".toolplane-"));
      if (beside !== undefined || over) return beside ?? "never seen";
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it("takes no name when its call ends before it could", async () => {
    const w = world();
    const abort = new AbortController();
    const { door } = w.open({ signal: abort.signal });
    const work = codeOf(door.write("big", Buffer.alloc(8 * 1024 * 1024, 65)));
    expect(await untilBeside(w, work)).toMatch(/^\.toolplane-/);
    abort.abort();
    expect(await work).toBe("cancelled");
    expect(w.names()).toEqual([]);
  });

  it("is nobody else's to read from its first byte on", async () => {
    const w = world();
    const { door } = w.open();
    const work = codeOf(door.write("big", Buffer.alloc(8 * 1024 * 1024, 65), { mode: 0o600 }));
    const beside = join(w.workspace, await untilBeside(w, work));
    expect(statSync(beside).mode & 0o777).toBe(0o600);
    expect(await work).toBe("settled");
  });
});

describe("a tree with a name that is not Unicode", () => {
  it("is not removed or moved, because it could not be put back", async () => {
    const w = world();
    w.put("src/a", "a");
    writeFileSync(
      Buffer.concat([Buffer.from(join(w.workspace, "src/")), Buffer.from([0xff])]),
      "b",
    );
    const { door } = w.open();
    expect(await codeOf(door.remove("src", { recursive: true }))).toBe("invalid_input");
    expect(await codeOf(door.rename("src", "lib"))).toBe("invalid_input");
    expect([w.names(), w.names("src").length]).toEqual([["src"], 2]);
  });
});

describe("names swapped under a write", () => {
  it("writes where it judged, or not at all, when the name becomes a link meanwhile", async () => {
    const w = world();
    w.put("a", "alpha");
    w.put(join(w.outside, "secret"), CANARY);
    const swap = () => {
      rmSync(join(w.workspace, "a"));
      symlinkSync(join(w.outside, "secret"), join(w.workspace, "a"));
    };
    const refuse: GateScript = (access) => {
      swap();
      return insideOnly(w.workspace)(access);
    };
    const { door } = w.open({ refuse });
    expect(await codeOf(door.write("a", "x"))).toBe("conflict");
    expect(w.text(join(w.outside, "secret"))).toBe(CANARY);
    expect(w.names()).toEqual(["a"]);
  });

  it("does not overwrite what somebody else wrote into the same file meanwhile", async () => {
    const w = world();
    w.put("a", "alpha");
    const { door } = w.open({
      refuse: () => {
        writeFileSync(join(w.workspace, "a"), "someone else's");
        return null;
      },
    });
    expect(await codeOf(door.write("a", "x"))).toBe("conflict");
    expect([w.text("a"), w.names()]).toEqual(["someone else's", ["a"]]);
  });

  it("stays in the judged directory when a directory on the way becomes a link meanwhile", async () => {
    const w = world();
    w.put("d/a", "alpha");
    w.put(join(w.outside, "a"), CANARY);
    let swapped = false;
    const { door } = w.open({
      refuse(access) {
        if (!swapped) {
          renameSync(join(w.workspace, "d"), join(w.workspace, "was"));
          symlinkSync(w.outside, join(w.workspace, "d"));
        }
        swapped = true;
        return insideOnly(w.workspace)(access);
      },
    });
    expect(await codeOf(door.write("d/a", "x"))).toBe("conflict");
    expect([w.text(join(w.outside, "a")), w.names(w.outside)]).toEqual([CANARY, ["a"]]);
    expect(w.names("was")).toEqual(["a"]);
  });

  it("takes the content that was judged, not what took its place, when it removes", async () => {
    const w = world();
    w.put("a", "alpha");
    const { door } = w.open({
      refuse: () => {
        unlinkSync(join(w.workspace, "a"));
        w.put("a", "someone else's");
        return null;
      },
    });
    expect(await codeOf(door.remove("a"))).toBe("conflict");
    expect(w.text("a")).toBe("someone else's");
  });

  it("never replaces a file that appeared while a new one was made", async () => {
    const w = world();
    const { door } = w.open({
      refuse() {
        w.put("a", "first");
        return null;
      },
    });
    expect(await codeOf(door.write("a", "second"))).toBe("conflict");
    expect([w.text("a"), w.names()]).toEqual(["first", ["a"]]);
  });
});

describe("the form of a text", () => {
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
  it.each([
    ["CRLF", Buffer.from("a\r\nb\r\n"), "c\nd\r\n", Buffer.from("c\r\nd\r\n")],
    ["LF", Buffer.from("a\nb\n"), "c\r\nd\r\n", Buffer.from("c\nd\n")],
    ["LF, and a text that means both", Buffer.from("a\n"), "c\r\nd\n", Buffer.from("c\r\nd\n")],
    ["mixed endings", Buffer.from("a\r\nb\n"), "c\nd\n", Buffer.from("c\nd\n")],
    ["a byte order mark", Buffer.from("\uFEFFa"), "b", Buffer.from("\uFEFFb")],
    ["UTF-16", utf16("a\r\n"), "é\n", utf16("é\r\n")],
    ["UTF-16, the other way round", utf16("a").swap16(), "é", utf16("é").swap16()],
    ["Latin-1", Buffer.from([0x63, 0xe9]), "é", Buffer.from([0xe9])],
    ["Latin-1, and a text that does not fit", Buffer.from([0xe9]), "€", Buffer.from("€")],
    ["binary content", Buffer.from([0, 0xe9]), "é\n", Buffer.from("é\n")],
    ["nothing", Buffer.alloc(0), "é\r\n", Buffer.from("é\r\n")],
  ])("is that of a file with %s", async (_name, before, text, after) => {
    const w = world();
    w.put("a", before);
    await w.open().door.write("a", text);
    expect(readFileSync(join(w.workspace, "a")).toString("hex")).toBe(after.toString("hex"));
  });

  it("is never forced on bytes", async () => {
    const w = world();
    w.put("a", "a\r\n");
    await w.open().door.write("a", Buffer.from("b\n"));
    expect(w.text("a")).toBe("b\n");
  });
});

describe("parallel changes of one file", () => {
  it("happen one after the other, and none is lost", async () => {
    const w = world();
    w.put("list", "");
    const { door } = w.open();
    const append = async (line: number): Promise<void> => {
      for (;;) {
        const before = await textOf(door, "list");
        const written = await codeOf(
          door.write("list", `${before}${line}\n`, { expect: digest(before) }),
        );
        if (written === "settled") return;
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, line) => append(line)));
    expect(
      w
        .text("list")
        .trim()
        .split("\n")
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 12 }, (_, line) => line));
    expect(w.names()).toEqual(["list"]);
  });
});

describe("when the journal cannot be written", () => {
  it("nothing is changed", async () => {
    const w = world();
    w.put("a", "alpha");
    // What should be the file of the journal is a directory.
    mkdirSync(join(w.places.userData, "journal.jsonl"));
    const { door } = w.open();
    expect(await codeOf(door.write("a", "x"))).toBe("unavailable");
    expect(await codeOf(door.remove("a"))).toBe("unavailable");
    expect(await codeOf(door.rename("a", "b/c"))).toBe("unavailable");
    expect(await codeOf(door.write("new/b", "x"))).toBe("unavailable");
    expect([w.names(), w.text("a")]).toEqual([["a"], "alpha"]);
  });

  it("nothing is changed when the images cannot be kept either", async () => {
    const w = world();
    w.put("a", "alpha");
    rmSync(join(w.places.userData, "payloads"), { recursive: true });
    writeFileSync(join(w.places.userData, "payloads"), "");
    expect(await codeOf(w.open().door.write("a", "x"))).toBe("unavailable");
    expect([w.names(), w.text("a")]).toEqual([["a"], "alpha"]);
    expect(existsSync(join(w.workspace, "a")) && lstatSync(join(w.workspace, "a")).nlink).toBe(1);
  });
});
