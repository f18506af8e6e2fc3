import { describe, expect, test } from "vitest";
import { type ImportSource, importRules } from "./import-rules.ts";

const OPTIONS = { home: "/home/mira", workspace: "/srv/project" };

async function imported(source: ImportSource, file: string, text: string, isPersonal = false) {
  const lines = await importRules(source, [{ file, text, isPersonal }], OPTIONS);
  return lines.map(({ source: place, outcome, rules }) => ({
    text: place.text,
    line: place.line,
    outcome,
    rules: rules.map(({ action, permission, pattern }) => `${action} ${permission} ${pattern}`),
  }));
}

describe("Claude Code", () => {
  const one = async (list: string, rule: string) => {
    const text = JSON.stringify({ permissions: { [list]: [rule] } });
    const [line] = await imported("claude-code", "settings.json", text);
    return line && [line.outcome, ...line.rules];
  };

  test.each([
    ["allow", "Bash(npm run test:*)", ["same", "allow shell.run npm run test *"]],
    ["allow", "Bash(git * main)", ["stricter", "allow shell.run git * main"]],
    ["allow", "Bash(ls*)", ["stricter", "allow shell.run ls *"]],
    ["allow", "Bash(cat a | sh)", ["unsaid"]],
    ["deny", "Bash(cat a | sh)", ["stricter", "ask shell.run cat a *"]],
    ["deny", "Bash(rm:*)", ["same", "deny shell.run rm *"]],
    ["deny", "Bash(rm*)", ["stricter", "deny shell.run rm *", "ask shell.run *"]],
    ["deny", "Bash", ["same", "deny shell.run *"]],
    ["deny", "Read(./.env)", ["same", "deny fs.read **/.env/**"]],
    ["deny", "Read(//etc/**)", ["same", "deny fs.read /etc/**"]],
    ["allow", "Edit(src/{a,b}.ts)", ["same", "allow fs.write {workspace}/src/\\{a\\,b\\}.ts"]],
    ["allow", "Read(~/notes/**)", ["idle", "allow fs.read /home/mira/notes/**"]],
    ["allow", "Read(~/.zshrc)", ["idle", "allow fs.read /home/mira/.zshrc"]],
    ["deny", "Read(~/.zshrc)", ["same", "deny fs.read /home/mira/.zshrc/**"]],
    ["allow", "Read(//etc/hosts)", ["idle", "allow fs.read /etc/hosts"]],
    ["allow", "Read(//srv/project/a)", ["same", "allow fs.read /srv/project/a"]],
    ["allow", "Read(notes)", ["same", "allow fs.read {workspace}/**/notes"]],
    ["allow", "Read(a[bc])", ["unsaid"]],
    ["deny", "Read(a[bc])", ["stricter", "deny fs.read **/a?/**"]],
    ["allow", "WebFetch(domain:docs.test)", ["same", "allow net.fetch docs.test"]],
    ["allow", "WebFetch", ["stricter", "allow net.fetch *:*"]],
    ["deny", "mcp__github", ["same", "deny mcp__github__* *"]],
    ["allow", "mcp__github__get", ["same", "allow mcp__github__get *"]],
    ["deny", "Task(deploy)", ["stricter", "ask task *"]],
    ["allow", "Task(deploy)", ["unsaid"]],
    ["deny", "Teleport", ["unsaid"]],
    ["deny", "WebFetch(domain:not a host)", ["stricter", "ask net.fetch *"]],
  ])("%s %s", async (list, rule, wanted) => {
    expect(await one(list, rule)).toEqual(wanted);
  });

  test("an allowance inside a denial decides nothing, and is left out", async () => {
    const text = `{ "permissions": {
  "deny": ["Bash(aws *)"],
  "allow": ["Bash(aws s3 ls)"]
} }`;
    expect(await imported("claude-code", "settings.json", text)).toEqual([
      { text: "deny Bash(aws *)", line: 2, outcome: "same", rules: ["deny shell.run aws *"] },
      { text: "allow Bash(aws s3 ls)", line: 3, outcome: "same", rules: [] },
    ]);
  });

  test("a denial of the home folder holds in a workspace below it", async () => {
    const text = JSON.stringify({
      permissions: { deny: ["Edit(~/**)"], allow: ["Edit(./src/**)"] },
    });
    const lines = await imported("claude-code", "settings.json", text);
    expect(lines[1]?.rules).toEqual([]);
  });

  test("hooks and other settings that hold calls back are listed as lost", async () => {
    const text = `{
  "permissions": { "additionalDirectories": ["../docs", "/srv/data"] },
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash" }],
    "Stop": []
  },
  "sandbox": { "enabled": true }
}`;
    expect(await imported("claude-code", "settings.json", text)).toEqual([
      { text: "additionalDirectories ../docs", line: 2, outcome: "unsaid", rules: [] },
      {
        text: "additionalDirectories /srv/data",
        line: 2,
        outcome: "idle",
        rules: ["allow fs.read /srv/data/**"],
      },
      { text: "hooks PreToolUse", line: 4, outcome: "unsaid", rules: [] },
      { text: "hooks Stop", line: 5, outcome: "unsaid", rules: [] },
      { text: "sandbox", line: 7, outcome: "unsaid", rules: [] },
    ]);
  });

  test("a folder beside the workspace says how it is opened", async () => {
    const text = JSON.stringify({ permissions: { additionalDirectories: ["../docs"] } });
    const files = [{ file: "settings.json", text, isPersonal: false }];
    const [line] = await importRules("claude-code", files, OPTIONS);
    expect(line?.why).toContain("use --add-dir");
  });

  test("modes that are rules become rules, the others are told", async () => {
    const mode = async (name: string) => {
      const text = JSON.stringify({ permissions: { defaultMode: name, ask: ["Bash(git push)"] } });
      return (await imported("claude-code", "settings.json", text)).flatMap(({ rules }) => rules);
    };
    expect(await mode("bypassPermissions")).toEqual(["ask shell.run git push"]);
    expect(await mode("acceptEdits")).toContain("allow fs.write {workspace}/**");
    expect(await mode("dontAsk")).toEqual([
      "deny shell.run git push",
      "deny shell.run *",
      "deny fs.write *",
      "deny net.fetch *",
    ]);
  });
});

