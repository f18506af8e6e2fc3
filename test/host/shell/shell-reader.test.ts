import { describe, expect, it } from "vitest";
import { analyze, openWorld } from "./fixture.ts";

const names = (command: string) => analyze(command).units.map(({ argv }) => argv[0]);

describe("createShellReader", () => {
  it("refuses what cannot be a command line", () => {
    const { read } = openWorld();
    expect([
      read("", undefined).ok,
      read("a\0b", undefined).ok,
      read("a".repeat(65_537), undefined).ok,
    ]).toEqual([false, false, false]);
    expect(read("a".repeat(65_536), undefined).ok).toBe(true);
  });

  it("calls every line opaque when the parser is off", () => {
    expect(openWorld({ parser: "off" }).read("ls", undefined)).toEqual({
      ok: true,
      value: {
        units: [],
        resources: [],
        opaque: [{ text: "ls", reason: "the parser is switched off", unreadProgram: true }],
      },
    });
  });

  it("takes a line of comments for one that needs no rule, and not one whose text ends too early", () => {
    for (const command of ["# only this", "\n  # one\n# rm -r src\n"])
      expect(analyze(command)).toMatchObject({ units: [{ neutral: true }], opaque: [] });
    for (const command of ["# one\nrm x", "#\r\nrm x", "<<E\n# rm\n$(rm x)\nE"])
      expect([command, names(command)]).toEqual([command, expect.arrayContaining(["rm"])]);
    expect(analyze("( # rm x").opaque.length).toBeGreaterThan(0);
  });

  it("reads backquotes behind backslashes in double quotes as text, as bash does", () => {
    const code = 'node -e "const a = \\`hi \\${1} { \\"x\\" }\\`;\nconsole.log(a);"';
    expect(analyze(code)).toMatchObject({
      units: [{ argv: ["node", "-e", 'const a = `hi ${1} { "x" }`;\nconsole.log(a);'] }],
      opaque: [],
    });
    // One that stands without a backslash begins a substitution, and what is quoted in it is anybody's.
    const nested = 'echo "{ `echo \\`rm x\\` "y"` }"';
    expect(analyze(nested).opaque.length).toBeGreaterThan(0);
    expect(names(nested)).toContain("rm");
  });

  it("writes a unit down with its words, directory, readings and listed variables", () => {
    expect(analyze("cd src && GIT_PAGER=less git --no-pager -C . log -1").units).toEqual([
      { argv: ["cd", "src"], cwd: "/base/ws", neutral: true, text: "cd src" },
      {
        argv: ["git", "-C", ".", "log", "-1"],
        alternates: [
          ["git", "--no-pager", "-C", ".", "log", "-1"],
          ["git", "log", "-1"],
        ],
        cwd: "/base/ws/src",
        assignments: [{ name: "GIT_PAGER", value: "less" }],
        floors: [{ floor: "F2", reason: "GIT_PAGER changes which program runs, or how." }],
        text: "GIT_PAGER=less git --no-pager -C . log -1",
      },
    ]);
  });

  it("is not sure of a substitution that bash prints anew without a semicolon", () => {
    for (const inside of [
      "true <<E | env; rm x\n\nE\n",
      "true <<'E' | cat | env ; rm x\n\nE\n",
      "{ true <<-E | env; rm x; }\n\nE\n",
      'true <<E | env $"a\nb"; rm x\n\nE\n',
    ])
      for (const command of [
        `y=$( ${inside})`,
        `cat <( ${inside})`,
        `read y <<< "$( ${inside})"`,
      ]) {
        expect([analyze(command).opaque.length > 0, command]).toEqual([true, command]);
        expect(names(command)).toContain("rm");
      }
    for (const command of [
      "y=$(cat <<E\na | b; c\nE\n)",
      "y=$(cat <<E | tr a b\na\nE\n)",
      "cat <<E | tr a b; ls\n\nE\n",
    ])
      expect([analyze(command).opaque, command]).toEqual([[], command]);
  });

  it("follows a link as the shell and as programs do", () => {
    const { resources } = analyze("cd src/link && cat ../README.md");
    expect(resources.map((each) => ("path" in each ? each.path : ""))).toEqual([
      "/base/ws/README.md",
    ]);
  });

  it("keeps what was found however long or deep the line is", () => {
    for (const command of [
      `${":;".repeat(20_000)} rm x`,
      `${"( ".repeat(150)}rm x${" )".repeat(150)}`,
      `${"( ".repeat(5_000)}rm x${" )".repeat(5_000)}`,
      `${"sudo ".repeat(2_000)}rm x`,
      `echo ${"$(echo ".repeat(400)}$(rm x)${")".repeat(400)}`,
    ])
      expect(names(command)).toContain("rm");
  });

  it("reads a command again that stands in another place, however long the line is", () => {
    const paths = (command: string) =>
      analyze(command).resources.map((each) => ("path" in each ? each.path : ""));
    const long = "true; ".repeat(70);
    expect(paths(`${long}cat index.ts; cd src; cat index.ts`)).toEqual([
      "/base/ws/index.ts",
      "/base/ws/src/index.ts",
    ]);
    expect(paths(`${long}x=src; cat $x/a; cat $x/a`)).toEqual(["/base/ws/src/a"]);
  });

  it("says that it does not know when a line names more than can be looked at", () => {
    const reasons = (command: string) => analyze(command).opaque.map(({ reason }) => reason);
    const many = (count: number, name: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => name(index)).join(" ");
    expect(reasons(`cat ${many(100, (index) => `f${index}`)}`)).toEqual([]);
    expect(reasons(`cat ${many(2_000, (index) => `f${index}`)}`).join()).toContain("more files");
  });

  it("does not hang on text made to be slow", () => {
    for (const command of [
      "{".repeat(60_000),
      "{a,".repeat(20_000),
      "$(".repeat(30_000),
      "$[".repeat(30_000),
      `echo ${"{a,b}".repeat(9_000)}`,
      "echo {1..99999999}",
      `echo $((${"1+".repeat(30_000)}1))`,
    ])
      expect(analyze(command).opaque.length + analyze(command).units.length).toBeGreaterThan(0);
  });

  it("reads the cwd argument like a cd", () => {
    const { read } = openWorld();
    const inside = read("cat x", "docs");
    expect(inside.ok && inside.value.units[0]?.cwd).toBe("/base/ws/docs");
    const outside = read("ls", "/base/outside");
    expect(outside.ok && outside.value.resources[0]).toMatchObject({
      capability: "fs.read",
      path: "/base/outside",
    });
    // The directory counts even for a command that looks at nothing in it.
    const idle = read("true", "/base/outside");
    expect(idle.ok && idle.value.resources).toMatchObject([
      { capability: "fs.read", path: "/base/outside", via: "operand" },
    ]);
  });
});
