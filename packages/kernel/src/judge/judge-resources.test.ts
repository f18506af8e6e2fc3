import type {
  FsTarget,
  Opinion,
  Resource,
  Rule,
  ShellFloor,
  ShellUnit,
  Tool,
} from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { judgeResources } from "./judge-resources.ts";

const everything: Rule = { permission: "*", pattern: "**", action: "allow" };

function rule(text: string): Rule {
  const [action = "", permission = "", ...pattern] = text.split(" ");
  return { permission, pattern: pattern.join(" "), action: action as Rule["action"] };
}

function unit(unitIndex: number, argv: readonly string[], more: Partial<ShellUnit> = {}): Resource {
  const text = argv.join(" ");
  return {
    capability: "shell.run",
    unit: { argv, cwd: "/ws", text, ...more },
    origin: "direct",
    via: "unit",
    unitIndex,
  };
}

function file(
  capability: FsTarget["capability"],
  path: string,
  more: Partial<FsTarget> = {},
): Resource {
  return { real: path, ...more, capability, path, origin: "direct", via: "argument" };
}

function opaque(text: string): Resource {
  const reason = "it is dynamic";
  return { capability: "opaque", of: "shell.run", text, reason, origin: "direct", via: "unit" };
}

interface World {
  readonly mode?: "ask" | "allowlist" | "yolo";
  readonly rules?: readonly Rule[];
  readonly sandboxed?: boolean;
  readonly lands?: boolean;
  readonly scope?: "session" | "default";
}

function opinionsOf(resources: readonly Resource[], world: World = {}): readonly Opinion[] {
  const { rules = [everything], sandboxed = false, lands = false, scope = "session" } = world;
  const { mode = "ask" } = world;
  const opinions: Opinion[] = [];
  const base = compilePolicy({ layers: [{ scope, rules }], variables: {} });
  const tool = { id: "bash" } as Tool;
  judgeResources(
    {
      tool,
      footprint: { resources },
      named: { capability: "named", name: "tool:bash", origin: "direct", via: "argument" },
      policies: { base, restrictions: [] },
      placeOf: () => "inside",
      places: { roots: [] },
      variables: {},
      analyzer: { path: () => ({ ok: false, message: "" }) },
      sandboxed,
      mode,
      lands,
      readsRequests: sandboxed,
    },
    opinions,
  );
  return opinions;
}

/** The asks, as `judge hard` or `judge soft`, each with the index of its resource. */
function asksOf(resources: readonly Resource[], world: World = {}): readonly string[] {
  return opinionsOf(resources, world)
    .filter(({ action }) => action === "ask")
    .map(({ judge, hard, resource }) => `${judge} ${hard ? "hard" : "soft"} ${resource}`);
}

function floors(...names: readonly ShellFloor["floor"][]): Resource {
  const list = names.map((floor) => ({ floor, reason: `floor ${floor}` }));
  return unit(0, ["git", "push"], { floors: list });
}

function derived(resource: Resource): Resource {
  return { ...resource, origin: "derived", via: "operand", unitIndex: 0 };
}

describe("a command that no rule speaks of", () => {
  const builds = unit(0, ["make"]);
  const looks = unit(0, ["ls"], { effect: "read" });

  it("asks hard without a sandbox unless it only reads, and softly in one", () => {
    expect(asksOf([builds], { rules: [] })).toEqual(["rules hard 0"]);
    expect(asksOf([builds], { rules: [], mode: "yolo" })).toEqual(["rules hard 0"]);
    expect(asksOf([looks], { rules: [] })).toEqual(["rules soft 0"]);
    expect(asksOf([builds], { rules: [], sandboxed: true })).toEqual(["rules soft 0"]);
  });

  it("can be answered by a person's allowlist without a sandbox too", () => {
    expect(asksOf([builds], { rules: [], mode: "allowlist" })).toEqual(["rules soft 0"]);
  });
});

describe("what was not understood", () => {
  it("what was not understood asks hard without a sandbox and softly in one, whatever the rules allow", () => {
    expect(asksOf([opaque("$x")])).toEqual(["opaque hard 0"]);
    expect(asksOf([opaque("$x")], { sandboxed: true })).toEqual(["opaque soft 0"]);
  });

  it("a rule about everything denies what was not understood, without a question", () => {
    const opinions = opinionsOf([opaque("$x")], { rules: [rule("deny * **")] });
    expect(opinions.map(({ action }) => action)).toEqual(["deny"]);
  });
});

describe("rules", () => {
  it("rules ask hard, and about every resource on its own", () => {
    const rules = [everything, rule("ask fs.write /ws/b")];
    const resources = [file("fs.write", "/ws/a"), file("fs.write", "/ws/b")];
    expect(asksOf(resources, { rules })).toEqual(["rules hard 1"]);
  });

  it("without a matching rule a direct resource asks softly, and one that a command touches does not", () => {
    const write = file("fs.write", "/ws/a");
    expect(asksOf([write], { rules: [] })).toEqual(["rules soft 0"]);
    expect(asksOf([derived(write)], { rules: [] })).toEqual([]);
  });

  it("the default policy lets a command read and not write", () => {
    const world = { rules: [rule("allow shell.run git push")], scope: "default" } as const;
    const touched = [unit(0, ["git", "push"]), derived(file("fs.write", "/ws/a"))];
    expect(asksOf(touched, world)).toEqual(["rules hard 1"]);
    expect(asksOf(touched, { ...world, sandboxed: true })).toEqual(["rules soft 1"]);
    expect(asksOf(touched, { ...world, scope: "session" })).toEqual([]);
    expect(asksOf([touched[0] as Resource, derived(file("fs.read", "/ws/a"))], world)).toEqual([]);
  });
});

