import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFarLook } from "./far-look.ts";

function openLook() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "far-look-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const waiting: { readonly ms: number; readonly then: () => void }[] = [];
  const look = createFarLook({
    trees: [base],
    isClosed: (name, path) => name === ".env" && path().startsWith(base),
    maxFound: 200,
    setTimer(ms, then) {
      waiting.push({ ms, then });
      return () => waiting.splice(0);
    },
  });
  /** Lets time pass up to the pause between two looks. */
  const pass = () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (next.ms > 10_000) return next.then;
      next.then();
    }
    return () => {};
  };
  const put = (path: string) => {
    mkdirSync(join(base, path, ".."), { recursive: true });
    writeFileSync(join(base, path), "");
    return join(base, path);
  };
  return { base, look, pass, put, waiting };
}

describe("a look over large trees", () => {
  it("finds what is closed at any depth, and what a link of that name leads to", () => {
    const { base, look, pass, put } = openLook();
    const deep = put(`${"d/".repeat(60)}.env`);
    const target = put("plain.txt");
    mkdirSync(join(base, "linked"));
    symlinkSync(target, join(base, "linked/.env"));
    look.follow();
    expect(look.found()).toEqual([]);
    pass();
    expect(look.found().toSorted()).toEqual([deep, target].toSorted());
  });

  it("begins again when a command comes after the pause, and not before", () => {
    const { look, pass, put, waiting } = openLook();
    look.follow();
    const pauseIsOver = pass();
    const later = put("later/.env");
    look.follow();
    expect(waiting).toEqual([]);
    pauseIsOver();
    look.follow();
    pass();
    expect(look.found()).toEqual([later]);
  });

  it("ends when it is closed", () => {
    const { look, waiting } = openLook();
    look.follow();
    look.close();
    look.follow();
    expect(waiting).toEqual([]);
  });
});
