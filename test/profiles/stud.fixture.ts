/** A toolplane of the profile `stud` on real files. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, Question, ToolResult } from "@toolplane/contract";
import { createScriptedBroker, type ScriptedAnswer, type ScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { onTestFinished } from "vitest";

export interface Stud {
  readonly tp: Toolplane;
  readonly session: ReturnType<Toolplane["session"]>;
  readonly broker: ScriptedBroker;
  readonly call: (name: string, args?: JsonObject) => Promise<ToolResult>;
  readonly workspace: string;
}

export async function openStud(
  more: ToolplaneOptions = {},
  answer: (question: Question) => ScriptedAnswer = () => "session",
): Promise<Stud> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-stud-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, "work");
  mkdirSync(join(workspace, "src"), { recursive: true });
  writeFileSync(join(workspace, "a.txt"), "one\n");
  const broker = createScriptedBroker(answer);
  const tp = await createToolplane({
    profile: "stud",
    workspace,
    userData: join(root, "data"),
    record: false,
    skills: false,
    broker,
    onWarning: () => {},
    ...more,
  });
  onTestFinished(() => tp.close());
  const session = tp.session();
  let calls = 0;
  const call: Stud["call"] = async (name, args = {}) => {
    calls += 1;
    return session.call({ id: `call-${calls}`, name, arguments: args });
  };
  return { tp, session, broker, call, workspace };
}
