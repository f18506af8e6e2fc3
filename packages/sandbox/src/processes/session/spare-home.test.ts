import { describe, expect, it } from "vitest";
import { createSpareHome } from "./spare-home.ts";

describe("the next fresh home of a session", () => {
  function world() {
    const marks = new Map<string, string | null>();
    const released: string[] = [];
    let made = 0;
    const spare = createSpareHome({
      make() {
        made += 1;
        const name = `home-${made}`;
        marks.set(name, "as made");
        return { name, release: () => released.push(name) };
      },
      markOf: ({ name }) => marks.get(name) ?? null,
    });
    return { spare, marks, released, made: () => made };
  }

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
    });
    spare.take();
    spare.take();
    spare.follow();
    expect(spare.take()).toBeNull();
  });
});
