import {
  existsSync,
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
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createKeptTrees } from "../disk/kept-trees.ts";
import { readTreeFolder } from "../disk/tree-folder.ts";
import { createFarLook, type IsClosed } from "./far-look.ts";

const named =
  (ending: string): IsClosed =>
  (name) =>
    name.endsWith(ending);

function openLook({ maxFound = 200 } = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "far-look-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const waiting: { readonly ms: number; readonly then: () => void }[] = [];
  const clock = { ms: 0 };
  let asked = 0;
  const look = createFarLook({
    trees: [base],
    closers: [named(".txt"), named(".env")].map((isClosed) => (name, path) => {
      asked += 1;
      return isClosed(name, path);
    }),
    mayBeClosed: (name) => !name.startsWith("plain"),
    maxFound,
    now: () => clock.ms,
    setTimer(ms, then) {
      const timer = { ms, then };
      waiting.push(timer);
      return () => waiting.splice(waiting.indexOf(timer), 1);
    },
  });
  const put = (path: string) => {
    mkdirSync(join(base, path, ".."), { recursive: true });
    writeFileSync(join(base, path), "");
    return join(base, path);
  };
  return { base, look, put, waiting, clock, asked: () => asked };
}

describe("a look over large trees", () => {
  it("is waited for, and finds what is closed at any depth and what a link of that name leads to", async () => {
    const { base, look, put } = openLook();
    const deep = put(`${"d/".repeat(60)}.env`);
    const target = put("plain");
    mkdirSync(join(base, "linked"));
    symlinkSync(target, join(base, "linked/.env"));
    expect((await look.current()).toSorted()).toEqual([deep, target].toSorted());
  });

  it("serves for ten seconds, and then finds what came", async () => {
    const { look, put, clock } = openLook();
    expect(await look.current()).toEqual([]);
    const later = put("later/.env");
    clock.ms = 9_999;
    expect(await look.current()).toEqual([]);
    clock.ms = 10_000;
    expect(await look.current()).toEqual([later]);
  });

  it("finds what came to a folder that was there", async () => {
    const { look, put, clock } = openLook();
    put("there/plain");
    expect(await look.current()).toEqual([]);
    const later = put("there/.env");
    clock.ms = 10_000;
    expect(await look.current()).toEqual([later]);
  });

  it("leaves room for each rule, however much another closes", async () => {
    const { look, put } = openLook({ maxFound: 3 });
    for (let at = 0; at < 10; at += 1) put(`a/${at}.txt`);
    const found = put("a/b/.env");
    const closed = await look.current();
    expect(closed).toContain(found);
    expect(closed).toHaveLength(4);
  });

  it("is not waited for longer than its bound, and goes on", async () => {
    const { look, put, waiting } = openLook();
    for (let at = 0; at < 200; at += 1) put(`${at}/plain`);
    const first = look.current();
    waiting.shift()?.then();
    await first;
    const found = put("zz/.env");
    // Nobody waits: it goes on by a timer, until somebody does.
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next.then();
    expect([[], [found]]).toContainEqual(await look.current());
  });

  it("believes what another process read only where the folder is as it was", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "far-look-")));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const tree = join(base, "tree");
    mkdirSync(join(tree, "a/b"), { recursive: true });
    writeFileSync(join(tree, "a/b/.env"), "");
    for (const folder of ["", "a", "a/b"])
      await expect
        .poll(() => readTreeFolder(join(tree, folder), null, () => true)?.isSettled)
        .toBe(true);
    const kept = join(base, "kept");
    // Each look is another process: nothing but the file is handed on.
    const look = () =>
      createFarLook({
        trees: [tree],
        closers: [named(".env")],
        mayBeClosed: () => true,
        maxFound: 200,
        kept: createKeptTrees({ folder: kept, boot: "this one", question: "" }),
      }).current();
    expect(await look()).toEqual([join(tree, "a/b/.env")]);
    await expect.poll(() => existsSync(kept) && readdirSync(kept)).toHaveLength(1);
    const file = join(kept, readdirSync(kept)[0] ?? "");
    // A listing that was read again would say the name.
    writeFileSync(file, readFileSync(file, "utf8").replace('".env"', '"plain"'));
    expect(await look()).toEqual([]);
    writeFileSync(join(tree, "a/.env"), "");
    expect(await look()).toEqual([join(tree, "a/.env")]);
    mkdirSync(join(tree, "later"));
    writeFileSync(join(tree, "later/.env"), "");
    expect((await look()).toSorted()).toEqual([join(tree, "a/.env"), join(tree, "later/.env")]);
  });

  it("ends when it is closed", async () => {
    const { look, put, asked } = openLook();
    put("a/.env");
    look.close();
    await look.current();
    expect(asked()).toBe(0);
  });
});
