/** The peers' command lines that are installed here and answer. The others are named with what they said. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

interface PeerProgram {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly note: string;
}

interface MissingPeer {
  readonly name: string;
  readonly reason: string;
}

const modules = join(import.meta.dirname, "../node_modules");

/** As their packages start them; opencode's own start script only works after an install script, so its program is run itself. */
const KNOWN: readonly (PeerProgram & { readonly file: string })[] = [
  known("codex", "@openai/codex/bin/codex.js", "a small script starts a compiled program"),
  known(
    "gemini",
    "@google/gemini-cli/bundle/gemini.js",
    "JavaScript, bundled; starts itself again",
  ),
  {
    ...known("opencode", `opencode-linux-${process.arch}/bin/opencode`, "a compiled program"),
    command: [join(modules, `opencode-linux-${process.arch}/bin/opencode`)],
  },
];

function known(name: string, path: string, note: string): PeerProgram & { readonly file: string } {
  const file = join(modules, path);
  return { name, file, note, command: [process.execPath, file] };
}

/** Who answers and who does not. */
export interface PeerPrograms {
  readonly here: readonly PeerProgram[];
  readonly missing: readonly MissingPeer[];
}

/** Carries the answer to the children: some peers take seconds to say their version. */
const TRIED = "BENCH_STARTUP_PEERS";

/** Tries each once. */
export function peerPrograms(): PeerPrograms {
  const tried = process.env[TRIED] ?? JSON.stringify(tryAll());
  process.env[TRIED] = tried;
  return JSON.parse(tried) as PeerPrograms;
}

function tryAll(): PeerPrograms {
  const here: PeerProgram[] = [];
  const missing: MissingPeer[] = [];
  for (const peer of KNOWN) {
    const reason = faultOf(peer);
    if (reason === null) here.push(peer);
    else missing.push({ name: peer.name, reason });
  }
  return { here, missing };
}

function faultOf({ file, command }: (typeof KNOWN)[number]): string | null {
  if (!existsSync(file)) return "it is not installed for this platform";
  const [program, ...args] = command;
  const { status, stderr } = spawnSync(program, [...args, "--version"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return status === 0 ? null : (stderr ?? "").trim().split("\n")[0] || "it did not answer in time";
}
