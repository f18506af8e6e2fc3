/** Skills as a program has them: found on this machine, loaded by the tool, narrowing the session they are used in. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { createLineTransport, serveMcpStdio } from "@toolplane/mcp";
import { createToolplane, type Session, type ToolplaneOptions } from "toolplane";
import {
  renderKits,
  renderSkills,
  renderToolSkills,
  shippedKits,
  shippedToolSkills,
} from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../mcp/world.ts";

interface World {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  write(files: Readonly<Record<string, string>>): void;
  open(options?: ToolplaneOptions): ReturnType<typeof createToolplane>;
  readonly warnings: string[];
}

function openWorld(): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-skills-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, "home");
  const workspace = join(root, "home/projects/repo/app");
  mkdirSync(workspace, { recursive: true });
  const warnings: string[] = [];
  return {
    root,
    home,
    workspace,
    warnings,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    async open(options = {}) {
      const tp = await createToolplane({
        workspace,
        userData: join(root, "data"),
        sandbox: "none",
        record: false,
        skills: { home },
        onWarning: (text) => warnings.push(text),
        ...options,
      });
      onTestFinished(() => tp.close());
      return tp;
    },
  };
}

function skill(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nHow to ${name}.\n`;
}

let made = 0;
async function call(target: Pick<Session, "call">, name: string, args: object): Promise<unknown> {
  made += 1;
  const result = await target.call({ id: `c${made}`, name, arguments: args as never });
  return result.type === "output" ? result.data : result.code;
}

describe("the skills of a toolplane", () => {
  it("are the person's own without a word, one line each in a prompt, the body on demand [R194]", async () => {
    const { home, write, open, warnings } = openWorld();
    write({ "home/.agents/skills/release/SKILL.md": skill("release") });
    const tp = await open();
    const body = `How to release.\n\nFiles that this skill names are in ${home}/.agents/skills/release.`;
    const text = `<skill_content name="release">\n${body}\n</skill_content>`;
    expect(await call(tp, "skill", { name: "release" })).toBe(text);
    write({ "home/.agents/skills/release/SKILL.md": skill("other") });
    expect(await call(tp, "skill", { name: "release" })).toBe(text);
    expect(await call(tp, "skill", { name: "other" })).toBe("not_found");
    const prompt = renderSkills(tp.skills.skills);
    expect(prompt).toContain("- release: Does release.");
    expect(prompt).not.toContain("How to release");
    expect(warnings.filter((warning) => warning.includes("skill"))).toEqual([]);
  });

  it("come from the project up to its repository, the home, the program, folders and addresses, in this order", async () => {
    const { root, home, write, open } = openWorld();
    const server = createServer((_request, response) => response.end(skill("f")));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/f/SKILL.md`;
    const repo = "home/projects/repo";
    write({
      [`${repo}/.git/HEAD`]: "",
      [`${repo}/app/.agents/skills/a/SKILL.md`]: skill("a"),
      [`${repo}/app/.claude/skills/b/SKILL.md`]: skill("b"),
      [`${repo}/.agents/skills/a/SKILL.md`]: skill("a"),
      [`${repo}/.agents/skills/c/SKILL.md`]: skill("c"),
      "home/projects/.agents/skills/above/SKILL.md": skill("above"),
      "home/.claude/skills/c/SKILL.md": skill("c"),
      "home/.claude/skills/d/SKILL.md": skill("d"),
      "brought/e/SKILL.md": skill("e"),
      "brought/d/SKILL.md": skill("d"),
      "more/g/SKILL.md": skill("g"),
    });
    const tp = await open({
      skills: {
        home,
        project: "all",
        urls: [url],
        bundled: [join(root, "brought")],
        paths: [join(root, "more")],
      },
    });
    expect(tp.skills.skills.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
      "a project",
      "b project",
      "c project",
      "d user",
      "e bundled",
      "g path",
      "f url",
    ]);
    expect(tp.skills.skipped.map(({ place }) => place.slice(root.length + 1))).toEqual([
      `${repo}/.agents/skills/a/SKILL.md`,
      "home/.claude/skills/c/SKILL.md",
      "brought/d/SKILL.md",
    ]);
  });

  it("of a project are not used before a person trusted them, and that is told", async () => {
    const { write, open, warnings } = openWorld();
    write({ "home/projects/repo/app/.agents/skills/release/SKILL.md": skill("release") });
    const tp = await open();
    expect(tp.skills.skills).toEqual([]);
    expect(await call(tp, "skill", { name: "release" })).toBe("unavailable");
    expect(warnings.join("\n")).toMatch(
      /A skill is left out, .*release\/SKILL\.md: its project's skills are not trusted/,
    );
  });

  it("are none where the program says so, or brings its own", async () => {
    const { write, open } = openWorld();
    write({ "home/.agents/skills/release/SKILL.md": skill("release") });
    expect((await open({ skills: false })).skills.skills).toEqual([]);
    const skills = { list: () => [], load: async () => "Mine." };
    const own = await open({ services: { skills } });
    expect(await call(own, "skill", { name: "release" })).toContain("Mine.");
    const urls = Array.from({ length: 21 }, (_, at) => `https://x.example/${at}`);
    await expect(open({ skills: { urls } })).rejects.toThrow(/20 addresses at the most/);
    await expect(open({ skills: { projects: "all" } as never })).rejects.toThrow(/projects/);
  });

  it("are shown to MCP clients as a tool only where there are some", async () => {
    const { write, open } = openWorld();
    const names = async () => {
      const tp = await open();
      const toServer = new PassThrough();
      const fromServer = new PassThrough();
      serveMcpStdio(await tp.toMcp(), { input: toServer, output: fromServer });
      const client = createClient("2025-11-25");
      await client.connect(createLineTransport({ input: fromServer, output: toServer }));
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    expect(await names()).not.toContain("skill");
    write({ "home/.agents/skills/release/SKILL.md": skill("release") });
    expect(await names()).toContain("skill");
  });
});

describe("a skill in use", () => {
  const LOOK = skill("look", "allowed-tools: Read, Grep, Bash(ls:*)\n");

  it("closes the tools that it does not name, until it is left, and opens none", async () => {
    const { write, open } = openWorld();
    write({
      "home/.agents/skills/look/SKILL.md": LOOK,
      "home/projects/repo/app/a.txt": "alpha\n",
      "home/projects/repo/app/.env": "secret\n",
    });
    const deny = { permission: "fs.read", pattern: "**/.env", action: "deny" } as const;
    const tp = await open({
      policy: [deny, { permission: "bash", pattern: "*", action: "allow" }],
    });
    const session = tp.session();
    const edit = { path: "b.txt", content: "x" };
    expect(await call(session, "write", edit)).not.toBe("permission_denied");
    expect(await call(session, "skill", { name: "look" })).toContain("How to look.");
    expect(await call(session, "write", edit)).toBe("permission_denied");
    expect(await call(session, "read", { path: "a.txt" })).toContain("alpha");
    expect(await call(session, "read", { path: ".env" })).toBe("permission_denied");
    expect(await call(session, "bash", { command: "ls" })).not.toBe("permission_denied");
    expect(await call(session, "bash", { command: "ls; touch c.txt" })).toBe("permission_denied");
    expect(await call(session, "bash", { command: "ls > c.txt" })).toBe("permission_denied");
    expect(await call(session, "todo", { todos: [] })).not.toBe("permission_denied");
    expect(await call(tp.session(), "write", edit)).not.toBe("permission_denied");
    expect(session.lift("skill look")).toBe(true);
    expect(await call(session, "write", edit)).not.toBe("permission_denied");
  });
});

