import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFileLocks } from "./create-file-locks.ts";

const never = new AbortController().signal;

function gates() {
  const opened: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => opened.push(resolve));
  return { wait, open: (index: number) => opened[index]?.() };
}

describe("createFileLocks", () => {
  it("lets one path be changed in the order it was asked for, and others meanwhile", async () => {
    const locks = createFileLocks();
    const order: string[] = [];
    const { wait, open } = gates();
    const first = locks.hold(["/a"], never, async () => {
      order.push("first");
      await wait();
    });
    const second = locks.hold(["/a/below"], never, async () => void order.push("second"));
    const third = locks.hold(["/a"], never, async () => void order.push("third"));
    await locks.hold(["/ab"], never, async () => void order.push("other"));
    open(0);
    await Promise.all([first, second, third]);
    expect(order).toEqual(["first", "other", "second", "third"]);
  });

  it("ends a wait with its call, and lets the next one pass", async () => {
    const locks = createFileLocks();
    const { wait, open } = gates();
    const abort = new AbortController();
    const first = locks.hold(["/a"], never, wait);
    const second = locks.hold(["/a", "/b"], abort.signal, async () => "ran");
    const third = locks.hold(["/b"], never, async () => "third");
    abort.abort("enough");
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    expect(await third).toBe("third");
    open(0);
    await first;
    expect(await locks.hold(["/a"], never, async () => "free")).toBe("free");
  });

  it("is let go when the work fails", async () => {
    const locks = createFileLocks();
    await expect(
      locks.hold(["/a"], never, () => Promise.reject(new RangeError("x"))),
    ).rejects.toThrow("x");
    expect(await locks.hold(["/a"], never, async () => 1)).toBe(1);
  });

  it("never locks up and never lets two hold one path, whatever they ask for", async () => {
    const paths = fc.uniqueArray(fc.constantFrom("/a", "/a/b", "/a/b/c", "/d", "/d/e"), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(paths, { maxLength: 12 }), async (requests) => {
        const locks = createFileLocks();
        const held = new Set<string>();
        await Promise.all(
          requests.map((wanted) =>
            locks.hold(wanted, never, async () => {
              for (const path of wanted) expect(held.has(path)).toBe(false);
              for (const path of wanted) held.add(path);
              await Promise.resolve();
              for (const path of wanted) held.delete(path);
            }),
          ),
        );
      }),
    );
  });
});