describe("opencode", () => {
  test("the last line wins: what an earlier one allowed inside it is left out", async () => {
    const text = `{ "permission": { "bash": {
      "git status": "allow",
      "git *": "ask",
      "git log *": "allow",
      "*": "deny"
    } } }`;
    const lines = await imported("opencode", "opencode.json", text);
    expect(lines.flatMap(({ rules }) => rules)).toEqual(["deny shell.run *"]);
  });

  test("paths run over slashes there", async () => {
    const text = `{ "permission": { "edit": { "*": "deny", "docs/*.md": "allow", "a*b": "allow" } } }`;
    const lines = await imported("opencode", "opencode.json", text);
    expect(lines.flatMap(({ rules }) => rules)).toEqual([
      "deny fs.write **",
      "allow fs.write {workspace}/docs/**/*.md",
      "allow fs.write {workspace}/a*b",
      "allow fs.write {workspace}/a*/**/*b",
    ]);
  });

  test("hosts, folders outside, servers, old switches, agents", async () => {
    const text = JSON.stringify({
      tools: { write: false },
      permission: {
        webfetch: {
          "https://docs.test/*": "allow",
          "https://x.test/a*": "deny",
          "https://api.test/v1/*": "allow",
          "https://api.test:8443/v1/admin/**": "deny",
          "https://api.test/v1/keys": "ask",
          "https://api.test/v1/me": "allow",
        },
        external_directory: { "~/notes/*": "allow" },
        github_create_issue: "deny",
        "notes_*": "allow",
        doom_loop: "ask",
      },
      agent: { plan: { permission: { bash: "deny" } } },
    });
    const lines = await imported("opencode", "opencode.json", text);
    expect(
      lines.filter(({ line }) => line > 0).map(({ outcome, rules }) => [outcome, ...rules]),
    ).toEqual([
      ["same", "deny fs.write **"],
      ["same", "allow net.fetch docs.test:443"],
      ["stricter", "ask net.fetch x.test"],
      ["same", "allow net.fetch GET api.test:443/v1/**"],
      ["same", "deny net.fetch api.test/v1/admin/**"],
      ["same", "ask net.fetch api.test/v1/keys"],
      ["unsaid"],
      ["idle", "allow fs.read /home/mira/notes/**"],
      ["same", "deny mcp__github__create_issue *", "deny mcp__github_create__issue *"],
      ["same", "allow mcp__notes__* *"],
      ["unsaid"],
      ["unsaid"],
    ]);
  });
});

