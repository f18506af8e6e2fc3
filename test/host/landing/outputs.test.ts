import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { clearTree } from "@toolplane/disk/inside";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { isWhole, SAMPLED_MS } from "../../sample.ts";
import { leftovers, openWorld, treeOf, type World, type WorldOptions } from "./landing-world.ts";
import { bringRounds, openOutput, ROUNDS } from "./output-world.ts";

const CHILD = join(import.meta.dirname, "outputs-child.ts");

const worlds: World[] = [];
function filled(options?: WorldOptions): World {
  const made = openWorld(options);
  worlds.push(made);
  seed(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.close();
});

function seed({ workspace }: Pick<World, "workspace">): void {
  for (const name of readdirSync(workspace)) clearTree(join(workspace, name));
  const at = (name: string) => join(workspace, "out", name);
  mkdirSync(at("old/x"), { recursive: true });
  for (const file of ["a", "b", "old/x/y", "turns"]) writeFileSync(at(file), `${file}\n`);
  linkSync(at("a"), at("twin"));
  symlinkSync("b", at("to-b"));
}

const WAYS: readonly (readonly [string, WorldOptions])[] = [
  ["by rename", {}],
  ["by copy", { userDataParent: "/dev/shm" }],
];

async function undoAll({ journal }: World): Promise<readonly string[]> {
  const left = (await journal.list()).filter(({ undone }) => !undone).map(({ id }) => id);
  if (left.length > 0) await journal.undo(left);
  return left;
}

/** All of them where nothing is left out; otherwise the last one of each kind. */
function stopsOf(steps: readonly string[]): readonly number[] {
  if (isWhole) return [...steps.keys()];
  const kinds = [
    "write",
    "planned",
    "over",
    "half",
    "swap",
    "add",
    "take",
    "sign",
    "append",
    "end",
  ];
  return kinds
    .map((kind) => steps.findLastIndex((name) => name.split(" ")[0] === kind))
    .filter((index) => index >= 0);
}

describe("the outputs of a process that runs on", () => {
  it.each(WAYS)(
    "can be taken back %s, at whatever step the process of ours was killed",
    async (_way, how) => {
      const made = filled(how);
      const before = treeOf(made.workspace);
      const child = (stop: number) => {
        const argv = [...testProgram(CHILD), made.workspace, made.userData, String(stop)];
        const { signal, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
        if (signal !== "SIGKILL" && stop >= 0) throw new TypeError(`${stdout}${stderr}`);
        return stdout;
      };
      const steps = JSON.parse(child(-1)) as readonly string[];
      expect(treeOf(made.workspace)).not.toEqual(before);
      expect((await undoAll(made)).length).toBeGreaterThan(4);
      expect(treeOf(made.workspace)).toEqual(before);
      for (const stop of stopsOf(steps)) {
        seed(made);
        child(stop);
        await made.again().recover();
        expect(leftovers(made)).toEqual([]);
        await undoAll(made);
        expect(treeOf(made.workspace), `${stop} ${steps[stop]}`).toEqual(before);
      }
    },
    SAMPLED_MS,
  );

  it("are kept once for each path, however often the process writes it", async () => {
    const made = filled();
    const stage = openOutput(made);
    const more = Array.from(
      { length: 20 },
      (_, count) => `echo ${count} >> a; echo ${count} > n; rm -f turns`,
    );
    await bringRounds(stage, [...more, "rm n"]);
    expect(await made.journal.list()).toHaveLength(3);
  });

  it("stay a person's where they changed something between two rounds", async () => {
    const made = filled();
    const stage = openOutput(made);
    await bringRounds(stage, ROUNDS.slice(0, 1));
    appendFileSync(join(made.workspace, "out/a"), "mine\n");
    writeFileSync(join(made.workspace, "out/new/mine"), "mine\n");
    await bringRounds(stage, ["echo bad > a; echo x > new/in/n"]);
    for (const { id, path } of await made.journal.list()) {
      const undone = made.journal.undo([id]);
      if (/out\/(a|new)$/.test(path))
        await expect(undone).rejects.toMatchObject({ code: "conflict" });
      else await undone;
    }
    expect(treeOf(made.workspace)["/out/a"]).toContain("mine");
    expect(treeOf(made.workspace)["/out/new/mine"]).toContain("mine");
  });

  it("are as before after undo and as the process left them after redo, whatever it did in whatever rounds", async () => {
    const NAMES = ["a", "b", "c", "d e"];
    const path = fc
      .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
      .map((names) => names.join("/"));
    const step = fc.tuple(
      fc.constantFrom("write", "folder", "link", "remove", "move", "mode"),
      path,
      path,
    );
    const lineOf = ([what, one, other]: readonly [string, string, string]): string => {
      const parent = one.split("/").slice(0, -1).join("/") || ".";
      if (what === "write") return `mkdir -p '${parent}'; echo '${other}' > '${one}'`;
      if (what === "folder") return `mkdir -p '${one}'`;
      if (what === "link")
        return `mkdir -p '${parent}'; ln -s '${other.replaceAll("/", "-")}' '${one}'`;
      if (what === "remove") return `rm -rf '${one}'`;
      if (what === "move") return `mv -T '${one}' '${other}'`;
      return `test -f '${one}' -a ! -L '${one}' && chmod 640 '${one}'`;
    };
    const script = (steps: readonly (readonly [string, string, string])[]) =>
      steps.map(lineOf).join("\n");
    const steps = fc.array(step, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(steps, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (first, rounds, copies) => {
          const made = openWorld(copies ? { userDataParent: "/dev/shm" } : {});
          try {
            const out = join(made.workspace, "out");
            mkdirSync(out);
            spawnSync("bash", ["-c", script(first)], { cwd: out });
            const before = treeOf(out);
            const stage = openOutput(made);
            await bringRounds(stage, rounds.map(script));
            const after = treeOf(out);
            expect(after).toEqual({ ...treeOf(stage.source), "": before[""] });
            const moved = await undoAll(made);
            expect(treeOf(out)).toEqual(before);
            if (moved.length > 0) await made.journal.redo(moved);
            expect(treeOf(out)).toEqual(after);
          } finally {
            made.close();
          }
        },
      ),
      { numRuns: isWhole ? 200 : 25 },
    );
  });
});
