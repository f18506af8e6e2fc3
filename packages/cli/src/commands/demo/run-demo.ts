/** `toolplane demo`: the product in twenty seconds. It says *likely* where only the sandbox saw something, and fails when the secret shows. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type JsonObject, winnerOf } from "@toolplane/contract";
import { confinesProcesses } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { formatDuration, PRECEDENCE_WORDS } from "@toolplane/readings";
import { SECRET } from "../../chat/demo/shop-files.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { typedName } from "../../command/typed-name.ts";
import { CONSOLE_PORT } from "../../serving/console-port.ts";
import { untilAborted } from "../../serving/until-aborted.ts";
import { callLine } from "../../terminal/lines/call-line.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { sandboxWords } from "../../terminal/words/sandbox-words.ts";
import { attemptCall, type DemoAttempt } from "./demo-attempt.ts";
import { findDemoServer, SERVER_TOOL } from "./demo-server.ts";
import {
  type DemoOpening,
  type DemoWorld,
  makeDemoWorld,
  PATCH,
  PROGRAM,
  PYTHON,
} from "./demo-world.ts";

const PRICE = "src/price.js";
const WIDTH = 78;

/** Runs it, and removes what it made. */
export const runDemo: CommandRun = async (context) => {
  const startedMs = performance.now();
  const world = await makeDemoWorld();
  try {
    const show = createShow(context);
    const end = await play(world, show);
    if (context.signal.aborted) return EXIT_CODES.cancelled;
    const code = tellEnd(context, { ...end, show, tookMs: performance.now() - startedMs });
    return context.arguments.flag("console") ? await lookAround(context, world, code) : code;
  } finally {
    await world.remove();
  }
};

/** Opens the console over the demo's calls for the person at this terminal; where there is none, the demo is over. */
async function lookAround(
  context: CommandContext,
  world: DemoWorld,
  code: ExitCode,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  if (!terminal.canAsk || !terminal.isOutTerminal) return code;
  const { openConsole } = await import("../../serving/open-console.ts");
  const source = await world.source();
  const open = (port: number) =>
    openConsole(context, { listen: { address: "127.0.0.1", port }, source });
  const console = await open(CONSOLE_PORT).catch(() => open(0));
  try {
    terminal.print();
    terminal.print(terminal.out.style("bold", "Look at it in a browser"));
    terminal.print(`  ${console.ticketUrl()}`);
    terminal.print(
      "  The address lets one browser in. Ctrl-C ends it and removes the demo's folder.",
    );
    await untilAborted(signal);
  } finally {
    await console.close();
  }
  return code;
}

/** The stage: every attempt is a line on it. */
interface Show {
  readonly terminal: Terminal;
  readonly attempts: DemoAttempt[];
  readonly sandbox: DemoOpening["sandbox"];
  readonly signal: AbortSignal;
  section(title: string): void;
  attempt(session: Session, tool: string, args: JsonObject, what?: string): Promise<void>;
}

function createShow({ terminal, signal, arguments: given }: CommandContext): Show {
  const attempts: DemoAttempt[] = [];
  const paint = terminal.out;
  return {
    terminal,
    attempts,
    signal,
    sandbox: given.flag("no-sandbox") ? "none" : given.flag("plain") ? "plain" : "auto",
    section(title) {
      if (signal.aborted) return;
      terminal.print();
      terminal.print(paint.style("bold", title));
    },
    async attempt(session, tool, args, what) {
      if (signal.aborted) return;
      const call = { id: `demo-${attempts.length + 1}`, tool, arguments: args };
      const attempt = await attemptCall(session, what ? { ...call, what } : call, signal);
      if (signal.aborted) return;
      attempts.push(attempt);
      const mark = attempt.stoppedBy === null ? "allow" : "deny";
      const line = { mark, tool, what: attempt.what, note: attempt.note } as const;
      terminal.print(callLine(line, { paint, width: WIDTH }));
    },
  };
}

interface End {
  readonly rows: number;
  readonly isWhole: boolean;
}

async function play(world: DemoWorld, show: Show): Promise<End> {
  const { terminal, sandbox } = show;
  const server = findDemoServer();
  const whole = await world.open({ parser: "on", sandbox, server });
  const session = whole.session();
  // It comes up while the others try; a call to it waits for it, and closing ends it.
  void whole.sources.start();
  try {
    terminal.print(terminal.out.style("bold", "One rule. Every way in."));
    terminal.print();
    terminal.print("  deny  fs.read  **/.env                  policy.json, line 2");
    terminal.print(`  sandbox: ${sandboxWords(whole.host.sandbox)}`);
    if (!confinesProcesses(whole.host.sandbox)) {
      terminal.print();
      terminal.print(
        `${terminal.out.mark("deny")} There is no sandbox here, so what is not understood is refused.`,
      );
    }
    await waysIn(session, { show, hasServer: server !== null });
    await withoutParser(world, show);
    await workGoesOn(session, { world, show });
    await explain(session, show);
  } finally {
    await whole.close();
  }
  return world.verifyRecord(session.id);
}

