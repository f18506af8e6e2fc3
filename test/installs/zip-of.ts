/** An archive of the given files, made by Python: what wheels and modules are. */
import { execFileSync } from "node:child_process";

const SCRIPT = `
import io, json, sys, zipfile
out = io.BytesIO()
with zipfile.ZipFile(out, "w") as made:
    for name, text in json.load(sys.stdin).items():
        made.writestr(zipfile.ZipInfo(name), text)
sys.stdout.buffer.write(out.getvalue())
`;

export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  return execFileSync("python3", ["-c", SCRIPT], { input: JSON.stringify(files) });
}