describe("links", () => {
  it("are followed inside the home, and never out of it or out of a skill's folder", async () => {
    const { root, home, write, open } = openWorld();
    write({
      "outside/secret/SKILL.md": skill("outside"),
      "outside/key": skill("key"),
      "home/dotfiles/linked/SKILL.md": skill("linked"),
      "home/.agents/skills/own/SKILL.md": skill("own"),
      "home/.agents/skills/stolen/notes.md": "x",
    });
    const at = (name: string) => join(home, ".agents/skills", name);
    symlinkSync(join(root, "outside/secret"), at("outside"));
    symlinkSync(join(home, "dotfiles/linked"), at("linked"));
    symlinkSync(join(root, "outside/key"), at("stolen/SKILL.md"));
    symlinkSync(at(""), at("loop"));
    const tp = await open();
    expect(tp.skills.skills.map(({ name }) => name)).toEqual(["linked", "own"]);
    expect(tp.skills.skipped.map(({ place, text }) => [place, text])).toEqual([
      [at("outside"), `it is a link out of ${home}`],
      [at("stolen/SKILL.md"), "it is a link out of its folder"],
    ]);
  });
});

describe("kits and notes on tools", () => {
  it("ship, and can be told to an agent that has their tools [R269] [R272]", async () => {
    const { open } = openWorld();
    const tp = await open({ preset: "managers" });
    const tools = tp.kernel.tools().map(({ tool }) => tool.id);
    expect(shippedKits()).toHaveLength(4);
    expect(renderKits(shippedKits(), tools).match(/^## .*$/gm)).toEqual([
      "## tdd_workflow",
      "## debug_cycle",
      "## project_setup",
      "## code_quality",
    ]);
    expect(shippedToolSkills()).toHaveLength(8);
    expect(renderToolSkills(shippedToolSkills(), tools).match(/^## .*$/gm)).toEqual(
      [
        "file_manager",
        "bash_manager",
        "git_manager",
        "code_exec",
        "test_runner",
        "lsp_manager",
        "code_search",
        "diff_editor",
      ].map((id) => `## ${id}`),
    );
  });
});
