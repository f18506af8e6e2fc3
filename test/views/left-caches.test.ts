/** A check may leave its caches in the view; nothing else that was written there meanwhile lands with them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Session, ToolplaneOptions } from "toolplane";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { FILES, openWorld } from "./red-world.ts";

type Checks = NonNullable<ToolplaneOptions["require"]>;

const TESTS: Checks[number] = {
  name: "tests",
  run: "mkdir -p .cache && echo kept > .cache/last && node --test",
  keeps: [".cache/**"],
};

let made = 0;
const write = (path: string, content: string) => {
  made += 1;
  return { id: `call_${made}`, name: "write", arguments: { path, content } };
};

/** Lands a view of its own in which something else is written while it is checked. */
async function landWith(order: (meanwhile: Checks[number]) => Checks) {
  const writer: { session: Session | null } = { session: null };
  const meanwhile: Checks[number] = {
    name: "meanwhile",
    check: async () => {
      const { session } = writer;
      writer.session = null;
      await session?.call(write("sum.js", "export const sum = () => 7;\n"));
      return true;
    },
  };
  const world = await openWorld({ require: order(meanwhile) });
  const session = world.tp.session();
  const own = await world.tp.views.own(session);
  await session.call(write("notes.md", "# Notes\n"));
  writer.session = session;
  return { world, end: await own.land() };
}

describe.skipIf(!hasSandbox)("a check that leaves caches (needs a sandbox)", () => {
  it.each([
    ["before it is run", (other: Checks[number]): Checks => [other, TESTS]],
    ["after it was run", (other: Checks[number]): Checks => [TESTS, other]],
  ])("lands nothing that was written meanwhile, %s", async (_, order) => {
    const { world, end } = await landWith(order);
    expect(end.state).toBe("red");
    expect(world.read("sum.js")).toBe(FILES["sum.js"]);
  });

  it("lands with its caches where nobody wrote anything else", async () => {
    const { world, end } = await landWith(() => [TESTS]);
    expect(end.state).toBe("landed");
    expect(world.read(".cache/last")).toBe("kept\n");
    expect(existsSync(join(world.workspace, "notes.md"))).toBe(true);
  });
});
