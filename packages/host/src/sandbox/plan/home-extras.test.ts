import {
  chmodSync,
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
import { homeExtras } from "./home-extras.ts";

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

const closedIn = (home: string, folders: readonly string[]) =>
  homeExtras(
    folders.map((folder) => join(home, folder)),
    home,
  )
    .map(({ kind, path }) => `${kind} ${path.slice(home.length + 1)}`)
    .toSorted();

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
    expect(homeExtras([join(home, "apps")], "/nowhere")).toEqual([]);
  });

  it("closes a folder whole that holds more than programs do", () => {
    const home = openHome(Array.from({ length: 301 }, (_, n) => `bin/notes-${n}`));
    expect(closedIn(home, ["bin"])).toEqual(["close-directory bin"]);
  });
});
