import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Git's verdict on a path in a tree with just that path; null where there is no git. */
export async function isIgnoredByGit(
  workspace: string,
  { gitignore, path }: { readonly gitignore: string; readonly path: string },
): Promise<boolean | null> {
  mkdirSync(join(workspace, path), { recursive: true });
  try {
    execFileSync("git", ["init", "-q"], { cwd: workspace, stdio: "ignore" });
    writeFileSync(join(workspace, ".gitignore"), gitignore);
    const args = ["check-ignore", "--no-index", "-q", "--", path.replace(/\/$/, "")];
    return spawnSync("git", args, { cwd: workspace }).status === 0;
  } catch {
    return null;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
