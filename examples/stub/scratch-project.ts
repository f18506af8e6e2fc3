/** A small project in a fresh folder, so that an example has something to work on and leaves nothing behind. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface ScratchProject {
  readonly workspace: string;
  remove(): Promise<void>;
}

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# shop\n\nSells things.\n",
  "src/price.js": "export const price = 41;\n",
  ".env": "TOKEN=4f1c\n",
};

export async function makeScratchProject(
  files: Readonly<Record<string, string>> = FILES,
): Promise<ScratchProject> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "toolplane-example-")));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  return { workspace, remove: () => rm(workspace, { recursive: true, force: true }) };
}
