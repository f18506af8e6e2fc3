/**
 * Makes the files that the rows of the file tools work on: a project of 100,000 small files and a file of 100 MB, made once for
 * all rounds. Children get the folder by name, and only read there.
 */
import { mkdtempSync, realpathSync } from "node:fs";
import { mkdir, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How many files the project has, how many of them are Markdown, and how many hold one line that is looked for. */
export const TREE: {
  readonly files: number;
  readonly markdown: number;
  readonly needles: number;
} = { files: 100_000, markdown: 1_000, needles: 150 };

/** The large file: lines of 100 bytes. */
export const LARGE: {
  readonly name: string;
  readonly lines: number;
  readonly lineBytes: number;
} = { name: "large.log", lines: 1_000_000, lineBytes: 100 };

const VARIABLE = "BENCH_LARGE_FILES";
const FOLDERS = 1_000;
const FILES_A_FOLDER: number = TREE.files / FOLDERS;

export interface LargeFiles {
  readonly tree: string;
  readonly large: string;
}

/** Makes both and tells the children of this process; what it returns removes them. */
export async function makeLargeFiles(): Promise<() => Promise<void>> {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "toolplane-bench-files-"));
  const remove = (): Promise<void> => rm(base, { recursive: true, force: true });
  try {
    const { tree, large } = placesIn(base);
    await makeTree(tree);
    await makeLarge(large);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env[VARIABLE] = base;
  return remove;
}

/** Where they are, in a child. */
export function findLargeFiles(): LargeFiles {
  const base = process.env[VARIABLE];
  if (base === undefined)
    throw new Error(`${VARIABLE} is not set: run this section by npm run bench`);
  return placesIn(base);
}

function placesIn(base: string): LargeFiles {
  return { tree: join(base, "tree"), large: join(base, "large") };
}

/** A project under version control, so that ripgrep and we both read its .gitignore. Nothing in it is ignored. */
async function makeTree(tree: string): Promise<void> {
  await mkdir(join(tree, ".git"), { recursive: true });
  await writeFile(join(tree, ".gitignore"), "node_modules/\ndist/\n*.log\n/build\n");
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(tree, "packages", `area-${folder % 40}`, "src", `part-${folder}`);
    await mkdir(path, { recursive: true });
    const files = Array.from({ length: FILES_A_FOLDER }, (_, at) => folder * FILES_A_FOLDER + at);
    await Promise.all(files.map((at) => writeFile(join(path, nameOf(at)), contentOf(at))));
  }
}

function nameOf(at: number): string {
  if (at % (TREE.files / TREE.markdown) === 0) return `notes-${at}.md`;
  return `module-${at}.${["ts", "ts", "tsx", "js", "json"][at % 5]}`;
}

function contentOf(at: number): string {
  const lines = Array.from(
    { length: 10 + (at % 21) },
    (_, line) => `export const value_${at}_${line} = compute("item ${line}", ${at * 31 + line});`,
  );
  const every = Math.floor(TREE.files / TREE.needles);
  if (at % every === 7 && at / every < TREE.needles) lines.splice(5, 0, `// needle_${at} is here`);
  return `${lines.join("\n")}\n`;
}

async function makeLarge(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = await open(join(folder, LARGE.name), "w");
  const step = 10_000;
  for (let from = 0; from < LARGE.lines; from += step) {
    const lines = Array.from({ length: step }, (_, at) => largeLine(from + at + 1));
    await file.write(lines.join(""));
  }
  await file.close();
}

/** A line of the large file, counted from 1, with its end. */
export function largeLine(number: number): string {
  return `${`line ${number} of the log: request answered`.padEnd(LARGE.lineBytes - 1, ".")}\n`;
}
