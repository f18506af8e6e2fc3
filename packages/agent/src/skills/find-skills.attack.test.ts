import { describe, expect, it } from "vitest";
import { findSkills } from "./find-skills.ts";
import type { SkillFiles } from "./skill-files.ts";

const REAL: Readonly<Record<string, { path: string; kind: "file" | "folder" | "other" }>> = {
  "/p": { path: "/p", kind: "folder" },
  "/p/skills": { path: "/p/skills", kind: "folder" },
  "/p/skills/out": { path: "/etc/skill", kind: "folder" },
  "/p/skills/beside": { path: "/p-other/skill", kind: "folder" },
  "/p/skills/file": { path: "/p/skills/file", kind: "folder" },
  "/p/skills/file/SKILL.md": { path: "/p/secret", kind: "file" },
  "/p/skills/pipe": { path: "/p/skills/pipe", kind: "folder" },
  "/p/skills/pipe/SKILL.md": { path: "/p/skills/pipe/SKILL.md", kind: "other" },
  "/p/skills/loop": { path: "/p/skills", kind: "folder" },
};

describe("links in a folder of skills", () => {
  it("links are not followed out of a folder of skills, and nothing behind them is read", async () => {
    const reads: string[] = [];
    const files: SkillFiles = {
      list: async (folder) =>
        folder === "/p/skills" ? ["out", "beside", "file", "pipe", "loop"] : ["SKILL.md"],
      real: async (path) => REAL[path] ?? null,
      async read(path) {
        reads.push(path);
        return new TextEncoder().encode("---\nname: x\ndescription: y\n---\n");
      },
    };
    const index = await findSkills({
      files,
      sources: [{ origin: "project", folder: "/p/skills", within: "/p" }],
    });
    expect(index.skills).toEqual([]);
    expect(reads).toEqual([]);
    expect(index.skipped.map(({ place, text }) => `${place}: ${text}`)).toEqual([
      "/p/skills/beside: it is a link out of /p",
      "/p/skills/file/SKILL.md: it is a link out of its folder",
      "/p/skills/out: it is a link out of /p",
      "/p/skills/pipe/SKILL.md: it is no regular file",
    ]);
  });
});
