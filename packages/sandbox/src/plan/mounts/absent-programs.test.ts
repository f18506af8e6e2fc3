import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absentPrograms } from "./absent-programs.ts";

let base: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-absent-")));
  for (const name of [
    ...["shims/tool", "versions/1.0/bin/tool", "versions/2.0/bin/tool2", "versions/2.0/bin/other"],
    ...["installs/tool/3.0/bin/tool", "bin/rustup", "elsewhere/tool"],
  ]) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), "#!/bin/sh\n");
    chmodSync(join(base, name), 0o755);
  }
  symlinkSync("tool2", join(base, "versions/2.0/bin/tool"));
  symlinkSync("rustup", join(base, "bin/cargo"));
  linkSync(join(base, "versions/1.0/bin/tool"), join(base, "versions/1.0/bin/tool1"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const closed = (name: string): readonly string[] =>
  absentPrograms([name], {
    path: `${join(base, "shims")}:${join(base, "bin")}`,
    starts: undefined,
    installations: () => [base],
  })
    .map(({ path }) => path.slice(base.length + 1))
    .toSorted();

describe("absentPrograms", () => {
  it("closes a program with the versions that a version manager keeps, and other names of its file", () => {
    expect(closed("tool")).toEqual([
      ...["installs/tool/3.0/bin/tool", "shims/tool"],
      ...["versions/1.0/bin/tool", "versions/1.0/bin/tool1", "versions/2.0/bin/tool2"],
    ]);
  });

  it("closes versions that lie beside it, and no program of another name", () => {
    const names = [
      "lang",
      "lang5.36.0",
      "lang5.36-x86_64-linux-gnu",
      "lang-12",
      "langdoc",
      "lang3",
    ];
    const others = ["lang3.11", "lang3.12-config", "lang-format", "lang5sum", "lang64"];
    for (const name of [...names, ...others]) writeFileSync(join(base, "bin", name), "");
    const bin = (list: readonly string[]) => list.map((name) => `bin/${name}`).toSorted();
    expect(closed("lang")).toEqual(bin(names.slice(0, 4)));
    expect(closed("lang3")).toEqual(bin(["lang3", "lang3.11", "lang3.12-config"]));
  });

  it("closes nothing that is many programs in one", () => {
    expect(closed("cargo")).toEqual([]);
  });
});
