import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findProgram, safePath } from "./safe-path.ts";

it("never finds a program where tools can write", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-path-")));
  try {
    for (const name of ["ws/bin", "scratch", "data", "own"])
      mkdirSync(join(root, name), { recursive: true });
    symlinkSync(join(root, "ws/bin"), join(root, "link"));
    for (const name of ["ws/bin", "scratch", "own"]) {
      writeFileSync(join(root, name, "planted"), "#!/bin/sh\n");
      chmodSync(join(root, name, "planted"), 0o755);
    }
    const places = {
      roots: [join(root, "ws")],
      adHoc: () => [],
      userData: join(root, "data"),
      scratch: join(root, "scratch"),
      home: root,
      tmpIsScratch: false,
      aliases: [],
    };
    const path = [join(root, "ws/bin"), ".", join(root, "link"), join(root, "scratch"), "/nowhere"];
    const folders = safePath([...path, join(root, "own")].join(":"), places);
    expect(findProgram("planted", folders)).toBe(join(root, "own/planted"));
    expect(findProgram("planted", safePath(path.join(":"), places))).toBe("planted");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
