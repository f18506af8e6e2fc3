/** What is on the disk after an install (goal 17). */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Line, Row, Section } from "../harness/section.ts";
import { installedSize } from "../size/installed-size.ts";
import { prepareSize, SIZE_MODULES } from "../size/prepare-size.ts";
import type { PreparedSection } from "../tools/prepared-section.ts";

const modules = join(import.meta.dirname, "../node_modules");
const OURS = "toolplane";
const PEERS = ["@google/gemini-cli", "@openai/codex", "opencode-ai"];
const here = PEERS.filter((name) => existsSync(join(modules, name)) && hasProgram(name));

export const prepare: PreparedSection["prepare"] = prepareSize;

export const section: Section = {
  title: "installed",
  method: [
    "Bytes of all files of a package and of everything that npm installs for it on this platform, ripgrep's program and other optional parts included; each package once.",
    ...PEERS.filter((name) => !here.includes(name)).map(
      (name) => `${name} is left out: it is not installed for this platform.`,
    ),
  ],
  rows: [
    row(OURS, "packed, with library, command line, server and tools", () =>
      installedSize(process.env[SIZE_MODULES] ?? "", OURS),
    ),
    ...here.map((name) => row(name, "as npm installs it", () => installedSize(modules, name))),
  ],
  lines: here.map(
    (name): Line => ({
      line: `17 against ${name}`,
      row: OURS,
      floor: name,
      figure: "bytes",
      goal: { atMost: 1 },
    }),
  ),
  columns: [
    { figure: "bytes", title: "size", show: (bytes) => `${(bytes / 1e6).toFixed(1)} MB` },
    { figure: "files", title: "files", show: (files) => files.toFixed(0) },
    { figure: "packages", title: "packages", show: (count) => count.toFixed(0) },
  ],
  peers: PEERS,
};

/** Some are a few lines whose program is a package for each platform: without it there is nothing to weigh. */
function hasProgram(name: string): boolean {
  const file = readFileSync(join(modules, name, "package.json"), "utf8");
  const { optionalDependencies = {} } = JSON.parse(file) as { optionalDependencies?: object };
  const parts = Object.keys(optionalDependencies);
  const places = [modules, join(modules, name, "node_modules")];
  return (
    parts.length === 0 ||
    parts.some((part) => places.some((place) => existsSync(join(place, part))))
  );
}

function row(name: string, note: string, measure: () => ReturnType<typeof installedSize>): Row {
  return { name, note, passes: [{ nodeFlags: [], measure: async () => measure() }] };
}
