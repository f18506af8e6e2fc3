import { describe, expect, it } from "vitest";
import { createSpareHome } from "./spare-home.ts";

describe("the next fresh home of a session", () => {
  function world() {
    const marks = new Map<string, string | null>();
    const released: string[] = [];
    let made = 0;
    let now = 0;
    const spare = createSpareHome({
      nowMs: () => now,
      make() {
        made += 1;
        const name = `home-${made}`;
        marks.set(name, "as made");
        return { name, release: () => released.push(name) };
      },
      markOf: ({ name }) => marks.get(name) ?? null,
    });
    const wait = (ms: number) => {
      now += ms;
    };
    return { spare, marks, released, wait, made: () => made };
  }

  /** A home that a command got, some time after it was made. */
  function lent(waitedMs: number) {
    const opened = world();
    opened.spare.take();
    opened.spare.take();
    opened.spare.follow();
    opened.wait(waitedMs);
    const home = opened.spare.take();
    if (home === null) throw new Error("no home waited");
    return { ...opened, home };
  }

  it("waits again when its command left it as it was", () => {
    const { spare, home, made } = lent(100);
    spare.follow();
    expect(spare.putBack(home)).toBe(true);
    expect([spare.take(), spare.take()?.name, made()]).toEqual([home, "home-2", 2]);
    expect(spare.take()).toBeNull();
  });

  it("never waits again when its command touched it, then or later", () => {
    const touched = lent(100);
    touched.marks.set("home-1", "touched");
    expect(touched.spare.putBack(touched.home)).toBe(false);
    const later = lent(100);
    expect(later.spare.putBack(later.home)).toBe(true);
    later.marks.set("home-1", "touched");
    expect([later.spare.take(), later.released]).toEqual([null, ["home-1"]]);
  });

  it("does not wait again when a change in the tick of its making would leave no trace", () => {
    const { spare, home } = lent(1);
    expect(spare.putBack(home)).toBe(false);
    expect(spare.putBack({ name: "stranger", release: () => 0 })).toBe(false);
  });

  it("is made from the second command on, and serves one", () => {
    const { spare, made } = world();
    expect(spare.take()).toBeNull();
    spare.follow();
    expect(made()).toBe(0);
    expect(spare.take()).toBeNull();
    spare.follow();
    spare.follow();
    expect(made()).toBe(1);
    expect(spare.take()?.name).toBe("home-1");
    expect(spare.take()).toBeNull();
  });

  it("is let go of when somebody touched it or it is gone", () => {
    for (const mark of ["touched", null]) {
      const { spare, marks, released } = world();
      spare.take();
      spare.take();
      spare.follow();
      marks.set("home-1", mark);
      expect(spare.take()).toBeNull();
      expect(released).toEqual(["home-1"]);
    }
  });

  it("leaves it to the next command to say why none can be made", () => {
    const spare = createSpareHome({
      make(): never {
        throw new Error("no space");
      },
      markOf: () => null,
      nowMs: () => 0,
    });
    spare.take();
    spare.take();
    spare.follow();
    expect(spare.take()).toBeNull();
  });
});
