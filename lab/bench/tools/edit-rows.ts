/** One line of a file of 10 MB replaced, to and fro. */
import { writeFileSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";
import { withDirectory } from "../host/open-product.ts";
import { largeLine } from "./large-files.ts";
import { withTools } from "./open-tools.ts";
import { type CallTimes, timeCalls } from "./time-calls.ts";

const TIMES: CallTimes = { warmUp: 2, runs: 9 };
const LINES = 100_000;
const NAME = "edited.log";
const TEXTS = [`${largeLine(70_000).trimEnd()}`, "line 70000, replaced"] as const;

type Replace = (from: string, to: string) => Promise<unknown>;

/** Read, replace, write in place. */
export function plainEdit(): Promise<Figures> {
  return overFile((folder) =>
    toAndFro(folder, async (from, to) => {
      const file = join(folder, NAME);
      await writeFile(file, (await readFile(file, "utf8")).replace(from, to));
    }),
  );
}

/** The same, but the old content is kept and both are on disk before the new one takes its place. */
export function durableEdit(): Promise<Figures> {
  return overFile((folder) =>
    toAndFro(folder, async (from, to) => {
      const file = join(folder, NAME);
      const bytes = await readFile(file);
      await writeDurably(join(folder, "kept"), bytes);
      await writeDurably(join(folder, "next"), bytes.toString("utf8").replace(from, to));
      await rename(join(folder, "next"), file);
    }),
  );
}

export function ourEdit(): Promise<Figures> {
  return overFile((folder) =>
    withTools({ workspace: folder }, (call) =>
      toAndFro(folder, (from, to) =>
        call("edit", { path: NAME, old_string: from, new_string: to }),
      ),
    ),
  );
}

function overFile(measure: (folder: string) => Promise<Figures>): Promise<Figures> {
  return withDirectory((folder) => {
    const lines = Array.from({ length: LINES }, (_, at) => largeLine(at + 1));
    writeFileSync(join(folder, NAME), lines.join(""));
    return measure(folder);
  });
}

async function toAndFro(folder: string, replace: Replace): Promise<Figures> {
  const figures = await timeCalls(
    TIMES,
    (index) => replace(TEXTS[index % 2 ? 1 : 0], TEXTS[index % 2 ? 0 : 1]),
    () => {},
  );
  // An odd number of runs leaves the new text.
  const text = await readFile(join(folder, NAME), "utf8");
  if (!text.includes(TEXTS[1])) throw new Error("the file was not changed");
  return figures;
}

async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, "w");
  await file.writeFile(content);
  await file.sync();
  await file.close();
}
