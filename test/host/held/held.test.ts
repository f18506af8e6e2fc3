/** Views that are held: a session works in a workspace of its own, with its doors and its commands, until that lands. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openHeldPlace } from "./fixture.ts";

describe.skipIf(!hasSandbox)("a session with a view of its own (needs a sandbox)", () => {
  it("reads what it wrote by doors and by commands, and the project is as it was until it lands", async () => {
    const place = await openHeldPlace();
    const { workspace, views } = place;
    await views.open("one");
    const door = place.files("one");
    await door.write("src/a.txt", "written by a door\n");
    const shown = await place.run("one", "cat src/a.txt; echo more >> src/a.txt; echo new > c.txt");
    expect(shown.output).toBe("written by a door\n");
    expect(shown.report.landing?.state).toBe("landed");
    const after = await door.read("src/a.txt");
    expect(Buffer.from(after.bytes).toString()).toBe("written by a door\nmore\n");
    expect(Buffer.from((await door.read("c.txt")).bytes).toString()).toBe("new\n");
    expect(readFileSync(join(workspace, "src/a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(existsSync(join(workspace, "c.txt"))).toBe(false);
    const other = await place.run("two", "cat src/a.txt; ls");
    expect(other.output).toBe("one\ntwo\nthree\nb.txt\nsrc\n");

    const landed = await place.land("one");
    expect(landed.landing?.state).toBe("landed");
    expect(readFileSync(join(workspace, "src/a.txt"), "utf8")).toBe("written by a door\nmore\n");
    expect(readFileSync(join(workspace, "c.txt"), "utf8")).toBe("new\n");
    expect((await place.land("one")).landing).toBeUndefined();
    // It shows the project's files from then on.
    writeFileSync(join(workspace, "c.txt"), "by a person\n");
    expect(Buffer.from((await door.read("c.txt")).bytes).toString()).toBe("by a person\n");
  });
});