describe("Codex", () => {
  test("prefixes with alternatives and examples", async () => {
    const text = `# team rules
prefix_rule(
    pattern = ["git", ["push", "fetch"]],  # both
    decision = "prompt",
    match = ["git push origin", ["git", "fetch"]],
    not_match = ["git status"],
)
prefix_rule(pattern = ["rm"], decision = "forbidden", justification = 'no "rm"')
network_rule(host = "api.test", protocol = "https", decision = "allow")
host_executable(name = "git", paths = ["/usr/bin/git"])
`;
    const lines = await importRules(
      "codex",
      [{ file: "a.rules", text, isPersonal: false }],
      OPTIONS,
    );
    expect(lines.flatMap(({ rules }) => rules)).toEqual([
      {
        permission: "shell.run",
        pattern: "git push *",
        action: "ask",
        match: ["git push origin"],
        no_match: ["git status"],
      },
      {
        permission: "shell.run",
        pattern: "git fetch *",
        action: "ask",
        match: ["git fetch"],
        no_match: ["git status"],
      },
      { permission: "shell.run", pattern: "rm *", action: "deny" },
      { permission: "net.fetch", pattern: "api.test:443", action: "allow" },
    ]);
    expect(lines.map(({ source }) => source.line)).toEqual([2, 2, 8, 9, 10]);
  });

  test("folders, tools of servers and justifications are told, not dropped", async () => {
    const text = [
      "[sandbox_workspace_write]",
      'writable_roots = ["/srv/data"]',
      "[mcp_servers.notes]",
      'enabled_tools = ["get"]',
    ].join("\n");
    expect(await imported("codex", "config.toml", text)).toEqual([
      { text: "sandbox_workspace_write", line: 1, outcome: "unsaid", rules: [] },
      { text: "writable_roots /srv/data", line: 2, outcome: "unsaid", rules: [] },
      { text: "mcp_servers notes enabled_tools", line: 4, outcome: "unsaid", rules: [] },
    ]);
    const rule =
      'prefix_rule(pattern = ["rm"], decision = "forbidden", justification = "use trash")';
    const [line] = await importRules(
      "codex",
      [{ file: "a.rules", text: rule, isPersonal: false }],
      OPTIONS,
    );
    expect(line).toMatchObject({ outcome: "same", why: expect.stringContaining("use trash") });
  });

  test.each([
    ["deny_everything()", "a.rules:1: deny_everything() is not known"],
    ["x = 1", "a.rules:1: is not read further"],
    ['prefix_rule(pattern = [], decision = "allow")', "a.rules:1: pattern must be a list of words"],
    ['prefix_rule(pattern = ["a"], decision = "maybe")', "a.rules:1: the decision is none of"],
    ['\nprefix_rule(pattern = ["a', "a.rules:2: a text does not end"],
  ])("what is not understood stops the import: %s", async (text, message) => {
    await expect(imported("codex", "a.rules", text)).rejects.toThrow(message);
  });

  test("settings that are rules become rules", async () => {
    const text = 'model = "x"\napproval_policy = "untrusted"\nsandbox_mode = "read-only"\n';
    expect(await imported("codex", "config.toml", text)).toEqual([
      {
        text: 'approval_policy "untrusted"',
        line: 2,
        outcome: "stricter",
        rules: ["ask shell.run *"],
      },
      { text: 'sandbox_mode "read-only"', line: 3, outcome: "same", rules: ["ask fs.write *"] },
    ]);
    await expect(imported("codex", "config.toml", "a = ")).rejects.toThrow(
      "config.toml:1: is not TOML",
    );
  });
});

