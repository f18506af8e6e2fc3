import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ExtrasOptions, homeExtras, rememberLooks } from "./home-extras.ts";
import type { Mount } from "./mount.ts";

function openHome(files: readonly string[]): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-home-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const file of files) {
    const [path = "", mode] = file.split(" ");
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), "");
    if (mode === "x") chmodSync(join(home, path), 0o755);
  }
  return home;
}

/** Long after the files were made, unless given. */
const extrasOf = (
  home: string,
  folders: readonly string[],
  { nowMs = Date.now() + 60_000, isReached = () => false }: Partial<ExtrasOptions> = {},
) =>
  homeExtras(
    folders.map((folder) => join(home, folder)),
    { home, nowMs, isReached },
  );

const namesOf = (mounts: readonly Mount[], home: string) =>
  mounts.map(({ kind, path }) => `${kind} ${path.slice(home.length + 1)}`).toSorted();

const closedIn = (home: string, folders: readonly string[]) => {
  const { closed, anew } = extrasOf(home, folders);
  expect(anew).toEqual([]);
  return namesOf(closed, home);
};

describe("homeExtras", () => {
  it("leaves an installation what it needs, and closes what lies beside it", () => {
    const home = openHome([
      ...[
        ".tool/bin/tool x",
        ".tool/bin/token",
        ".tool/lib/a.so",
        ".tool/share/x",
        ".tool/pyvenv.cfg",
      ],
      ...[
        ".tool/credentials.toml",
        ".tool/config/auth.json",
        ".tool/.secret/key",
        ".tool/history.db",
      ],
    ]);
    expect(closedIn(home, [".tool"])).toEqual([
      "close-directory .tool/.secret",
      "close-directory .tool/config",
      "close-file .tool/bin/token",
      "close-file .tool/credentials.toml",
      "close-file .tool/history.db",
    ]);
  });

  it("shows of a folder of programs what runs and what is loaded", () => {
    const home = openHome([
      ...[".local/bin/run x", ".local/bin/lib.so.1", ".local/bin/part.py", ".local/bin/activate"],
      ...[".local/bin/credentials.json", ".local/bin/notes"],
    ]);
    symlinkSync("run", join(home, ".local/bin/also"));
    expect(closedIn(home, [".local/bin"])).toEqual([
      "close-file .local/bin/credentials.json",
      "close-file .local/bin/notes",
    ]);
  });

  it("closes by name where nobody can tell what belongs to what, and nothing outside the home", () => {
    const home = openHome(["apps/tool x", "apps/data.bin", "apps/.env", "apps/id_ed25519"]);
    expect(closedIn(home, ["apps"])).toEqual([
      "close-file apps/.env",
      "close-file apps/id_ed25519",
    ]);
    const options = { home: "/nowhere", nowMs: 0, isReached: () => false };
    expect(homeExtras([join(home, "apps")], options)).toEqual({ closed: [], anew: [] });
  });

  it("closes a folder whole that holds more than programs do", () => {
    const home = openHome(Array.from({ length: 301 }, (_, n) => `bin/notes-${n}`));
    expect(closedIn(home, ["bin"])).toEqual(["close-directory bin"]);
  });

  it("makes a folder anew where a name is young, which may be gone before anything is mounted over it", () => {
    const home = openHome([".tool/bin/run x", ".tool/bin/.lock", ".tool/lib/a.so"]);
    symlinkSync("run", join(home, ".tool/bin/also"));
    const nowMs = Date.now();
    const { closed, anew } = extrasOf(home, [".tool"], { nowMs });
    expect(closed).toEqual([]);
    expect(namesOf(anew, home)).toEqual([
      "link .tool/bin/also",
      "read .tool/bin/run",
      "sparse .tool/bin",
    ]);
    writeFileSync(join(home, ".tool/journal"), "");
    expect(namesOf(extrasOf(home, [".tool"], { nowMs }).anew, home)).toEqual([
      "link .tool/bin/also",
      "read .tool/bin/run",
      "read .tool/lib",
      "sparse .tool",
      "sparse .tool/bin",
    ]);
  });

  it("closes young names too in what the reach shows", () => {
    const home = openHome([".tool/bin/run x", ".tool/bin/.lock"]);
    const { closed, anew } = extrasOf(home, [".tool"], {
      nowMs: Date.now(),
      isReached: () => true,
    });
    expect(anew).toEqual([]);
    expect(namesOf(closed, home)).toEqual(["close-file .tool/bin/.lock"]);
  });

  it("keeps what it saw until a name comes or goes, and for a few seconds only", () => {
    const home = openHome([".tool/bin/run x", ".tool/bin/notes", ".tool/lib/a.so"]);
    const look = rememberLooks();
    const nowMs = Date.now() + 60_000;
    const seenAt = (atMs: number) => {
      const options = { home, nowMs: atMs, isReached: () => false, look };
      return namesOf(homeExtras([join(home, ".tool")], options).closed, home);
    };
    expect(seenAt(nowMs)).toEqual(["close-file .tool/bin/notes"]);
    chmodSync(join(home, ".tool/bin/run"), 0o644);
    expect(seenAt(nowMs + 1_000)).toEqual(["close-file .tool/bin/notes"]);
    expect(seenAt(nowMs + 9_000)).toEqual([
      "close-file .tool/bin/notes",
      "close-file .tool/bin/run",
    ]);
    nextTick(home);
    writeFileSync(join(home, ".tool/token"), "");
    expect(seenAt(nowMs + 9_001)).toContain("close-file .tool/token");
    nextTick(home);
    rmSync(join(home, ".tool/token"));
    expect(seenAt(nowMs + 9_002)).not.toContain("close-file .tool/token");
  });
});

/** Change times come in steps: waits until a change of the folder now differs from the change before. */
function nextTick(home: string): void {
  const before = lstatSync(join(home, ".tool")).ctimeMs;
  const probe = join(home, "probe");
  do writeFileSync(probe, "");
  while (lstatSync(probe).ctimeMs <= before);
}
