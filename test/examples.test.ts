import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

// Examples are what a stranger copies first, so they are run as a stranger would run them: as programs, from the root,
// and all they print is compared. `npx vitest run test/examples.test.ts -u` accepts a changed output.

const root = join(import.meta.dirname, "..");
const names = readdirSync(join(root, "examples"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"));

interface Outcome {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function runExample(name: string): Promise<Outcome> {
  const args = ["--conditions=@toolplane/source", `examples/${name}.ts`];
  const env = { PATH: process.env.PATH, NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

describe("examples", () => {
  it("each have an expected output, and no output is left over", () => {
    const expected = readdirSync(join(root, "examples/expected")).map((file) =>
      basename(file, ".txt"),
    );
    expect(expected.toSorted()).toEqual(names.toSorted());
  });

  it.each(names)(
    "%s.ts prints what its expected output says",
    async (name) => {
      const { code, stdout, stderr } = await runExample(name);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const file = join(root, "examples/expected", `${name}.txt`);
      await expect(stdout).toMatchFileSnapshot(file);
    },
    60_000,
  );
});
