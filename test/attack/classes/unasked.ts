/** A project under version control in which commands are judged, and nothing is run. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { makeEverydayProject } from "../everyday/everyday-project.ts";

export interface World {
  readonly rules: readonly Rule[];
  readonly sandbox?: ToolplaneOptions["sandbox"];
  /** The secret is under version control. */
  readonly tracked?: boolean;
  /** What the person has there beside the project. */
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  /** Programs that an earlier call copied into the project and into a folder of PATH. */
  readonly copies?: Readonly<Record<string, string>>;
}

/** The commands that run without a question. */
export async function unasked(
  { rules, sandbox = "auto", tracked = false, files = {}, links = {}, copies = {} }: World,
  lines: readonly string[],
): Promise<readonly string[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-classes-")));
  const workspace = join(base, "in/project");
  const home = join(base, "home");
  for (const folder of [workspace, home]) mkdirSync(folder, { recursive: true });
  makeEverydayProject(workspace, home);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    symlinkSync(target, join(workspace, name));
  }
  const bin = join(home, "bin");
  mkdirSync(bin);
  for (const [name, program] of Object.entries(copies))
    for (const folder of [workspace, bin]) copyFileSync(program, join(folder, name));
  if (tracked) {
    const env = { ...process.env, HOME: home };
    execFileSync("git", ["add", "-f", ".env"], { cwd: workspace, env });
    execFileSync("git", ["commit", "-qm", "Keep the secret"], { cwd: workspace, env });
  }
  const toolplane = await createToolplane({
    workspace,
    sandbox,
    userData: join(base, "data"),
    record: false,
    environment: { ...process.env, HOME: home, PATH: `${bin}:${process.env.PATH}` },
    onWarning: () => undefined,
  });
  try {
    const session = toolplane.session({ rules });
    const passed: string[] = [];
    for (const [index, command] of lines.entries()) {
      const call = { id: `line-${index}`, name: "bash", arguments: { command } };
      const { verdict } = await session.explain(call);
      if (verdict?.action === "allow") passed.push(command);
    }
    return passed;
  } finally {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  }
}
