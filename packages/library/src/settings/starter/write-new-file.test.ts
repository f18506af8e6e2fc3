import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeNewFile } from "./write-new-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tp-new-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("writeNewFile", () => {
  it("never touches a file that is there", () => {
    const path = join(folder, "a.txt");
    expect([writeNewFile(path, "one"), writeNewFile(path, "two")]).toEqual([true, false]);
    expect(readFileSync(path, "utf8")).toBe("one");
  });

  it("leaves nothing where it could not be written whole", () => {
    const path = join(folder, "a.txt");
    const script = `import { writeNewFile } from ${JSON.stringify(join(import.meta.dirname, "write-new-file.ts"))};
      try { writeNewFile(${JSON.stringify(path)}, "text"); } catch (error) { console.log(error.code, error.path); }`;
    const limited =
      'trap "" XFSZ; ulimit -f 0; exec "$0" --conditions=@toolplane/source --input-type=module --eval "$1"';
    const { stdout } = spawnSync("bash", ["-c", limited, process.execPath, script], {
      encoding: "utf8",
    });
    expect(stdout).toBe(`EFBIG ${path}\n`);
    expect(readdirSync(folder)).toEqual([]);
  });
});
