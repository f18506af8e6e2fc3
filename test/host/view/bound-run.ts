/** Run by `bound.test.ts` in a mount namespace of its own: opens a sandbox over an odd workspace and prints its status. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileConfinement } from "@toolplane/kernel";
import { openSandbox } from "@toolplane/sandbox/inside";

const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-bound-")));
const at = (name: string) => join(base, name);
for (const name of ["ws/inner", "ws/data", "data", "upper", "work"])
  mkdirSync(at(name), { recursive: true });
const kind = process.argv[2];
if (kind === "nested") execFileSync("mount", ["-t", "tmpfs", "none", at("ws/inner")]);
if (kind === "layer")
  execFileSync("mount", [
    ...["-t", "overlay", "none", "-o"],
    `lowerdir=${at("data")},upperdir=${at("upper")},workdir=${at("work")}`,
    at("data"),
  ]);
const sandbox = await openSandbox({
  places: {
    // A folder of root's that everybody may read.
    roots: [kind === "foreign" ? "/usr/share" : at("ws")],
    adHoc: () => [],
    userData: at(kind === "inside" ? "ws/data" : "data"),
    scratch: at("data"),
    home: base,
    aliases: [],
  },
  readConfinement: compileConfinement,
  environment: { PATH: process.env.PATH },
  prefer: "auto",
  views: true,
});
await sandbox.close();
process.stdout.write(JSON.stringify(sandbox.status));
if (kind === "nested") execFileSync("umount", [at("ws/inner")]);
if (kind === "layer") execFileSync("umount", [at("data")]);
rmSync(base, { recursive: true, force: true });
