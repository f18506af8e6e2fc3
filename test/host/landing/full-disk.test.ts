/** Landings in a workspace whose file system is really full: a small one, mounted in a namespace that ends with its process. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { CAN_MOUNT } from "./landing-world.ts";

const CHILD = join(import.meta.dirname, "landing-child.ts");
const NODE = [process.execPath, ...testProgram(CHILD)];
const BYTES = 1024 * 1024;

/** Lands a command there and gives what it said, with everything that the workspace holds before and after. */
const SCRIPT = `mount -t tmpfs -o size=${BYTES} t "$1" || exit 9
w=$1; d=$2; c=$3; shift 3
head -c 400000 /dev/urandom > "$w/kept"; echo old > "$w/gone"; mkdir "$w/folder"; echo in > "$w/folder/in"
look() { (cd "$w" && find . -printf '%y %m %p\\n' | sort && find . -type f -exec sha256sum {} + | sort) }
look; echo ----; "$@" "$w" "$d" land -1 "$c"; echo; echo ----; look`;

function landIn(command: string) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "full-disk-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, "w");
  const userData = join(base, "d");
  for (const folder of [workspace, userData]) spawnSync("mkdir", [folder]);
  const own = process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
  const words = [...own, "sh", "-c", SCRIPT, "sh", workspace, userData, command, ...NODE];
  const { stdout, stderr } = spawnSync("unshare", words, { encoding: "utf8" });
  const [before = "", said = "", after = ""] = stdout.split("----\n");
  return { before, said, after, stderr };
}

/** How much is written: what surely fits, what surely does not, and what lies between. */
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => n * 80_000);

describe.skipIf(!CAN_MOUNT)("a workspace that is full (needs mounts)", () => {
  it.each(SIZES)("gets all of a set or nothing, with %i new bytes", (size) => {
    const command = `head -c ${size} /dev/zero > new; echo more >> kept; rm gone; rm -r folder; mkdir folder; echo x > folder/x`;
    const { before, said, after, stderr } = landIn(command);
    const lands = said.startsWith("landed");
    expect(stderr).toBe("");
    if (lands) expect(after).toContain("./folder/x");
    else {
      expect(said).toMatch(/^kept .*no space is left/);
      expect(after).toBe(before);
    }
    expect(after).not.toContain(".toolplane");
    if (size === SIZES[0]) expect(lands).toBe(true);
    if (size === SIZES.at(-1)) expect(lands).toBe(false);
  });
});
