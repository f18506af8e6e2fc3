/** A toolplane of the profile `grida` on real files. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { JsonObject, Question, Rule, ToolResult } from "@toolplane/contract";
import { createScriptedBroker, type ScriptedAnswer, type ScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { onTestFinished } from "vitest";

export interface Grida {
  readonly tp: Toolplane;
  readonly session: ReturnType<Toolplane["session"]>;
  readonly workspace: string;
  readonly call: (name: string, args?: JsonObject) => Promise<ToolResult>;
}

/** Below `/tmp` a sandbox would show scratch in its place. */
export async function openGrida(
  more: ToolplaneOptions | ((base: string) => ToolplaneOptions) = {},
): Promise<Grida> {
  const root = realpathSync(mkdtempSync("/var/tmp/toolplane-grida-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, "work");
  for (const folder of ["work/src", "more", "near"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(workspace, "src/a.txt"), "alpha\n");
  writeFileSync(join(root, "more/m.txt"), "more\n");
  writeFileSync(join(root, "near/n.txt"), "near\n");
  const tp = await createToolplane({
    profile: "grida",
    workspace,
    userData: join(root, "data"),
    record: false,
    skills: false,
    environment: { PATH: process.env.PATH ?? "", HOME: join(root, "home") },
    onWarning: () => {},
    ...(typeof more === "function" ? more(root) : more),
  });
  onTestFinished(() => tp.close());
  const session = tp.session();
  let calls = 0;
  const call: Grida["call"] = async (name, args = {}) => {
    calls += 1;
    return session.call({ id: `call-${calls}`, name, arguments: args });
  };
  return { tp, session, workspace, call };
}

/** The same with a person in front of it. */
export async function openAsked(
  answer: (question: Question) => ScriptedAnswer,
  more: ToolplaneOptions = {},
): Promise<Grida & { readonly broker: ScriptedBroker }> {
  const broker = createScriptedBroker(answer);
  return { ...(await openGrida({ broker, ...more })), broker };
}

/** Rules of the project, each as `action permission pattern`. */
export function rules(...lines: readonly string[]): readonly Rule[] {
  return lines.map((line) => {
    const [action = "", permission = "", ...pattern] = line.split(" ");
    return { permission, pattern: pattern.join(" "), action: action as Rule["action"] };
  });
}

/** A server on loopback; it ends with the test. */
export async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function codeOf(result: ToolResult): string {
  return result.type === "output" ? "output" : result.code;
}