describe("Gemini CLI", () => {
  test("priorities: the lower allowance inside a restriction is left out", async () => {
    const text = `[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git", "npm test"]
decision = "allow"
priority = 10

[[rule]]
commandPrefix = "git push"
decision = "deny"
priority = 5

[[rule]]
toolName = "run_shell_command"
commandRegex = "rm.*-rf"
decision = "deny"
priority = 100
`;
    const lines = await imported("gemini", "a.toml", text);
    // Whether the expression is about git or npm cannot be known, so what it could be about asks.
    expect(lines.map(({ line, outcome, rules }) => [line, outcome, ...rules])).toEqual([
      [1, "stricter"],
      [1, "stricter"],
      [7, "same", "deny shell.run git push *"],
      [12, "stricter", "ask shell.run *"],
    ]);
  });

  test("tools, servers, modes and conditions", async () => {
    const rule = async (text: string) =>
      (await imported("gemini", "a.toml", `[[rule]]\n${text}\npriority = 1`)).map(
        ({ outcome, rules }) => [outcome, ...rules],
      );
    expect(await rule('toolName = ["write_file", "replace"]\ndecision = "ask_user"')).toEqual([
      ["same", "ask write *"],
      ["same", "ask edit *"],
    ]);
    expect(await rule('mcpName = "github"\ntoolName = "get"\ndecision = "allow"')).toEqual([
      ["same", "allow mcp__github__get *"],
    ]);
    expect(await rule('toolName = "mcp_github_*"\ndecision = "deny"')).toEqual([
      ["same", "deny mcp__github__* *"],
    ]);
    expect(await rule('toolName = "mcp_*_get"\ndecision = "deny"')).toEqual([
      ["stricter", "ask mcp__* *"],
    ]);
    expect(await rule('toolName = "read_file"\nargsPattern = "env"\ndecision = "deny"')).toEqual([
      ["stricter", "ask read *"],
    ]);
    expect(await rule('toolName = "*"\nmodes = ["yolo"]\ndecision = "allow"')).toEqual([
      ["unsaid"],
    ]);
    expect(await rule('toolName = "glob"\nsubagent = "a"\ndecision = "allow"')).toEqual([
      ["unsaid"],
    ]);
    expect(await rule('toolName = "glob"\nsubagent = "a"\ndecision = "deny"')).toEqual([
      ["stricter", "deny glob *"],
    ]);
    await expect(rule('toolName = "glob"\ndecision = "maybe"')).rejects.toThrow(
      "a.toml:1: decision is none of",
    );
  });

  test("settings: allowed, exclude, core, servers", async () => {
    const text = JSON.stringify({
      tools: {
        allowed: ["run_shell_command(git status)", "read_file"],
        exclude: ["run_shell_command(rm)"],
      },
      mcp: { excluded: ["bad"] },
      mcpServers: { notes: { trust: true, excludeTools: ["wipe"] } },
    });
    const lines = await imported("gemini", "settings.json", text);
    expect(lines.flatMap(({ rules }) => rules)).toEqual([
      "deny shell.run rm *",
      "allow shell.run git status *",
      "allow read *",
      "deny mcp__bad__* *",
      "allow mcp__notes__* *",
      "deny mcp__notes__wipe *",
    ]);
    const core = await imported(
      "gemini",
      "settings.json",
      JSON.stringify({ tools: { core: ["read_file"], allowed: ["run_shell_command(git)"] } }),
    );
    expect(core.flatMap(({ rules }) => rules)).toContain("deny shell.run *");
    expect(core.flatMap(({ rules }) => rules)).not.toContain("allow shell.run git *");
  });

  test("settings may name tools by their classes", async () => {
    const rules = async (tools: object) =>
      (await imported("gemini", "settings.json", JSON.stringify({ tools }))).flatMap(
        (line) => line.rules,
      );
    const core = ["ReadFileTool", "GlobTool", "SearchText", "ShellTool(ls)"];
    const denied = await rules({ core });
    expect(denied).toEqual(
      await rules({ core: ["read_file", "glob", "grep_search", "run_shell_command(ls)"] }),
    );
    expect(denied).toContain("deny write *");
    for (const kept of ["read", "glob", "grep", "shell.run"])
      expect(denied).not.toContain(`deny ${kept} *`);
    expect(await rules({ exclude: ["WebFetchTool", "ShellTool(rm)", "EditTool"] })).toEqual([
      "deny web_fetch *",
      "deny shell.run rm *",
      "deny edit *",
    ]);
    expect(await rules({ allowed: ["LSTool", "ReadManyFilesTool", "MemoryTool"] })).toEqual([
      "allow list *",
      "allow read *",
      "allow memory *",
    ]);
  });
});

test("a file that is no JSON stops the import with its line", async () => {
  await expect(imported("claude-code", "settings.json", '{\n"permissions": [')).rejects.toThrow(
    "settings.json:2: is not JSON",
  );
});
