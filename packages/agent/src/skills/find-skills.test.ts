import { describe, expect, it } from "vitest";
import { createSkillService } from "./create-skill-service.ts";
import { findSkills } from "./find-skills.ts";
import { renderSkills } from "./render-skills.ts";
import type { SkillFiles, SkillSource } from "./skill-files.ts";

/** Files by path; a value that begins with `->` is a link. */
function memoryFiles(tree: Readonly<Record<string, string>>): SkillFiles & { reads: string[] } {
  const reads: string[] = [];
  const follow = (path: string): string => {
    for (const [at, text] of Object.entries(tree)) {
      if (!text.startsWith("->")) continue;
      if (path === at || path.startsWith(`${at}/`))
        return follow(text.slice(2) + path.slice(at.length));
    }
    return path;
  };
  const isFolder = (path: string) => Object.keys(tree).some((at) => at.startsWith(`${path}/`));
  return {
    reads,
    async list(folder) {
      const names = Object.keys(tree)
        .filter((at) => at.startsWith(`${folder}/`))
        .map((at) => at.slice(folder.length + 1).split("/")[0] as string);
      return isFolder(folder) ? [...new Set(names)] : null;
    },
    async real(path) {
      const real = follow(path);
      if (tree[real] !== undefined) return { path: real, kind: "file" };
      return isFolder(real) ? { path: real, kind: "folder" } : null;
    },
    async read(path, maxBytes) {
      reads.push(path);
      const bytes = new TextEncoder().encode(tree[path]);
      return bytes.length > maxBytes ? { reason: "too large" } : bytes;
    },
    fetch: async (address) => new TextEncoder().encode(skill("remote", `From ${address}.`)),
  };
}

