import { describe, expect, it } from "vitest";
import type { ProtectedPlaces } from "./protected-paths.ts";
import { processProtection, protectedPathReason } from "./protected-paths.ts";

type Standing = NonNullable<ProtectedPlaces["standing"]>;

const roots = ["/ws"];

/** True when a process must ask, and a door too; both look at the same folders. */
function asks(path: string, standing: Standing, type: "file" | "link" | "directory" = "file") {
  const places = { roots, standing };
  const left = processProtection(path, { ...places, type }) !== null;
  if (type === "file")
    expect([protectedPathReason(path, places) !== null, path]).toEqual([left, path]);
  return left;
}

const isNew: Standing = () => "new";

describe("a hidden folder that nobody listed", () => {
  it.each([
    "/ws/.newagent/hooks/x",
    "/ws/.newagent/a",
    "/ws/sub/deep/.newagent/a",
    "/ws/.NewAgent/a",
    "/ws/.newagent. /a",
    "/ws/\u200b.newagent/a",
    "/ws/.../a",
    "/ws/..odd/a",
    "/ws/.config/a",
  ])("asks about %j", (path) => {
    expect(asks(path, isNew)).toBe(true);
  });

  it.each([
    ...[
      ".venv",
      ".venv311",
      ".env",
      ".virtualenv",
      ".tox",
      ".nox",
      ".eggs",
      ".pytest_cache",
      ".mypy_cache",
    ],
    ...[
      ".ruff_cache",
      ".cache",
      ".next",
      ".nuxt",
      ".turbo",
      ".gradle",
      ".terraform",
      ".parcel-cache",
    ],
    ...[
      ".nyc_output",
      ".svelte-kit",
      ".angular",
      ".dart_tool",
      ".stack-work",
      ".github",
      ".pulumi",
      ".npm",
    ],
    ...[
      ".fingerprint",
      ".tmp",
      ".temp-9",
      ".PYTEST_CACHE",
      ".stryker-tmp",
      ".yarn",
      ".ipynb_checkpoints",
    ],
  ])("does not ask in %s, nor below it", (folder) => {
    for (const path of [`/ws/${folder}/a`, `/ws/app/${folder}/a/.deep/b`])
      expect([asks(path, isNew), path]).toEqual([false, path]);
    // A link of a name that holds some files of runners brings others under them.
    const holdsRunners = [".github", ".yarn"].includes(folder);
    expect(asks(`/ws/${folder}`, isNew, "link")).toBe(holdsRunners);
  });

  it("asks nothing about a hidden file, an empty folder, and what lies in folders of dependencies", () => {
    for (const path of ["/ws/.anyrc", "/ws/sub/.env.local", "/ws/node_modules/.store/a"])
      expect([asks(path, isNew), path]).toEqual([false, path]);
    expect(asks("/ws/.newagent", isNew, "directory")).toBe(false);
    expect(asks("/ws/.newagent/a", isNew, "directory")).toBe(false);
  });

  it("asks about a link of such a name, which may lead to a folder", () => {
    expect(asks("/ws/.newagent", isNew, "link")).toBe(true);
    expect(asks("/ws/sub/.newagent", () => "ignored", "link")).toBe(false);
    expect(asks("/ws/current", isNew, "link")).toBe(false);
  });

  it("asks nothing where git ignores it, or where no version control can tell", () => {
    for (const standing of ["ignored", "unversioned"] as const)
      expect(asks("/ws/.newagent/hooks/x", () => standing)).toBe(false);
    expect(processProtection("/ws/.newagent/hooks/x", { roots, type: "file" })).toBeNull();
    expect(asks("/elsewhere/.newagent/a", isNew)).toBe(false);
  });

  it("looks at every hidden folder on the way, the outermost first, by its own path", () => {
    const looked: string[] = [];
    const standing: Standing = (folder) => {
      looked.push(folder);
      return folder === "/ws/.Kept " ? "kept" : "new";
    };
    expect(
      processProtection("/ws/.Kept /a/.inner/b", { roots, standing, type: "file" }),
    ).toMatchObject({
      steersGit: false,
      reason: expect.stringMatching(/^\.inner\/b is protected: \.inner is new and hidden/),
    });
    expect(looked).toEqual(["/ws/.Kept ", "/ws/.Kept /a/.inner"]);
  });

  it("where the person keeps files asks only about the parts by which agents run things", () => {
    for (const part of [
      "hooks/x",
      "commands/a.md",
      "mcp.json",
      "settings.local.json",
      "a/skills/b",
    ])
      expect([asks(`/ws/.known/${part}`, () => "kept"), part]).toEqual([true, part]);
    for (const part of ["a.json", "docs/commanding.md", "settings/x.md", "hooked.ts"])
      expect([asks(`/ws/.known/${part}`, () => "kept"), part]).toEqual([false, part]);
  });

  it("asks about runners whatever git says of their folder", () => {
    for (const standing of ["ignored", "kept", "unversioned"] as const)
      for (const path of ["/ws/.vscode/a.json", "/ws/.claude/x", "/ws/.git-hooks/x"])
        expect([asks(path, () => standing), path]).toEqual([true, path]);
  });
});
