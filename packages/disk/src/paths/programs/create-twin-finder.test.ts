import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Places } from "../places/places.ts";
import { createTwinFinder, type TwinFinder } from "./create-twin-finder.ts";

let base: string;
let find: TwinFinder;
const at = (path: string) => join(base, path);

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-twins-")));
  for (const folder of ["bin", "more", "project"]) mkdirSync(at(folder));
  program("bin/pusher", "pushes");
  program("bin/other", "others");
  const places = { roots: [at("project")] } as unknown as Places;
  const open = createTwinFinder(places, `${at("bin")}:${at("more")}`);
  find = (program) => open()(program);
});

afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

function program(path: string, text: string): void {
  writeFileSync(at(path), `#!/bin/sh\n# ${text}\n`);
  chmodSync(at(path), 0o755);
}

describe("programs under another name", () => {
  it("are found by their contents and by hard links", () => {
    copyFileSync(at("bin/pusher"), at("project/copy"));
    linkSync(at("bin/pusher"), at("project/link"));
    expect(find(at("project/copy"))).toEqual([at("bin/pusher")]);
    expect(find(at("project/link"))).toEqual([at("bin/pusher")]);
  });

  it("are none where a file only is as long, or is no file", () => {
    program("project/mine", "minimi");
    symlinkSync(at("bin"), at("project/folder"));
    for (const path of ["project/mine", "project/folder", "project/missing"])
      expect(find(at(path))).toEqual([]);
  });

  it("are found by both ends where a file is long", () => {
    const half = "x".repeat(100_000);
    program("bin/long", `${half}a${half}`);
    program("project/changed", `${half}b${half}`);
    expect(find(at("project/changed"))).toEqual([at("bin/long")]);
    program("project/ended", `${half}a${half.slice(1)}y`);
    expect(find(at("project/ended"))).toEqual([]);
  });

  it("are found in the folders of PATH by their bare names", () => {
    copyFileSync(at("bin/pusher"), at("more/x"));
    expect(find("x")).toEqual([at("bin/pusher")]);
    expect(find("other")).toEqual([]);
  });

  it("are looked for in folders as they were when a line began", () => {
    const open = createTwinFinder({ roots: [] } as unknown as Places, at("more"));
    const line = open();
    expect(line("x")).toEqual([]);
    copyFileSync("/bin/sh", at("more/x"));
    expect([line("x"), open()("x").length > 0]).toEqual([[], true]);
  });

  it("are seen once they were installed or changed", () => {
    program("project/copy", "arrived later");
    expect(find(at("project/copy"))).toEqual([]);
    copyFileSync(at("project/copy"), at("bin/later"));
    expect(find(at("project/copy"))).toEqual([at("bin/later")]);
    appendFileSync(at("project/copy"), "# mine\n");
    expect(find(at("project/copy"))).toEqual([]);
  });

  it("are none of many that one file does the work of, nor those beside it", () => {
    for (let index = 0; index < 20; index += 1) linkSync(at("bin/pusher"), at(`bin/name${index}`));
    copyFileSync(at("bin/pusher"), at("project/box"));
    expect(find(at("project/box"))).toEqual([]);
    linkSync(at("bin/other"), at("bin/beside"));
    expect(find("beside")).toEqual([]);
  });

  it("are not those of the system under their own names", () => {
    const shell = realpathSync("/bin/sh");
    const own = at(join("project", basename(shell)));
    copyFileSync(shell, own);
    expect(find(own)).toEqual([]);
    expect(find(shell)).toEqual([]);
  });
});
