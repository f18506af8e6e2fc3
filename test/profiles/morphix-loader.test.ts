/** The loader of Morphix's document, with real files, processes and the sandbox. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createToolLoader } from "@toolplane/compat";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openMorphix, outcomeOf, toolFile } from "./morphix-world.fixture.ts";

const TRUSTING = { toolFolders: { folders: [], isTrusted: () => true } };
const loaderOf = ({ tp, root }: Awaited<ReturnType<typeof openMorphix>>) =>
  createToolLoader(tp, { tools: join(root, "tools"), workspaces: join(root, "workspaces") });
const COUNTING = toolFile("counter", "times += 1; return times;", { before: "let times = 0;" });

describe.skipIf(!hasSandbox)("the loader (needs bubblewrap)", () => {
  it("loads every tool file of the tools folder, and skips those that begin with _ [R053]", async () => {
    const world = await openMorphix(
      {
        "tools/hello.ts": toolFile("hello", 'return "hello";'),
        "tools/code_execution.ts": toolFile("sum", "return args.a + args.b;"),
        "tools/__init__.ts": toolFile("init", "return 1;"),
        "tools/_draft.ts": toolFile("draft", "return 1;"),
        "tools/broken.ts": "export const = ;",
      },
      TRUSTING,
    );
    const loader = loaderOf(world);
    expect(outcomeOf(await world.call("hello"))).toMatch(/^unknown_tool/);
    expect(await loader.loadGlobalTools()).toMatchObject([{ name: "broken", stage: "load" }]);
    expect(outcomeOf(await world.call("hello"))).toBe("hello");
    expect(outcomeOf(await world.call("sum", { a: 1, b: 2 }))).toBe(3);
    for (const name of ["init", "draft"])
      expect(outcomeOf(await world.call(name))).toMatch(/^unknown_tool/);
  });

  it("loads the tools of one workspace from workspaces/<name>/tools [R054]", async () => {
    const world = await openMorphix(
      {
        "tools/hello.ts": toolFile("hello", 'return "global";'),
        "workspaces/alpha/tools/where.ts": toolFile("where", 'return "alpha";'),
        "workspaces/alpha/tools/only_alpha.ts": toolFile("only_alpha", "return 1;"),
        "workspaces/beta/tools/where.ts": toolFile("where", 'return "beta";'),
        "workspaces/beta/tools/hello.ts": toolFile("hello", 'return "beta";'),
      },
      TRUSTING,
    );
    const loader = loaderOf(world);
    await loader.loadGlobalTools();
    expect(await loader.loadWorkspaceTools("alpha")).toEqual([]);
    expect(outcomeOf(await world.call("where"))).toBe("alpha");
    expect(outcomeOf(await world.call("hello"))).toBe("global");
    expect(await loader.loadWorkspaceTools("beta")).toEqual([]);
    expect(outcomeOf(await world.call("where"))).toBe("beta");
    expect(outcomeOf(await world.call("hello"))).toBe("beta");
    expect(outcomeOf(await world.call("only_alpha"))).toMatch(/^unknown_tool/);
    for (const name of ["../alpha", "a/b", "", ".."])
      await expect(loader.loadWorkspaceTools(name)).rejects.toThrow("a name is 1 to 64 letters");
    expect(outcomeOf(await world.call("where"))).toBe("beta");
  });

  it("unloads a workspace's tools and what their modules kept, and leaves the global ones [R055]", async () => {
    const world = await openMorphix(
      {
        "tools/hello.ts": COUNTING,
        "workspaces/alpha/tools/local.ts": COUNTING.replace("counter", "local"),
      },
      TRUSTING,
    );
    const loader = loaderOf(world);
    await loader.loadGlobalTools();
    await loader.loadWorkspaceTools("alpha");
    for (const times of [1, 2]) {
      expect(outcomeOf(await world.call("local"))).toBe(times);
      expect(outcomeOf(await world.call("counter"))).toBe(times);
    }
    await loader.unloadWorkspaceTools();
    expect(outcomeOf(await world.call("local"))).toMatch(/^unknown_tool/);
    expect(outcomeOf(await world.call("counter"))).toBe(3);
    await loader.loadWorkspaceTools("alpha");
    expect(outcomeOf(await world.call("local"))).toBe(1);
    expect(outcomeOf(await world.call("counter"))).toBe(4);
  });

  it("loses no call when workspaces change: one that runs ends with the tool it began with [R054] [R055]", async () => {
    /** Comes back when there is a file `gate`. */
    const slow = (name: string) =>
      toolFile(
        "slow",
        `for (;;) try { await runtime.fs.read(args.gate); return "${name}"; } catch {}`,
        { requires: '{ fs: { read: ["{workspace}/**"] } }' },
      );
    const world = await openMorphix(
      {
        "workspaces/alpha/tools/slow.ts": slow("alpha"),
        "workspaces/beta/tools/slow.ts": slow("beta"),
        "workspaces/same/tools/slow.ts": slow("beta"),
      },
      TRUSTING,
    );
    const loader = loaderOf(world);
    await loader.loadWorkspaceTools("alpha");
    const started = () =>
      new Promise<void>((resolve) => {
        world.tp.on((event) => event.type === "call-start" && resolve());
      });
    const waiting = async (gate: string) => {
      const begun = started();
      const result = world.call("slow", { gate });
      await begun;
      return async () => {
        world.put(`project/${gate}`, "");
        return outcomeOf(await result);
      };
    };
    world.put("project/open", "");
    const quick = async () => outcomeOf(await world.call("slow", { gate: "open" }));
    const first = await waiting("first");
    // Calls before, during and after the change: each is answered by one of the two tools.
    const changing = loader.loadWorkspaceTools("beta");
    const during = quick();
    await changing;
    expect(["alpha", "beta"]).toContain(await during);
    expect(await quick()).toBe("beta");
    expect(await first()).toBe("alpha");
    // The same content again: the end of the first takes nothing from the second.
    const second = await waiting("second");
    await loader.loadWorkspaceTools("same");
    expect(await second()).toBe("beta");
    expect(await quick()).toBe("beta");
    const third = await waiting("third");
    await loader.unloadWorkspaceTools();
    expect(await quick()).toMatch(/^unknown_tool/);
    expect(await third()).toBe("beta");
  });

  it("loads nothing of a workspace, or of the project, that no person agreed to", async () => {
    const file = toolFile("where", 'return "ran";');
    const world = await openMorphix({
      "workspaces/alpha/tools/where.ts": file,
      "project/tools/where.ts": file,
    });
    const loader = loaderOf(world);
    expect(await loader.loadWorkspaceTools("alpha")).toMatchObject([{ stage: "trust" }]);
    mkdirSync(join(world.root, "links"));
    symlinkSync(join(world.root, "project/tools"), join(world.root, "links/tools"));
    for (const tools of ["project/tools", "links/../project/tools"]) {
      const inside = createToolLoader(world.tp, {
        tools: join(world.root, tools),
        workspaces: world.root,
      });
      expect(await inside.loadGlobalTools()).toMatchObject([{ stage: "trust" }]);
    }
    expect(outcomeOf(await world.call("where"))).toMatch(/^unknown_tool/);
  });
});
