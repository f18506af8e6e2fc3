import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAN_MOUNT, openWorld, runCommand, treeOf } from "./landing-world.ts";

const NAMES = ["a", "b", "c", "d e"];
const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names) => names.join("/"));
const step = fc.oneof(
  fc.record({ do: fc.constant("write" as const), path, text: fc.string({ maxLength: 3 }) }),
  fc.record({ do: fc.constant("folder" as const), path }),
  fc.record({ do: fc.constant("link" as const), path, to: path }),
  fc.record({ do: fc.constant("remove" as const), path }),
  fc.record({ do: fc.constant("move" as const), path, to: path }),
  fc.record({ do: fc.constant("mode" as const), path, mode: fc.constantFrom("700", "755", "640") }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same step as a line of shell; one that cannot be done does nothing. */
function lineOf(one: Step): string {
  const at = quoted(one.path);
  const parent = quoted(one.path.split("/").slice(0, -1).join("/") || ".");
  if (one.do === "write") return `mkdir -p ${parent}; printf %s ${quoted(one.text)} > ${at}`;
  if (one.do === "folder") return `mkdir -p ${at}`;
  if (one.do === "link") return `mkdir -p ${parent}; ln -s ${quoted(one.to)} ${at}`;
  if (one.do === "remove") return `rm -rf ${at}`;
  if (one.do === "move") return `mv -T ${at} ${quoted(one.to)}`;
  return `test -L ${at} || chmod ${one.mode} ${at}`;
}

describe.skipIf(!CAN_MOUNT)("any tree and any command (needs mounts)", () => {
  it("land as they were seen, are undone and made again exactly", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (first, then, copies) => {
          const made = openWorld(copies ? { userDataParent: "/dev/shm" } : {});
          const twin = openWorld();
          try {
            const script = (steps: readonly Step[]) => steps.map(lineOf).join("\n");
            for (const { workspace } of [made, twin])
              spawnSync("bash", ["-c", script(first)], { cwd: workspace });
            const before = treeOf(made.workspace);
            const ran = await runCommand(made, script(then));
            spawnSync("bash", ["-c", script(then)], { cwd: twin.workspace });
            const after = treeOf(made.workspace);
            expect(after).toEqual(treeOf(twin.workspace));
            if (ran.undo.length === 0) return;
            await made.journal.undo(ran.undo);
            expect(treeOf(made.workspace)).toEqual(before);
            await made.journal.redo(ran.undo);
            expect(treeOf(made.workspace)).toEqual(after);
          } finally {
            made.close();
            twin.close();
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
