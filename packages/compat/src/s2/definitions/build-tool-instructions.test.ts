import { describe, expect, it } from "vitest";
import { buildToolInstructions } from "./build-tool-instructions.ts";
import { TOOL_DEFINITIONS } from "./tool-definitions.ts";

describe("buildToolInstructions", () => {
  it("describes tools, parameters, the project's folder and one object of actions [R255]", () => {
    expect(
      buildToolInstructions({
        allowedTools: ["file_manager", "bash_manager"],
        projectRoot: "projects/app",
      }),
    ).toBe(`## Tools

Answer with JSON that says what to run.
One object with every action: {"actions": [{"tool": "…", "action": "…", "params": {…}}]}

### file_manager
Reads, writes, extends and deletes files of the project workspace.
Parameters: action, path, content

### bash_manager
Runs a shell command in the project's folder. Do not change the folder first.
Parameters: command

The project's folder is projects/app.

Rules:
- Use only the tools of this list.
- Create and change files with file_manager and "action": "write".`);
  });

  it("asks for one object after the other without plan mode [R255]", () => {
    const text = buildToolInstructions({ allowedTools: ["web"], planMode: false });
    expect(text).toContain(
      'One object for each action, one after the other: {"tool": "…", "action": "…", "params": {…}}',
    );
    expect(text).not.toContain('"actions"');
    expect(text).not.toContain("folder is");
    expect(text).toContain("### web_fetch");
    expect(text).not.toContain("file_manager");
  });

  it("says in one sentence that there are none, and describes all for null [R255]", () => {
    const none = "No tools are available for this task.";
    expect(buildToolInstructions({ allowedTools: [] })).toBe(none);
    expect(buildToolInstructions({ allowedTools: ["nobody"] })).toBe(none);
    const all = buildToolInstructions({ allowedTools: null });
    for (const name of Object.keys(TOOL_DEFINITIONS)) expect(all).toContain(`### ${name}\n`);
  });
});
