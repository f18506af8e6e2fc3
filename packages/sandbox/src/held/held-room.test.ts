import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock, createSystemIds } from "@toolplane/disk/ground";
import { expect, it, onTestFinished } from "vitest";
import { createHeldViews } from "./create-held-views.ts";

it("tells that most views are held before there is no room for one", () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "held-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["project", "data"]) mkdirSync(join(folder, name));
  const told: string[] = [];
  const views = createHeldViews({
    userData: join(folder, "data"),
    roots: [join(folder, "project")],
    sandbox: { mountFor: () => [] },
    clock: createSystemClock(),
    ids: createSystemIds(),
    maxViews: 4,
    onNotice: (text) => told.push(text),
  });
  views.hold("a");
  views.hold("b");
  expect(told).toEqual([]);
  views.hold("c");
  expect(told).toEqual(["3 of 4 views are held: land or discard some (toolplane views)"]);
  views.hold("d");
  expect(() => views.hold("e")).toThrow("4 views are held already");
  expect(views.most).toBe(4);
  views.close();
});
