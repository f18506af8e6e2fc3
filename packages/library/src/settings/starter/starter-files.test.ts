import { describe, expect, it } from "vitest";
import { SETTING_NAMES } from "../declaration/setting-table.ts";
import { settingsSchema } from "../declaration/settings-schema.ts";
import { readConfigFile } from "../files/read-config-file.ts";
import { starterFiles } from "./starter-files.ts";

describe("starterFiles", () => {
  it.each(["project", "global"] as const)("are files that load: %s", async (layer) => {
    for (const { name, text } of starterFiles(layer)) {
      if (!name.endsWith(".jsonc")) continue;
      const kind = name.startsWith("config") ? "config" : "policy";
      const said = await readConfigFile({ layer, kind, file: name, bytes: Buffer.from(text) });
      if (kind === "policy") expect(said.rules?.rules.length).toBeGreaterThan(0);
    }
  });

  it("still load when every commented setting is taken", async () => {
    const config = starterFiles("global").find(({ name }) => name === "config.jsonc");
    const text = (config?.text ?? "").replace(/^ {2}\/\/ (?=")/gm, "  ");
    const bytes = Buffer.from(text);
    const { values } = await readConfigFile({ layer: "global", kind: "config", file: "f", bytes });
    expect(Object.keys(values)).toEqual(SETTING_NAMES);
  });

  it("have lines of at most 80 characters", () => {
    for (const layer of ["project", "global"] as const)
      for (const { name, text } of starterFiles(layer))
        if (name.endsWith(".jsonc"))
          expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});

describe("settingsSchema", () => {
  it("offers a project its own names only", () => {
    const names = (layer: "project" | "global") =>
      Object.keys(settingsSchema({ layer, kind: "config" }).properties as object);
    expect(names("project")).toEqual([
      "$schema",
      "flow",
      "tools",
      "backgroundWrites",
      "rules",
      "land",
    ]);
    expect(names("global")).toEqual(["$schema", ...SETTING_NAMES, "rules", "land"]);
  });
});