describe("floors of a command", () => {
  it("floors of a command ask hard without a sandbox", () => {
    expect(asksOf([floors("F1", "F2", "F3")])).toEqual([
      "floor hard 0",
      "floor hard 0",
      "floor hard 0",
    ]);
  });

  it("floors of a command ask softly in a sandbox, but for characters that cannot be seen", () => {
    expect(asksOf([floors("F1")], { sandboxed: true })).toEqual(["floor soft 0"]);
    expect(asksOf([floors("F2")], { sandboxed: true })).toEqual(["floor soft 0"]);
    expect(asksOf([floors("F3")], { sandboxed: true })).toEqual(["floor hard 0"]);
  });

  it("a rule that names the command lifts its floor, for the option and never for the variable", () => {
    const rules = [rule("allow shell.run git push")];
    expect(asksOf([floors("F1")], { rules })).toEqual([]);
    expect(asksOf([floors("F2")], { rules })).toEqual(["floor hard 0"]);
    expect(asksOf([floors("F3")], { rules })).toEqual(["floor hard 0"]);
  });

  it("a rule with a wildcard lifts no floor of a command", () => {
    expect(asksOf([floors("F1")], { rules: [rule("allow shell.run git *")] })).toEqual([
      "floor hard 0",
    ]);
  });
});

describe("protected paths", () => {
  const hooks = "/ws/.git/hooks/pre-commit";

  it("protected paths ask hard in every sandbox, by name and by where a link leads", () => {
    expect(asksOf([file("fs.write", hooks)], { sandboxed: true })).toEqual(["floor hard 0"]);
    expect(asksOf([file("fs.write", "/ws/note", { real: hooks })])).toEqual(["floor hard 0"]);
    expect(asksOf([file("fs.write", hooks, { real: "/ws/note" })])).toEqual(["floor hard 0"]);
    expect(asksOf([file("fs.read", hooks)])).toEqual([]);
  });

  it("only a rule without wildcards opens a protected path", () => {
    expect(asksOf([file("fs.write", hooks)], { rules: [rule(`allow fs.write ${hooks}`)] })).toEqual(
      [],
    );
    expect(
      asksOf([file("fs.write", hooks)], { rules: [rule("allow fs.write /ws/.git/**")] }),
    ).toEqual(["floor hard 0"]);
  });

  it("looks for protected paths in a tree that changes, and a tree that could not be listed may hold one", () => {
    const tree = (paths: readonly string[], complete = true) =>
      file("fs.write", "/ws/lib", { tree: true, entries: { paths, complete } });
    expect(asksOf([tree(["/ws/lib/a.ts"])])).toEqual([]);
    expect(asksOf([tree(["/ws/lib/a.ts", "/ws/lib/.git/config"])])).toEqual(["floor hard 0"]);
    expect(asksOf([tree(["/ws/lib/a.ts"], false)])).toEqual(["floor hard 0"]);
    expect(asksOf([file("fs.write", "/ws/lib", { tree: true })])).toEqual(["floor hard 0"]);
  });

  it("leaves protected paths to the landing where a command changes a tree too large to list, but not those that were seen", () => {
    const tree = (paths: readonly string[]) =>
      file("fs.write", "/ws/lib", { tree: true, entries: { paths, complete: false } });
    const onView = { sandboxed: true, lands: true };
    expect(asksOf([derived(tree(["/ws/lib/a.ts"]))], onView)).toEqual(["floor soft 0"]);
    expect(asksOf([derived(tree(["/ws/lib/.git/config"]))], onView)).toEqual(["floor hard 0"]);
    expect(asksOf([tree(["/ws/lib/a.ts"])], onView)).toEqual(["floor hard 0"]);
    expect(asksOf([derived(tree([]))], { sandboxed: true })).toEqual(["floor hard 0"]);
  });
});

describe("a tree with parts that rules close", () => {
  const tree = (paths: readonly string[], complete = true) =>
    derived(file("fs.read", "/ws", { tree: true, entries: { paths, complete } }));
  const world = (text: string): World => ({ rules: [everything, rule(text)] });

  it("without a sandbox a tree is asked about when it holds a path that a rule denies or asks about", () => {
    for (const text of ["deny fs.read /ws/**/.env", "ask fs.read /ws/**/.env"]) {
      expect(asksOf([tree(["/ws/.env"])], world(text))).toEqual(["rules hard 0"]);
      expect(asksOf([tree(["/ws/a.ts"])], world(text))).toEqual([]);
    }
  });

  it("a tree that could not be listed is asked about", () => {
    const denied = world("deny fs.read /ws/**/.env");
    expect(asksOf([tree([], false)], denied)).toEqual(["rules hard 0"]);
    expect(asksOf([derived(file("fs.read", "/ws", { tree: true }))], denied)).toEqual([
      "rules hard 0",
    ]);
  });

  it("a tree with closed parts is left to the sandbox where there is one", () => {
    const denied = world("deny fs.read /ws/**/.env");
    expect(asksOf([tree(["/ws/.env"])], { ...denied, sandboxed: true })).toEqual([]);
  });
});