async function waysIn(
  session: Session,
  { show, hasServer }: { readonly show: Show; readonly hasServer: boolean },
): Promise<void> {
  show.section(hasServer ? "Seven ways in" : "Six ways in");
  await show.attempt(session, "read", { path: ".env" });
  await show.attempt(session, "grep", { pattern: "TOKEN", path: ".env" });
  await show.attempt(session, "bash", { command: "cat .env" });
  await show.attempt(session, "bash", { command: PYTHON });
  await show.attempt(session, "read", { path: "notes.txt" }, "notes.txt, a link to it");
  await show.attempt(session, "code_mode", { program: PROGRAM }, "a program that reads it");
  if (hasServer) await show.attempt(session, SERVER_TOOL, { path: ".env" });
  if (show.signal.aborted || show.attempts.every(({ stoppedBy }) => stoppedBy !== "sandbox"))
    return;
  for (const line of LIKELY) show.terminal.print(`    ${line}`);
}

const LIKELY = [
  "likely: the command probably looked for this file, and the sandbox did not",
  "show it. We see what a command writes, not what it reads.",
];

async function withoutParser(world: DemoWorld, show: Show): Promise<void> {
  const blind = await world.open({ parser: "off", sandbox: show.sandbox, server: null });
  const isBare = !confinesProcesses(blind.host.sandbox);
  show.section(
    isBare
      ? "With the command parser switched off: nobody understands a command"
      : "With the command parser switched off: only the sandbox is left",
  );
  try {
    const session = blind.session();
    await show.attempt(session, "bash", { command: "cat .env" });
    await show.attempt(session, "bash", { command: PYTHON });
  } finally {
    await blind.close();
  }
}

async function workGoesOn(
  session: Session,
  { world, show }: { readonly world: DemoWorld; readonly show: Show },
): Promise<void> {
  show.section("Work goes on");
  await show.attempt(session, "bash", { command: "npm test" });
  await show.attempt(session, "edit", { path: PRICE, old_string: "41", new_string: "40" }, PRICE);
  await show.attempt(session, "undo", { paths: [PRICE] });
  await show.attempt(session, "apply_patch", { patch: PATCH }, `${PRICE}, src/currency.js`);
  await show.attempt(session, "undo", { paths: [PRICE, "src/currency.js"] }, "both");
  if (show.signal.aborted) return;
  const text = (await readFile(join(world.project, PRICE), "utf8")).trim();
  show.terminal.print(`    ${PRICE} is again: ${text}`);
}

async function explain(session: Session, show: Show): Promise<void> {
  show.section("Why was notes.txt refused?");
  if (show.signal.aborted) return;
  const call = { id: "why", name: "read", arguments: { path: "notes.txt" } };
  const { verdict, footprint } = await session.explain(call);
  const { terminal } = show;
  const rule = verdict && winnerOf(verdict).rule?.rule;
  const [touched] = footprint.resources;
  if (touched && "real" in touched)
    terminal.print(`  It leads to ${basename(touched.real)}, and what is read is what counts.`);
  terminal.print(`  ${rule?.action} ${rule?.permission} ${rule?.pattern} matches it.`);
  for (const line of wrapText(PRECEDENCE_WORDS, terminal.columns() - 2))
    terminal.print(`  ${line}`);
}

function tellEnd(
  context: CommandContext,
  { rows, isWhole, show, tookMs }: End & { readonly show: Show; readonly tookMs: number },
): (typeof EXIT_CODES)["done" | "failed"] {
  const { attempts } = show;
  const { terminal } = context;
  const leaked = attempts.some(({ result }) => JSON.stringify(result).includes(SECRET));
  const refused = attempts.filter(({ stoppedBy }) => stoppedBy !== null).length;
  const paint = terminal.out;
  terminal.print();
  terminal.print(
    leaked
      ? `${paint.mark("failed")} The secret was shown. This is a defect.`
      : `${paint.mark("allow")} The secret was never shown.`,
  );
  terminal.print(
    `${paint.mark(isWhole ? "allow" : "failed")} ${attempts.length} calls, ${refused} refused; record: ${rows} rows, chain ${isWhole ? "whole" : "broken"}. ${formatDuration(tookMs)}`,
  );
  terminal.print();
  terminal.print("Next");
  const name = typedName(context);
  terminal.print(`  ${name} call read README.md     one call on your own files`);
  terminal.print(`  ${name} start                   put it in front of an MCP client`);
  terminal.json({
    attempts: attempts.map(({ tool, what, stoppedBy, note }) => ({ tool, what, stoppedBy, note })),
    refused,
    leaked,
    record: { rows, isWhole },
  });
  return leaked || !isWhole ? EXIT_CODES.failed : EXIT_CODES.done;
}
