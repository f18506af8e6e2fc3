import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { keepFetched } from "./keep-fetched.ts";

const HOUR = 3_600_000;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A server that can be switched off, and a clock. */
function open(urls: readonly string[]) {
  const userData = mkdtempSync(join(tmpdir(), "skill-urls-"));
  folders.push(userData);
  const world = { nowMs: 0, isDown: false, fetched: [] as string[], said: "one" };
  const fetchAll = (named: readonly string[]) =>
    keepFetched(
      async (address) => {
        world.fetched.push(address);
        if (world.isDown) return { reason: "it cannot be fetched" };
        return new TextEncoder().encode(world.said);
      },
      { userData, urls: named, nowMs: () => world.nowMs },
    );
  const read = async (address: string, maxBytes = 1_000) => {
    const bytes = await fetchAll(urls)(address, maxBytes);
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : bytes;
  };
  return { world, read, fetchAll, userData };
}

const ONE = "https://one.example/SKILL.md";

it("fetches an address once an hour, and has what it had where nothing can be fetched", async () => {
  const { world, read } = open([ONE]);
  expect(await read(ONE)).toBe("one");
  world.said = "two";
  world.nowMs = HOUR - 1;
  expect(await read(ONE)).toBe("one");
  expect(world.fetched).toHaveLength(1);
  world.nowMs = HOUR;
  expect(await read(ONE)).toBe("two");
  world.isDown = true;
  world.nowMs = 100 * HOUR;
  expect(await read(ONE)).toBe("two");
  world.nowMs = 200 * HOUR;
  expect(await read(ONE)).toEqual({ reason: "it cannot be fetched" });
});

it("keeps nothing of an address that is no longer named, and no copy that is too large now", async () => {
  const { world, read, fetchAll, userData } = open([ONE]);
  await read(ONE);
  const other = "https://other.example/SKILL.md";
  await fetchAll([other])(other, 1_000);
  expect(readdirSync(join(userData, "skill-urls"))).toHaveLength(1);
  await read(ONE);
  await read(ONE, 2);
  expect(world.fetched).toEqual([ONE, other, ONE, ONE]);
});
