/** Makes what the rows of the start-up section share: the bundle, a project, and a person's folders that no one else uses. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleCli } from "../../../scripts/build/bundle-cli.ts";

/** Names the project to the children. */
export const STARTUP_FOLDER = "BENCH_STARTUP_FOLDER";

/** Makes it; returns what takes it away. */
export async function prepareStartup(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "../../..");
  await bundleCli(root);
  const home = mkdtempSync(join(tmpdir(), "toolplane-bench-startup-"));
  const project = join(home, "project");
  mkdirSync(project);
  mkdirSync(join(home, "data"), { mode: 0o700 });
  writeFileSync(join(project, "notes.txt"), "one line\n".repeat(100));
  const before = { ...process.env };
  Object.assign(process.env, {
    HOME: home,
    TOOLPLANE_DATA: join(home, "data"),
    TOOLPLANE_CONFIG: join(home, "config"),
    // A checkout runs its sources unless this says otherwise.
    TOOLPLANE_BUILT: "1",
    [STARTUP_FOLDER]: project,
    // Peers must not look for newer versions of themselves.
    NO_UPDATE_NOTIFIER: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
  });
  return async () => {
    process.env = before;
    rmSync(home, { recursive: true, force: true });
  };
}
