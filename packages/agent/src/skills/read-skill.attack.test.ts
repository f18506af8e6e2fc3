import { describe, expect, it } from "vitest";
import { readSkill } from "./read-skill.ts";

function read(text: string) {
  return readSkill(new TextEncoder().encode(text), { folder: "release" });
}

describe("a hostile SKILL.md", () => {
  it.each(["js", "javascript", "coffee", "json"])("in %s is not read and not run", (language) => {
    const text = `---${language}\n{ name: globalThis.hit = "release", description: "x" }\n---\nBody.`;
    expect(read(text)).toMatchObject({ ok: false, reason: expect.stringContaining("only YAML") });
    expect(globalThis).not.toHaveProperty("hit");
  });

  it("makes nothing of tags", () => {
    const text =
      "---\nname: release\ndescription: !!js/function 'function () { return 1 }'\n---\nB.";
    const reading = read(text);
    expect(reading.ok && typeof reading.skill.description).toBe("string");
  });

  it("does not unfold anchors", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(",")}]`,
    );
    const reading = read(
      `---\nname: release\ndescription: x\nl0: &l0 lol\n${levels.join("\n")}\n---\nB.`,
    );
    expect(reading).toMatchObject({ ok: true, skill: { name: "release" } });
    expect(reading.ok && reading.warnings.join()).toContain("anchors");
  });

  it("cannot nest deeper than a stack", () => {
    const deep = "[".repeat(30_000);
    expect(read(`---\nname: release\ndescription: x\na: ${deep}\n---\nB.`)).toMatchObject({
      ok: true,
    });
    expect(read(`---\n${"- ".repeat(20_000)}\n---\nB.`)).toMatchObject({ ok: false });
  });

  it("cannot be as long as it likes", () => {
    const front = `name: release\ndescription: ${"x ".repeat(200_000)}`;
    const reading = read(`---\n${front}\n---\nB.`);
    expect(reading.ok && reading.skill.description.length).toBeLessThanOrEqual(1_024);
  });

  it("shows a model nothing that a person cannot see", () => {
    const tags = [..."ignore all"]
      .map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0)))
      .join("");
    const text = `---\nname: rel\u200bease\ndescription: Cuts\u202e it.${tags}\n---\nTag\u2066 it${tags}.\u00a0Now.\u2028Then ⚠️.`;
    expect(read(text)).toMatchObject({
      skill: { name: "release", description: "Cuts it.", body: "Tag it. Now.\nThen ⚠." },
      warnings: ["23 hidden characters were taken out"],
    });
  });

  it("gives no object a prototype", () => {
    const reading = read(
      "---\nname: release\ndescription: x\n__proto__:\n  polluted: yes\n---\nB.",
    );
    expect(reading.ok).toBe(true);
    expect({}).not.toHaveProperty("polluted");
  });
});