function skill(name: string, description = `Does ${name}.`, more = ""): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\nHow to ${name}.`;
}

const PROJECT: SkillSource = { origin: "project", folder: "/p/.agents/skills", within: "/p" };
const USER: SkillSource = { origin: "user", folder: "/h/.agents/skills", within: "/h" };

describe("finding skills", () => {
  it("takes the first of a name in the order of the sources, and reports the later one", async () => {
    const files = memoryFiles({
      "/p/.agents/skills/release/SKILL.md": skill("release", "The project's."),
      "/h/.agents/skills/release/SKILL.md": skill("release", "The person's."),
      "/h/.agents/skills/area/review/SKILL.md": skill("review"),
      "/h/.agents/skills/review/SKILL.md": "---js\nname: 1\n---\n",
    });
    const sources = [
      PROJECT,
      USER,
      { origin: "url", address: "https://x.example/remote/SKILL.md" } as const,
    ];
    const index = await findSkills({ files, sources });
    expect(
      index.skills.map(({ name, description, origin, place }) => [
        name,
        description,
        origin,
        place,
      ]),
    ).toEqual([
      ["release", "The project's.", "project", "/p/.agents/skills/release/SKILL.md"],
      ["review", "Does review.", "user", "/h/.agents/skills/area/review/SKILL.md"],
      [
        "remote",
        "From https://x.example/remote/SKILL.md.",
        "url",
        "https://x.example/remote/SKILL.md",
      ],
    ]);
    expect(index.skipped).toEqual([
      {
        place: "/h/.agents/skills/release/SKILL.md",
        origin: "user",
        text: "there is a skill release before it: /p/.agents/skills/release/SKILL.md",
      },
      {
        place: "/h/.agents/skills/review/SKILL.md",
        origin: "user",
        text: "its front matter is in js, and only YAML is read",
      },
    ]);
  });

  it("reads a folder that two sources lead to once, and says nothing of it", async () => {
    const files = memoryFiles({
      "/p/.agents/skills/release/SKILL.md": skill("release"),
      "/p/.claude/skills/release": "->/p/.agents/skills/release",
    });
    const claude: SkillSource = { origin: "project", folder: "/p/.claude/skills", within: "/p" };
    const index = await findSkills({ files, sources: [PROJECT, claude] });
    expect(index.skills).toHaveLength(1);
    expect([...index.skipped, ...index.warnings]).toEqual([]);
  });

  it("has bounds in number and size", async () => {
    const files = memoryFiles({
      "/p/.agents/skills/a/SKILL.md": skill("a"),
      "/p/.agents/skills/b/SKILL.md": skill("b", "x".repeat(300)),
      "/p/.agents/skills/c/SKILL.md": skill("c"),
      "/p/.agents/skills/d/SKILL.md": skill("d"),
      "/p/.agents/skills/1/2/3/4/SKILL.md": skill("deep"),
    });
    const index = await findSkills({ files, sources: [PROJECT], maxSkills: 2, maxBytes: 200 });
    expect(index.skills.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(index.skipped.map(({ text }) => text)).toEqual([
      "too large",
      "there are 2 skills already, the most there may be",
    ]);
  });

  it("asks by digest before it reads a file as a skill", async () => {
    const files = memoryFiles({ "/p/.agents/skills/a/SKILL.md": skill("a") });
    const asked: string[] = [];
    const index = await findSkills({
      files,
      sources: [PROJECT],
      refuse: ({ place, digest }) => {
        asked.push(`${place} ${digest.length}`);
        return "not trusted";
      },
    });
    expect(index.skills).toEqual([]);
    expect(index.skipped.map(({ text }) => text)).toEqual(["not trusted"]);
    expect(asked).toEqual(["/p/.agents/skills/a/SKILL.md 64"]);
  });
});

describe("the service of skills", () => {
  it("lists one line each, gives the body with its folder, and the same again [R194]", async () => {
    const files = memoryFiles({
      "/p/.agents/skills/a/SKILL.md": skill("a", ">-\n  Does\n  a."),
    });
    const index = await findSkills({ files, sources: [PROJECT] });
    const service = createSkillService(index);
    expect(service.list()).toEqual([{ name: "a", description: "Does a." }]);
    const text = "How to a.\n\nFiles that this skill names are in /p/.agents/skills/a.";
    expect(await service.load("a")).toBe(text);
    expect(await service.load("a")).toBe(text);
    expect(await service.load("b")).toBeNull();
    expect(files.reads).toEqual(["/p/.agents/skills/a/SKILL.md"]);
    const prompt = renderSkills(service.list());
    expect(prompt).toContain("\n- a: Does a.");
    expect(prompt).not.toContain("How to a.");
  });

  it("narrows the session by a skill that says which tools it takes, and by no other", async () => {
    const files = memoryFiles({
      "/p/.agents/skills/a/SKILL.md": skill("a", "Does a.", "allowed-tools: Read\n"),
      "/p/.agents/skills/b/SKILL.md": skill("b"),
    });
    const rules = [{ permission: "read", pattern: "*", action: "allow" } as const];
    const service = createSkillService(await findSkills({ files, sources: [PROJECT] }), {
      rulesFor: () => rules,
    });
    const narrowed: unknown[] = [];
    const use = { sessionId: "s", narrow: (narrowing: unknown) => void narrowed.push(narrowing) };
    await service.load("b", use);
    await service.load("a", use);
    expect(narrowed).toEqual([{ by: "skill a", rules }]);
  });
});

describe("the index in a prompt", () => {
  it("is one line for each skill, inside its bounds", () => {
    const skills = Array.from({ length: 5 }, (_, at) => ({
      name: `s${at}`,
      description: `Line one\nline two ${"x".repeat(50)}`,
    }));
    const text = renderSkills(skills, { maxDescription: 19, maxCharacters: 60 });
    expect(text.split("\n").slice(2)).toEqual([
      "- s0: Line one line two…",
      "- s1: Line one line two…",
      "(3 more are not listed.)",
    ]);
    expect(renderSkills([])).toBe("");
  });
});
