import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { guardPerson } from "./guard-person.ts";

let root: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-person-")));
  workspace = join(root, "project");
  mkdirSync(workspace);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the person's configuration", () => {
  it("is closed in the root folder too, and under every name that leads to it", () => {
    const patterns = (places: Parameters<typeof guardPerson>[0]): readonly string[] =>
      guardPerson(places).layers.flatMap(({ rules }) =>
        rules.flatMap(({ action, pattern }) => (action === "deny" ? [pattern] : [])),
      );
    const configFolder = join(root, "config");
    expect(patterns({ workspace: "/", configFolder, homes: [] })).toContain(`${configFolder}/**`);
    mkdirSync(join(workspace, "real"));
    symlinkSync("real", join(workspace, "middle"));
    symlinkSync(join(workspace, "middle"), configFolder);
    const closed = patterns({ workspace, configFolder, homes: [] });
    for (const name of ["middle", "real"]) expect(closed).toContain(join(workspace, name, "**"));
  });

  it("is of no concern to a project beside it", () => {
    expect(
      guardPerson({
        workspace,
        configFolder: `${workspace}-config`,
        homes: [join(root, "home")],
      }),
    ).toEqual({ layers: [], isExposed: false, notice: null });
  });
});
