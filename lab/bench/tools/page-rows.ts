/** A page of 5 MB fetched and made Markdown, against taking it apart. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { Parser, Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { Figures } from "../harness/section.ts";
import { withDirectory } from "../host/open-product.ts";
import { makeLargePage } from "./large-page.ts";
import { type CallTool, withTools } from "./open-tools.ts";
import { peakMemory } from "./peak-memory.ts";
import { type CallTimes, timeCalls } from "./time-calls.ts";

const TIMES: CallTimes = { warmUp: 3, runs: 9 };
const HOST = "pages.example.com";
/** Public by the tables; nothing is ever sent to it. */
const ADDRESS = "93.184.215.14";

/** The bound of goal 10: to compare with, not a measurement. */
export async function pageAllowance(): Promise<Figures> {
  return { peakBytes: 130 * 1024 * 1024 };
}

/** htmlparser2's tokenizer, which says where things begin and end. */
export function tokens(): Promise<Figures> {
  return overPage((page, count) => {
    const tokenizer = new Tokenizer({}, countingCallbacks(count));
    tokenizer.write(page);
    tokenizer.end();
  });
}

/** htmlparser2's parser on top of it: names and attributes as strings, open elements, nothing kept. */
export function parsed(): Promise<Figures> {
  return overPage((page, count) => {
    const parser = new Parser({ onopentag: count, ontext: count, onclosetag: count });
    parser.write(page);
    parser.end();
  });
}

/** Our converter alone, in this thread. */
export async function converted(): Promise<Figures> {
  const { compute } = await import("@toolplane/tools/inside");
  const input = { html: makeLargePage(), url: `http://${HOST}/report` };
  return timeCalls(TIMES, async () => compute(input).markdown, checkMarkdown);
}

export function fetched(): Promise<Figures> {
  return overServer((call) => timeCalls(TIMES, () => fetchPage(call), checkMarkdown));
}

/** The memory of a process that makes this one call. */
export function fetchedPeak(): Promise<Figures> {
  return overServer((call) => peakMemory(() => fetchPage(call)));
}

async function overPage(run: (page: string, count: () => void) => void): Promise<Figures> {
  const page = makeLargePage();
  let seen = 0;
  const count = (): void => {
    seen += 1;
  };
  const figures = await timeCalls(
    TIMES,
    async () => run(page, count),
    () => {
      if (seen === 0) throw new Error("nothing was read");
    },
  );
  return figures;
}

function countingCallbacks(count: () => void): TokenizerCallbacks {
  return {
    onattribdata: count,
    onattribentity: count,
    onattribend: count,
    onattribname: count,
    oncdata: count,
    onclosetag: count,
    oncomment: count,
    ondeclaration: count,
    onend: count,
    onopentagend: count,
    onopentagname: count,
    onprocessinginstruction: count,
    onselfclosingtag: count,
    ontext: count,
    ontextentity: count,
  };
}

function fetchPage(call: CallTool): Promise<string> {
  return call("web_fetch", { url: `http://${HOST}/report` });
}

function checkMarkdown(text: string): void {
  if (!text.includes("## Part 1") || !text.includes("| value < 1 |"))
    throw new Error(`not the page: ${text.slice(0, 2_000)}`);
}

function overServer(measure: (call: CallTool) => Promise<Figures>): Promise<Figures> {
  return withDirectory(async (base) => {
    const workspace = join(base, "ws");
    mkdirSync(workspace);
    const entry = join(import.meta.dirname, "page-server.ts");
    const server = spawn(process.execPath, [entry], { stdio: ["pipe", "pipe", "inherit"] });
    try {
      const port = await portOf(server);
      return await withTools({ workspace, ...outsideOf(port) }, measure);
    } finally {
      server.kill();
    }
  });
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error("the server prints nowhere");
  const [first] = (await once(stdout, "data")) as [Buffer];
  return Number(first.toString("utf8"));
}

/** One name, one address, and a connector that knows no other way than to the server. */
function outsideOf(port: number) {
  return {
    resolver: { resolve: async () => [ADDRESS] },
    connector: {
      connect: async () => {
        const socket = connect(port, "127.0.0.1");
        await once(socket, "connect");
        return socket;
      },
    },
  };
}
