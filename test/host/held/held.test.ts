/** Views that are held: a session works in a workspace of its own, with its doors and its commands, until that lands. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openHeldPlace } from "./fixture.ts";

describe.skipIf(!hasSandbox)("a session with a view of its own (needs a sandbox)", () => {
  it("reads what it wrote by doors and by commands, and the project is as it was until it lands", async () => {
    const place = await openHeldPlace();
    const { workspace, views } = place;
    await views.open("one");
    const door = place.files("one");
    await door.write("src/a.txt", "written by a door\n");
    const shown = await place.run("one", "cat src/a.txt; echo more >> src/a.txt; echo new > c.txt");
    expect(shown.output).toBe("written by a door\n");
    expect(shown.report.landing?.state).toBe("landed");
    const after = await door.read("src/a.txt");
    expect(Buffer.from(after.bytes).toString()).toBe("written by a door\nmore\n");
    expect(Buffer.from((await door.read("c.txt")).bytes).toString()).toBe("new\n");
    expect(readFileSync(join(workspace, "src/a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(existsSync(join(workspace, "c.txt"))).toBe(false);
    const other = await place.run("two", "cat src/a.txt; ls");
    expect(other.output).toBe("one\ntwo\nthree\nb.txt\nsrc\n");

    const landed = await place.land("one");
    expect(landed.landing?.state).toBe("landed");
    expect(readFileSync(join(workspace, "src/a.txt"), "utf8")).toBe("written by a door\nmore\n");
    expect(readFileSync(join(workspace, "c.txt"), "utf8")).toBe("new\n");
    expect((await place.land("one")).landing).toBeUndefined();
    // It shows the project's files from then on.
    writeFileSync(join(workspace, "c.txt"), "by a person\n");
    expect(Buffer.from((await door.read("c.txt")).bytes).toString()).toBe("by a person\n");
  });

  it("finds, lists and undoes in the view alone", async () => {
    const place = await openHeldPlace();
    await place.views.open("one");
    const door = place.files("one");
    await door.write("src/new/deep.txt", "needle\n");
    await place.run("one", "rm b.txt; mv src/a.txt src/moved.txt; chmod 755 src/moved.txt");
    const found = await door.search({ pattern: "needle", path: "." });
    expect(JSON.stringify(found)).toContain("src/new/deep.txt");
    expect((await door.list("src")).map(({ name }) => name)).toEqual(["moved.txt", "new"]);
    expect(await door.stat("b.txt")).toBeNull();
    expect((await door.stat("src/moved.txt"))?.mode).toBe(0o755);
    expect(readFileSync(join(place.workspace, "b.txt"), "utf8")).toBe("b\n");
    const journal = place.journal("one");
    const entries = await journal.list();
    await journal.undo(entries.map(({ id }) => id));
    expect(await door.stat("src/new/deep.txt")).toBeNull();
    expect(Buffer.from((await door.read("b.txt")).bytes).toString()).toBe("b\n");
    expect(Buffer.from((await door.read("src/a.txt")).bytes).toString()).toBe("one\ntwo\nthree\n");
  });

  it("runs programs that go on in the view, on a network of its own", async () => {
    const place = await openHeldPlace();
    const serve = "python3 -m http.server 3123 --bind 127.0.0.1 >/dev/null 2>&1";
    for (const session of ["one", "two"]) {
      await place.views.open(session);
      await place.files(session).write("who.txt", session);
      await place.start(session, serve);
    }
    const ask =
      "for i in $(seq 100); do python3 -c \"import urllib.request as u; print(u.urlopen('http://127.0.0.1:3123/who.txt').read().decode())\" 2>/dev/null && exit; sleep 0.1; done; exit 1";
    const said = await Promise.all([place.run("one", ask), place.run("two", ask)]);
    expect(said.map(({ output }) => output.trim())).toEqual(["one", "two"]);
  });

  it("outlives its process, and is taken over with all it holds", async () => {
    const place = await openHeldPlace();
    const { id } = await place.views.open("one");
    await place.files("one").write("src/a.txt", "kept\n");
    await place.run("one", "rm b.txt");
    await place.host.close();
    const next = await place.again();
    expect((await next.views.list()).map((view) => [view.id, view.sessionId])).toEqual([
      [id, "one"],
    ]);
    const set = await next.views.show(id);
    expect(set.changes.map(({ path, kind }) => [path, kind])).toEqual([
      [join(place.workspace, "b.txt"), "removed"],
      [join(place.workspace, "src/a.txt"), "changed"],
    ]);
    await next.views.open("later", { id });
    expect(Buffer.from((await next.files("later").read("src/a.txt")).bytes).toString()).toBe(
      "kept\n",
    );
    expect((await next.land("later")).landing?.counts).toMatchObject({ changed: 1, removed: 1 });
    expect(existsSync(join(place.workspace, "b.txt"))).toBe(false);
  });

  it("is thrown away whole, and whoever works in it goes on there and not in the project", async () => {
    const place = await openHeldPlace();
    const { id } = await place.views.open("one");
    const inProject = () => readFileSync(join(place.workspace, "src/a.txt"), "utf8");
    await place.files("one").write("src/a.txt", "kept\n");
    await place.views.discard(id);
    expect((await place.views.show(id)).changes).toEqual([]);
    const shown = await place.run("one", "cat src/a.txt; echo new > src/a.txt");
    expect(shown.output).toBe("one\ntwo\nthree\n");
    expect(Buffer.from((await place.files("one").read("src/a.txt")).bytes).toString()).toBe(
      "new\n",
    );
    expect(inProject()).toBe("one\ntwo\nthree\n");
    await place.land("one");
    expect(inProject()).toBe("new\n");
  });

  it("is one with what others changed meanwhile, where it changed nothing itself", async () => {
    const place = await openHeldPlace();
    await place.views.open("one");
    const door = place.files("one");
    await door.read("b.txt");
    await door.write("src/a.txt", "mine\n");
    writeFileSync(join(place.workspace, "b.txt"), "theirs\n");
    await place.files("two").write("src/more.txt", "more\n");
    const { id } = place.views.of("one") ?? { id: "" };
    expect(await place.views.rebase(id)).toEqual({ merged: [], conflicts: [] });
    const seen = await place.run("one", "cat b.txt src/a.txt src/more.txt");
    expect(seen.output).toBe("theirs\nmine\nmore\n");
    expect((await place.land("one")).changed).toEqual([join(place.workspace, "src/a.txt")]);
  });

  it("lands nothing where both sides changed a path and nobody says how", async () => {
    const place = await openHeldPlace();
    const { id } = await place.views.open("one");
    await place.files("one").write("b.txt", "mine\n");
    await place.files("one").remove("src/a.txt");
    writeFileSync(join(place.workspace, "b.txt"), "theirs\n");
    writeFileSync(join(place.workspace, "src/a.txt"), "theirs too\n");
    expect(await place.land("one")).toEqual({ changed: [], undo: [], outdated: true });
    const { conflicts } = await place.views.rebase(id);
    expect(conflicts.map(({ path, base, theirs, ours }) => ({ path, base, theirs, ours }))).toEqual(
      [
        { path: join(place.workspace, "b.txt"), base: "b\n", theirs: "theirs\n", ours: "mine\n" },
        {
          path: join(place.workspace, "src/a.txt"),
          base: "one\ntwo\nthree\n",
          theirs: "theirs too\n",
          ours: null,
        },
      ],
    );
    const answers = {
      [join(place.workspace, "b.txt")]: { text: "both\n" },
      [join(place.workspace, "src/a.txt")]: "theirs" as const,
    };
    expect((await place.views.rebase(id, { answers })).conflicts).toEqual([]);
    expect((await place.land("one")).changed).toEqual([join(place.workspace, "b.txt")]);
    expect(readFileSync(join(place.workspace, "b.txt"), "utf8")).toBe("both\n");
    expect(readFileSync(join(place.workspace, "src/a.txt"), "utf8")).toBe("theirs too\n");
  });

  it("merges what both sides changed in one file, and lands it", async () => {
    const lines = Array.from({ length: 20 }, (_none, index) => `line ${index}\n`);
    const text = (changed: Readonly<Record<number, string>>) =>
      lines.map((line, index) => changed[index] ?? line).join("");
    const place = await openHeldPlace({ "list.txt": text({}), run: "#!/bin/sh\necho 1\n" });
    const { id } = await place.views.open("one");
    await place.files("one").write("list.txt", text({ 2: "mine\n" }));
    await place.run("one", "chmod 755 run; echo 'echo 2' >> run");
    await place.files("two").write("list.txt", text({ 17: "theirs\n" }));
    expect(await place.views.overlaps(id)).toEqual([join(place.workspace, "list.txt")]);
    expect(await place.land("one")).toMatchObject({ outdated: true });
    const seen = await place.run("one", "cat list.txt");
    expect(seen.output).toBe(text({ 2: "mine\n", 17: "theirs\n" }));
    expect((await place.land("one")).landing?.state).toBe("landed");
    expect(readFileSync(join(place.workspace, "list.txt"), "utf8")).toBe(
      text({ 2: "mine\n", 17: "theirs\n" }),
    );
    // From then on what both begin with is what landed.
    for (const session of ["one", "two"]) await place.files(session).read("list.txt");
    await place.files("one").write("list.txt", text({ 2: "mine again\n", 17: "theirs\n" }));
    await place.files("two").write("list.txt", text({ 2: "mine\n", 17: "theirs again\n" }));
    expect((await place.views.rebase(id)).merged).toEqual([join(place.workspace, "list.txt")]);
    // And after a merge without a landing, what the project had then.
    await place.files("two").write("list.txt", text({ 2: "mine\n", 17: "theirs once more\n" }));
    expect((await place.views.rebase(id)).merged).toEqual([join(place.workspace, "list.txt")]);
    await place.land("one");
    expect(readFileSync(join(place.workspace, "list.txt"), "utf8")).toBe(
      text({ 2: "mine again\n", 17: "theirs once more\n" }),
    );
  });

  it("asks by hunk where both changed a line, and takes the answers", async () => {
    const place = await openHeldPlace({ "a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n" });
    const { id } = await place.views.open("one");
    const file = join(place.workspace, "a.txt");
    await place.files("one").write("a.txt", "1 ours\n2\n3\n4\n5\n6\n7\n8 ours\n9\n");
    writeFileSync(file, "1 theirs\n2\n3\n4\n5 theirs\n6\n7\n8 theirs\n9\n");
    const { conflicts } = await place.views.rebase(id);
    expect(
      conflicts.flatMap(({ hunks = [] }) =>
        hunks.map(({ line, ours, theirs }) => [line, ours, theirs]),
      ),
    ).toEqual([
      [1, "1 ours\n", "1 theirs\n"],
      [8, "8 ours\n", "8 theirs\n"],
    ]);
    const answers = { [file]: { hunks: ["theirs" as const, { text: "8 both" }] } };
    expect(await place.views.rebase(id, { answers })).toEqual({ merged: [file], conflicts: [] });
    await place.land("one");
    expect(readFileSync(file, "utf8")).toBe("1 theirs\n2\n3\n4\n5 theirs\n6\n7\n8 both\n9\n");
  });
});
