import { describe, expect, it } from "vitest";
import { createLineWorld } from "./line-world.ts";

type World = Parameters<typeof createLineWorld>[0];

/** A world that counts how often it is looked at. */
function openWorld() {
  const looked: string[] = [];
  const world = {
    places: { roots: ["/ws"] },
    url: () => ({ ok: false, message: "none" }),
    path: (text: string) => {
      looked.push(`path ${text}`);
      return { ok: true, value: { lexical: text, real: text, kind: "file" } };
    },
    below: (path: string) => {
      looked.push(`below ${path}`);
      return { paths: [], complete: true };
    },
    list: (path: string) => {
      looked.push(`list ${path}`);
      return [path];
    },
    linked: (path: string) => {
      looked.push(`linked ${path}`);
      return path;
    },
    repository: (path: string) => {
      looked.push(`repository ${path}`);
      return undefined;
    },
    ownProgram: () => undefined,
  } as unknown as World;
  return { looked, world: createLineWorld(world) };
}

describe("the world of one line", () => {
  it("is looked at once for each question", () => {
    const { looked, world } = openWorld();
    for (const _again of [1, 2]) {
      world.path("/ws/a", "read");
      world.list?.("/ws");
      world.below?.("/ws");
      world.linked?.("/ws/a", () => false);
    }
    expect(looked).toEqual(["path /ws/a", "list /ws", "below /ws", "linked /ws/a"]);
  });

  it("remembers that there is nothing", () => {
    const { looked, world } = openWorld();
    for (const _again of [1, 2]) expect(world.repository?.("/ws")).toBeUndefined();
    expect(looked).toEqual(["repository /ws"]);
  });

  it("answers that nobody knows when too much was looked at", () => {
    const { looked, world } = openWorld();
    const known = { paths: 0, lists: 0, trees: 0, links: 0 };
    for (let index = 0; index < 3_000; index += 1) {
      if (world.path(`/ws/${index}`, "read").ok) known.paths += 1;
      if (world.list?.(`/ws/${index}`)) known.lists += 1;
      if (world.below?.(`/ws/${index}`)?.complete) known.trees += 1;
      if (world.linked?.(`/ws/${index}`, () => false) !== "/dev/stdin") known.links += 1;
    }
    expect(known).toEqual({ paths: 1_500, lists: 48, trees: 48, links: 1_500 });
    expect(looked).toHaveLength(1_500 + 48 + 48 + 1_500);
  });

  it("takes a program that was not looked up for the project's own", () => {
    const { world } = openWorld();
    expect(world.ownProgram?.("git")).toBeUndefined();
    for (let index = 0; index < 3_000; index += 1) world.ownProgram?.(`p${index}`);
    expect(world.ownProgram?.("npm")).toEqual({ path: "/ws/npm", hides: true });
    expect(world.ownProgram?.("git")).toBeUndefined();
  });
});
