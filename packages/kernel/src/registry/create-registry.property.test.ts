import type { ToolLayer } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, type Registry } from "./create-registry.ts";
import type { Registration } from "./registration.ts";
import { plainTool } from "./tool.fixture.ts";
import { createToolListing } from "./tool-listing.ts";

const NAMES = ["a", "b", "skill"];
const LAYERS: readonly ToolLayer[] = ["bundled", "global", "project", "mcp"];

const step = fc.oneof(
  fc.record({
    kind: fc.constant("register" as const),
    name: fc.constantFrom(...NAMES),
    layer: fc.constantFrom(...LAYERS),
  }),
  fc.record({ kind: fc.constant("close" as const), at: fc.nat(20) }),
);

/** The visible bindings of names to tools. */
function view(registry: Registry): unknown {
  return registry
    .describe()
    .map(({ name, origin, bound, shadows, status, registrationId }) => ({
      name,
      origin,
      bound,
      shadows,
      status,
      registrationId,
    }))
    .sort((left, right) => left.registrationId - right.registrationId);
}

function tryRegister(registry: Registry, name: string, layer: ToolLayer): Registration | null {
  try {
    return registry.register(plainTool(name), { layer, trusted: true });
  } catch {
    return null;
  }
}

describe("any sequence of registrations", () => {
  it("binds the highest layer that is there, like a model of it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const registry = createRegistry({ config: {} });
        const open: { name: string; layer: ToolLayer; registration: Registration }[] = [];
        for (const one of steps) {
          if (one.kind === "register") {
            const { name, layer } = one;
            const registration = tryRegister(registry, name, layer);
            if (registration?.status === "active") open.push({ name, layer, registration });
          } else if (open.length > 0) {
            const [gone] = open.splice(one.at % open.length, 1);
            void gone?.registration.close();
          }
          for (const name of NAMES) {
            const ranks = open
              .filter((held) => held.name === name)
              .map(({ layer }) => (layer === "mcp" ? -1 : LAYERS.indexOf(layer)))
              .sort((left, right) => right - left);
            const top = ranks[0] === undefined ? null : ranks[0] === -1 ? "mcp" : LAYERS[ranks[0]];
            expect(registry.find(name)?.layer ?? null).toBe(top);
          }
        }
      }),
    );
  });

  it("closing registrations undoes them, newest first or oldest first", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 20 }),
        fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...LAYERS)), {
          maxLength: 10,
        }),
        fc.boolean(),
        (before, after, newestFirst) => {
          const registry = createRegistry({ config: {} });
          for (const one of before)
            if (one.kind === "register") tryRegister(registry, one.name, one.layer);
          const earlier = view(registry);
          const added = after.flatMap(([name, layer]) => tryRegister(registry, name, layer) ?? []);
          for (const one of newestFirst ? added.reverse() : added) void one.close();
          expect(view(registry)).toEqual(earlier);
        },
      ),
    );
  });

  it("gives the same answer however it is held back by turns", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(step, fc.constantFrom("", "begin", "end")), { maxLength: 30 }),
        (steps) => {
          const held = createRegistry({ config: {} });
          const free = createRegistry({ config: {} });
          const turns: { end(): void }[] = [];
          const pairs: (readonly [Registration | null, Registration | null])[] = [];
          for (const [one, turn] of steps) {
            if (turn === "begin") turns.push(held.beginTurn());
            if (turn === "end") turns.pop()?.end();
            if (one.kind === "register")
              pairs.push([
                tryRegister(held, one.name, one.layer),
                tryRegister(free, one.name, one.layer),
              ]);
            else for (const registration of pairs[one.at] ?? []) void registration?.close();
          }
          for (const turn of turns) turn.end();
          const bound = (registry: Registry): unknown =>
            registry.list().map(({ tool, origin }) => `${tool.id} ${origin}`);
          expect(bound(held)).toEqual(bound(free));
        },
      ),
    );
  });

  it("registering only ever appends to a listing, or takes out of it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const registry = createRegistry({ config: {}, deferAbove: 1 });
        const listing = createToolListing(registry);
        const open: Registration[] = [];
        let told: readonly string[] = [];
        for (const one of steps) {
          if (one.kind === "close") void open.splice(one.at % (open.length || 1), 1)[0]?.close();
          else open.push(...[tryRegister(registry, one.name, one.layer) ?? []].flat());
          if (one.kind === "close") listing.reveal([NAMES[one.at % NAMES.length] as string]);
          const now = listing.definitions().map(({ name }) => name);
          const kept = told.filter((name) => now.includes(name));
          expect(now.slice(0, kept.length)).toEqual(kept);
          expect(JSON.parse(listing.text())).toEqual(
            listing.definitions().map((one) => ({ ...one })),
          );
          told = now;
        }
      }),
    );
  });
});
