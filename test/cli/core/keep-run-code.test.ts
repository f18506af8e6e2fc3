import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const KEEPER = join(import.meta.dirname, "../../../packages/cli/bin/keep-run-code.cjs");
/** Large enough to be worth it; `answer` is compiled when it is called, as most functions are. */
const CHUNK = `const path = require("node:path");
module.exports = { answer: () => path.basename("/a/forty-two") };
${`function unused_${"x".repeat(30)}() {}\n`.repeat(2_000)}`;

let root = "";
let folder = "";
let compiled = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-code-")));
  folder = join(root, "cli");
  compiled = join(root, "compiled");
  mkdirSync(folder);
  writeFileSync(join(folder, "call-AbCd_123.cjs"), CHUNK);
  writeFileSync(join(folder, "small-AbCd_123.cjs"), "module.exports = 1;\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** `places` is where code is kept when it is asked for, at the load of the chunk and at the end. */
function run(
  chunk = "call-AbCd_123.cjs",
  places: (string | null)[] = [compiled, compiled],
): string {
  const answers = places.map((place) => JSON.stringify(place)).join();
  const program = `
    const found = [${answers}];
    require(${JSON.stringify(KEEPER)})(${JSON.stringify(folder)}, () => found.shift());
    const loaded = require(${JSON.stringify(folder)} + "/${chunk}");
    require(${JSON.stringify(folder)} + "/small-AbCd_123.cjs");
    console.log(loaded.answer());`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", program, "-", "call"], {
    encoding: "utf8",
  });
  return stdout + stderr;
}
const kept = () => readdirSync(compiled);
const fileOf = () => join(compiled, kept()[0] ?? "");

describe("the code of a run", () => {
  it("is kept for large chunks, private, and used by the next run as it is", () => {
    expect(run()).toBe("forty-two\n");
    expect(kept()).toEqual([expect.stringMatching(/^call-AbCd_123\.cjs\.call\.v[\d.]+\.code$/)]);
    expect(statSync(fileOf()).mode & 0o777).toBe(0o600);
    const before = statSync(fileOf()).ino;
    expect(run()).toBe("forty-two\n");
    expect(statSync(fileOf()).ino).toBe(before);
  });

  it("is made again where it is damaged, cut or of another build, and nothing is run of it", () => {
    run();
    for (const spoil of [
      (bytes: Buffer) => bytes.fill(0, bytes.length - 900, bytes.length - 100),
      (bytes: Buffer) => bytes.subarray(0, 1_000),
      () => Buffer.alloc(0),
    ]) {
      const whole = readFileSync(fileOf());
      writeFileSync(fileOf(), spoil(Buffer.from(whole)));
      expect(run()).toBe("forty-two\n");
      expect(readFileSync(fileOf()).length).toBeGreaterThan(1_000);
    }
    writeFileSync(join(folder, "call-ZZZZ_999.cjs"), CHUNK.replace("forty-two", "forty-three"));
    expect(run("call-ZZZZ_999.cjs")).toBe("forty-three\n");
    expect(kept()).toEqual([expect.stringMatching(/^call-ZZZZ_999\.cjs\./)]);
  });

  it("is kept in a folder that the run itself has made, and nowhere while there is none", () => {
    expect(run("call-AbCd_123.cjs", [null, null])).toBe("forty-two\n");
    expect(existsSync(compiled)).toBe(false);
    expect(run("call-AbCd_123.cjs", [null, compiled])).toBe("forty-two\n");
    expect(kept()).toHaveLength(1);
  });

  it("is not missed where it cannot be kept", () => {
    writeFileSync(compiled, "");
    expect(run()).toBe("forty-two\n");
  });
});
