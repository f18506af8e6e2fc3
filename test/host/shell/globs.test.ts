import { createShellReader } from "@toolplane/commands/inside";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";

/** The files that a line names in a workspace that holds files of these names. */
function filesOf(names: readonly string[], command: string): readonly string[] {
  const workspace = "/ws";
  const host = createMemoryHost({
    workspace,
    files: Object.fromEntries(names.map((name) => [name, "x\n"])),
  });
  const { path, url, below } = host.analyzer;
  const read = createShellReader({
    places: {
      roots: [workspace],
      adHoc: () => [],
      scratch: "/scratch",
      home: "/home",
      tmpIsScratch: false,
    },
    path,
    url,
    ...(below ? { below } : {}),
  });
  const analysis = read(command, undefined);
  if (!analysis.ok) return [analysis.message];
  const { resources, opaque } = analysis.value;
  return [
    ...resources.flatMap((each) => ("path" in each ? [each.path.slice(workspace.length + 1)] : [])),
    ...opaque.map((each) => `opaque: ${each.text}`),
  ];
}

describe("globs of a command line", () => {
  it("are what they match now", () => {
    const names = ["a.ts", "b.ts", "c.js", ".env", "😀.ts", "x]y", "a-b"];
    const cases: Record<string, readonly string[]> = {
      "*.ts": ["a.ts", "b.ts", "😀.ts"],
      "[ab].ts": ["a.ts", "b.ts"],
      "[!a].ts": ["b.ts", "😀.ts"],
      "[b-z].*": ["b.ts", "c.js"],
      "[z-a].ts": [],
      "?.ts": ["a.ts", "b.ts", "😀.ts"],
      ".*": [".env"],
      "x[]]y": ["x]y"],
      "a[b-]b": ["a-b"],
      "'*'.ts*": [],
    };
    const found = Object.fromEntries(
      Object.keys(cases).map((glob) => [
        glob,
        filesOf(names, `cat ${glob}`)
          .filter((name) => names.includes(name))
          .toSorted(),
      ]),
    );
    const sorted = Object.entries(cases).map(([glob, list]) => [glob, list.toSorted()]);
    expect(found).toEqual(Object.fromEntries(sorted));
  });

  // A matcher that tries one star after the other would need hours here; ours needs a few thousand steps.
  it("cost length times length at most, whatever the names", { timeout: 60_000 }, () => {
    const name = "a".repeat(200);
    expect(filesOf([name], `cat ${"*a".repeat(40)}*b`)).not.toContain(name);
    expect(filesOf([name], `cat ${"*a".repeat(40)}*`)).toContain(name);
  });
});
