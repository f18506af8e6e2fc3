/** The size on the disk after an install (goal 17): of the program, and of the library for those who embed it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Line, Row, Section } from "../harness/section.ts";
import { installedSize } from "../size/installed-size.ts";
import { installedModules, LIBRARY, PROGRAM, prepareSize } from "../size/prepare-size.ts";
import type { PreparedSection } from "../tools/prepared-section.ts";

const modules = join(import.meta.dirname, "../node_modules");
const PEERS = ["@google/gemini-cli", "@openai/codex", "opencode-ai"];
const here = PEERS.filter((name) => existsSync(join(modules, name)) && hasProgram(name));
/** The packages that an author of an agent installs without toolplane: a loop, and both sides of MCP. */
const KIT = ["ai", "@modelcontextprotocol/client", "@modelcontextprotocol/server"];
const KIT_ROW = "AI SDK + MCP SDK";

export const prepare: PreparedSection["prepare"] = prepareSize;

export const section: Section = {
  title: "installed",
  method: [
    "Bytes of all files of a package and of everything that npm installs for it on this platform, ripgrep's program and other optional parts included; each package once.",
    "The program and the library are packed and installed apart, each with what it needs. The library brings tools, a sandbox and ripgrep, which the two SDKs do not.",
    ...PEERS.filter((name) => !here.includes(name)).map(
      (name) => `${name} is left out: it is not installed for this platform.`,
    ),
  ],
  rows: [
    row(PROGRAM, "packed: command line, console, server, tools and library", () =>
      installedSize(installedModules(PROGRAM), [PROGRAM]),
    ),
    ...here.map((name) => row(name, "as npm installs it", () => installedSize(modules, [name]))),
    row(LIBRARY, "packed, alone", () => installedSize(installedModules(LIBRARY), [LIBRARY])),
    row(KIT_ROW, KIT.join(", "), () => installedSize(modules, KIT)),
  ],
  lines: [
    ...here.map((name) =>
      line(`17 program against ${name}`, PROGRAM, { floor: name, atMost: 0.5 }),
    ),
    line(`17 library against ${KIT_ROW}`, LIBRARY, { floor: KIT_ROW, atMost: 1.5 }),
  ],
  columns: [
    { figure: "bytes", title: "size", show: (bytes) => `${(bytes / 1e6).toFixed(1)} MB` },
    { figure: "files", title: "files", show: (files) => files.toFixed(0) },
    { figure: "packages", title: "packages", show: (count) => count.toFixed(0) },
  ],
  peers: [...PEERS, ...KIT],
};

function line(
  name: string,
  of: string,
  { floor, atMost }: { readonly floor: string; readonly atMost: number },
): Line {
  return { line: name, row: of, floor, figure: "bytes", goal: { atMost } };
}

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
