/** Several people answer one question at once: one answer counts, and what happens is what that one said. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";

describe("a question that several answer at once", () => {
  it("is answered by one of them, and done as that one said", async () => {
    const choices = ["once", "reject", "once", "reject", "reject", "once"];
    for (const order of [choices, choices.toReversed()]) {
      // An edit that can be undone would run unasked.
      const world = openCliWorld({ "../config/config.jsonc": '{ "contained": false }' });
      onTestFinished(world.remove);
      const words = ["call", "write", "--path", "a.txt", "--content", "x", "--wait"];
      const child = world.spawn(words);
      const ended = once(child, "close");
      await expect.poll(async () => (await world.waiting()).length, { timeout: 60_000 }).toBe(1);
      const listed = JSON.parse((await world.run(["approvals", "--json"])).stdout);
      const id = String(listed.waiting[0]?.id);
      const given = await Promise.all(
        order.map((choice) => world.run(["approvals", "answer", id, choice])),
      );
      const heard = order.filter((_, place) => given[place]?.code === 0);
      expect(heard).toHaveLength(1);
      const [code] = await ended;
      const isWritten = existsSync(join(world.workspace, "a.txt"));
      expect([heard[0], isWritten, code === 0]).toEqual(
        heard[0] === "once" ? ["once", true, true] : ["reject", false, false],
      );
      // Whoever comes after it was done changes nothing.
      expect((await world.run(["approvals", "answer", id, "once"])).code).toBe(1);
      const { stdout } = await world.run(["approvals", "--json"]);
      expect(JSON.parse(stdout)).toMatchObject({ waiting: [], standing: [] });
    }
  });
});
