import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listSourceFiles } from "../source/source-file.ts";
import { findSampling } from "./find-sampling.ts";

const root = join(import.meta.dirname, "../..");

/** They ask whether all is run, and are no tests that draw: where a sample is drawn, and the PATH that all tests get. */
const NO_SAMPLES: readonly string[] = ["test/sample.ts", "test/setup/own-path.ts"];

describe("the files that npm run whole takes", () => {
  it("import the sample, by any path, or read the variable themselves", () => {
    const files = [
      { path: "test/a.test.ts", text: 'import { sampleOf } from "./sample.ts";' },
      { path: "packages/b/src/b.test.ts", text: 'import "../../../test/sample.ts";' },
      { path: "packages/b/src/c.test.ts", text: 'import { sampleOf } from "./sample.ts";' },
      { path: "test/d.test.ts", text: 'const whole = process.env.TOOLPLANE_WHOLE === "1";' },
      { path: "test/e.test.ts", text: '// import "./sample.ts"\nit("samples nothing");' },
    ];
    expect(findSampling(files, [])).toEqual([
      "test/a.test.ts",
      "packages/b/src/b.test.ts",
      "test/d.test.ts",
    ]);
  });

  it("are not those that another script runs whole", () => {
    const files = ["test/a/one.test.ts", "test/b.test.ts", "test/c.test.ts"].map((path) => ({
      path,
      text: "process.env.TOOLPLANE_WHOLE",
    }));
    const scripts = ["TOOLPLANE_WHOLE=1 vitest run test/a test/b.test.ts", "vitest run test/c"];
    expect(findSampling(files, scripts)).toEqual(["test/c.test.ts"]);
  });

  it("are some, and what only a fixture samples would not be found", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const files = listSourceFiles(root, {
      folders: ["packages", "test", "scripts", "lab"],
      endings: [".ts"],
    }).filter(({ path }) => !NO_SAMPLES.includes(path) && !path.startsWith("scripts/whole"));
    const found = findSampling(files, Object.values(scripts));
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((path) => !path.endsWith(".test.ts"))).toEqual([]);
  });
});
