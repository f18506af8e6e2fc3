/** The first answer of a language server: the server alone, spoken to directly, and a whole call of `lsp`. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tool } from "@toolplane/contract";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { withDirectory } from "../host/open-product.ts";
import { withTools } from "./open-tools.ts";
import { timeCalls } from "./time-calls.ts";

const RUNS = 5;
const TEXT = "/** Half of it. */\nexport function half(n: number): number {\n  return n / 2;\n}\n";
/** On the name of the function. */
const AT = { line: 1, character: 18 };

function serverCommand(): readonly string[] {
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  return [process.execPath, tsc, "--lsp", "--stdio"];
}

/** A process of its own each time, without a sandbox: greeting, the file, one hover. */
export function serverAlone(): Promise<Figures> {
  return withProject(async (workspace) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const start = performance.now();
      await askAlone(workspace);
      times.push(performance.now() - start);
    }
    return { p50Ms: median(times), bestMs: Math.min(...times), firstMs: times[0] ?? 0 };
  });
}

/** The same through the product, opened again each time: a call that starts the server in its sandbox. */
export function firstAnswer(): Promise<Figures> {
  return withProject(async (workspace) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1)
      await withLsp(workspace, async (hover) => {
        const start = performance.now();
        refuseOther(await hover());
        times.push(performance.now() - start);
        return {};
      });
    return { p50Ms: median(times), bestMs: Math.min(...times), firstMs: times[0] ?? 0 };
  });
}

export function laterAnswer(): Promise<Figures> {
  return withProject((workspace) =>
    withLsp(workspace, (hover) => timeCalls({ warmUp: 2, runs: 20 }, hover, refuseOther)),
  );
}

async function withLsp(
  workspace: string,
  measure: (hover: () => Promise<string>) => Promise<Figures>,
): Promise<Figures> {
  const { lspTool } = await import("@toolplane/tools");
  const server = { name: "typescript", endings: ["ts"], command: serverCommand() };
  return withTools(
    { workspace, tools: [lspTool as Tool], toolConfig: { lsp: { servers: [server] } } },
    (call) =>
      measure(() =>
        call("lsp", {
          operation: "hover",
          path: "a.ts",
          line: AT.line + 1,
          character: AT.character + 1,
        }),
      ),
  );
}

async function askAlone(workspace: string): Promise<void> {
  const [program = "", ...args] = serverCommand();
  const child = spawn(program, args, { cwd: workspace, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const uri = pathToFileURL(join(workspace, "a.ts")).href;
  const rootUri = pathToFileURL(workspace).href;
  await connection.sendRequest("initialize", { processId: null, rootUri, capabilities: {} });
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "typescript", version: 1, text: TEXT },
  });
  const place = { textDocument: { uri }, position: AT };
  refuseOther(JSON.stringify(await connection.sendRequest("textDocument/hover", place)));
  connection.dispose();
  child.kill();
  await ended;
}

function withProject(measure: (workspace: string) => Promise<Figures>): Promise<Figures> {
  return withDirectory((base) => {
    const workspace = join(base, "ws");
    mkdirSync(workspace);
    writeFileSync(join(workspace, "tsconfig.json"), '{"include":["*.ts"]}');
    writeFileSync(join(workspace, "a.ts"), TEXT);
    return measure(workspace);
  });
}

function refuseOther(text: string): void {
  if (!text.includes("Half of it.")) throw new Error(`another answer: ${text.slice(0, 200)}`);
}
