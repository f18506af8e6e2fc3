/** Calls inside calls: a composite tool holds nothing while what it calls waits, so no order of things can lock up, and no write is lost. */
import { defineTool, type Tool } from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

type Plan =
  | { readonly append: string }
  | { readonly both: readonly Plan[]; readonly at: "once" | "turns" };

const plans = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.record({ append: fc.constantFrom("a", "b") }),
    fc.record({
      both: fc.array(tie("plan"), { minLength: 1, maxLength: 3 }),
      at: fc.constantFrom("once", "turns"),
    }),
  ) as fc.Arbitrary<Plan>,
})).plan;

function count(plan: Plan, path: string): number {
  if ("append" in plan) return plan.append === path ? 1 : 0;
  return plan.both.reduce((sum, part) => sum + count(part, path), 0);
}

describe("nested calls", () => {
  it("all end, and every write is kept", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plans, { minLength: 1, maxLength: 4 }), async (batch) => {
        const late: { session?: Session; sleep?: () => Promise<void> } = {};
        let made = 0;
        const inner = (plan: Plan) => {
          made += 1;
          const id = `n${made}`;
          return "append" in plan
            ? { id, name: "append", arguments: { path: plan.append } }
            : { id, name: "composite", arguments: { plan } as never };
        };
        const append: Tool = defineTool({
          id: "append",
          description: "Reads, waits, writes one letter more.",
          parameters: {
            type: "object",
            properties: { path: { type: "string" } },
            required: ["path"],
          },
          requires: { fs: { read: ["**"], write: ["**"] } },
          resources: { path: ["fs.read", "fs.write"] },
          execute: async ({ path }, { fs }) => {
            const { bytes } = await fs.read(path);
            await late.sleep?.();
            await fs.write(path, `${new TextDecoder().decode(bytes)}x`);
            return null;
          },
        });
        const composite: Tool = defineTool({
          id: "composite",
          description: "Runs other calls.",
          parameters: { type: "object", properties: { plan: {} }, required: ["plan"] },
          requires: {},
          composite: true,
          execute: async ({ plan }) => {
            const { both, at } = plan as Extract<Plan, { readonly both: unknown }>;
            if (at === "once")
              return (await late.session?.callAll(both.map(inner)))?.results.map(codeOf);
            for (const part of both) await late.session?.call(inner(part));
            return null;
          },
        });
        const world = openWorld({
          rules: [allowAll],
          kernel: { tools: [append, composite] },
          host: { files: { "/workspace/a": "", "/workspace/b": "" } },
        });
        late.session = world.session;
        late.sleep = () => new Promise((done) => void world.clock.setTimer(1, () => done()));
        const pending = world.session.callAll(batch.map(inner));
        await world.clock.advance(1_000);
        const { results } = await pending;
        expect(results.map(codeOf)).toEqual(batch.map(() => "output"));
        for (const path of ["a", "b"]) {
          const wanted = batch.reduce((sum, plan) => sum + count(plan, path), 0);
          expect(world.host.fileText(`/workspace/${path}`)).toBe("x".repeat(wanted));
        }
      }),
      { numRuns: 60 },
    );
  });
});
