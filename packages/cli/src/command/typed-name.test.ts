import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { typedName } from "./typed-name.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "typed-name-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const program = join(root, "packages/toolplane/bin/toolplane.cjs");
const bin = join(root, "node_modules/.bin");
for (const folder of [dirname(program), bin, join(root, "other")])
  mkdirSync(folder, { recursive: true });
writeFileSync(program, "");
writeFileSync(join(root, "other/toolplane"), "");
symlinkSync(program, join(bin, "toolplane"));

const ROWS = [
  ["the shell finds it", { PATH: `/usr/bin:${bin}` }, "/", "toolplane"],
  [
    "only a script of npm finds it",
    { PATH: bin, npm_lifecycle_event: "start" },
    root,
    "npx toolplane",
  ],
  [
    "nothing finds it, inside the checkout",
    { PATH: "/usr/bin" },
    join(root, "docs"),
    "npx toolplane",
  ],
  ["nothing finds it, elsewhere", { PATH: "/usr/bin" }, "/", program],
  ["the shell finds another one", { PATH: join(root, "other") }, "/", program],
  ["there is no PATH", {}, "/", program],
] as const;

test.each(ROWS)(
  "typedName is what can be typed where %s",
  (_where, environment, directory, name) => {
    expect(typedName({ environment, directory, program })).toBe(name);
  },
);
