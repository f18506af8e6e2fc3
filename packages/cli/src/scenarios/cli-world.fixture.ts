/**
 * A world for tests of the command line: a workspace, a data folder, a configuration folder and a home of their own, all
 * temporary, and a way to run command lines in them. `run` stays in this process (fast, with pipes in place of a terminal);
 * `spawn` starts the real program.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { ConfigurationError } from "@toolplane/contract";
import {
  listWaiting,
  openState,
  type State,
  type WaitingQuestion,
} from "@toolplane/library/inside";
import type { Command } from "../command/command.ts";
import type { Report } from "../command/report.ts";
import { COMMANDS } from "../program/command-table.ts";
import { type Cli, type CliProcess, runCli, runCommand } from "../program/run-cli.ts";
import { textWidth } from "../terminal/text/text-width.ts";

interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where it is started; the workspace unless given. */
  readonly directory?: string;
  /** Width of the window, 80 unless given. */
  readonly columns?: number;
  /** True: standard output and error say they are a terminal. Keys cannot be typed; a PTY is needed for that. */
  readonly isTerminal?: boolean;
  readonly abort?: AbortController;
  /** Other commands than the real ones. */
  readonly commands?: readonly Command[];
  /** Hears standard output while it runs. */
  readonly onOutput?: (text: string) => void;
  /** Hears standard error while it runs. */
  readonly onNote?: (text: string) => void;
}

export interface RunAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Folders and how to run in them. */
export interface CliWorld {
  readonly root: string;
  readonly workspace: string;
  readonly data: string;
  readonly config: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Writes files into the workspace: path to content. */
  write(files: Readonly<Record<string, string>>): void;
  run(words: readonly string[], options?: RunOptions): Promise<RunAnswer>;
  /** The report of a command, before anything is printed. Throws what the command throws. */
  report(words: readonly string[], options?: RunOptions): Promise<Report>;
  /** Starts the real program; the caller ends it. */
  spawn(words: readonly string[], options?: RunOptions): ChildProcess;
  /** The same as a program and its words, for a PTY. */
  command(words: readonly string[]): {
    readonly program: string;
    readonly words: readonly string[];
  };
  /** Opens the record and what lies beside it; the caller closes it. */
  state(): Promise<State>;
  /**
   * The questions that wait for a person, as they lie in the store: no command has looked yet and taken back those that are too
   * old.
   */
  waiting(): Promise<readonly WaitingQuestion[]>;
  remove(): void;
}

/** The program as npm installs it; in a checkout it runs the sources. */
export const PROGRAM: string = join(import.meta.dirname, "../../../toolplane/bin/toolplane.cjs");

/**
 * The words that start the program with Node: bundled from the sources as they are, or the sources themselves outside of a test
 * run.
 */
export function programWords(): readonly string[] {
  const flags = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];
  const folder = process.env.TOOLPLANE_TEST_PROGRAM;
  if (folder === undefined) return [...flags, join(import.meta.dirname, "../program/main.ts")];
  if (!existsSync(folder)) {
    const script = join(import.meta.dirname, "../../../../scripts/build-for-tests.ts");
    execFileSync(process.execPath, [...flags, script, "cli", folder]);
  }
  const keep = join(import.meta.dirname, "../../../../scripts/build/keep-run-code.cjs");
  return [...flags, "--conditions=@toolplane/tests", `--require=${keep}`, join(folder, "main.cjs")];
}

/** Makes one; the caller removes it. */
export function openCliWorld(files: Readonly<Record<string, string>> = {}): CliWorld {
  return openCliWorldAt(realpathSync(mkdtempSync(join(tmpdir(), "toolplane-cli-"))), files);
}

/** The same in a folder that is there, over what it holds already. */
export function openCliWorldAt(
  root: string,
  files: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
): CliWorld {
  const place = (name: string): string => join(root, name);
  const workspace = place("project");
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: place("home"),
    LANG: "C.UTF-8",
    TOOLPLANE_DATA: place("data"),
    TOOLPLANE_CONFIG: place("config"),
    ...compiledCode(),
    // So that all of it can be tried as on a machine that has no sandbox.
    ...(process.env.TOOLPLANE_SANDBOX ? { TOOLPLANE_SANDBOX: process.env.TOOLPLANE_SANDBOX } : {}),
    ...variables,
  };
  for (const folder of [workspace, environment.HOME]) mkdirSync(folder, { recursive: true });
  const write = (given: Readonly<Record<string, string>>): void => {
    for (const [path, content] of Object.entries(given)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    }
  };
  write(files);
  return {
    root,
    workspace,
    data: environment.TOOLPLANE_DATA,
    config: environment.TOOLPLANE_CONFIG,
    environment,
    write,
    run: (words, options = {}) =>
      runInProcess(words, { directory: workspace, ...options }, environment),
    report: (words, options = {}) =>
      reportInProcess(words, { directory: workspace, ...options }, environment),
    spawn: (words, options = {}) =>
      spawn(process.execPath, [...programWords(), ...words], {
        cwd: options.directory ?? workspace,
        env: { ...environment, ...options.env },
      }),
    command: (words) => ({ program: process.execPath, words: [...programWords(), ...words] }),
    state: () => openState({ userData: environment.TOOLPLANE_DATA, recordPlace: null }),
    async waiting() {
      const state = await openState({ userData: environment.TOOLPLANE_DATA, recordPlace: null });
      const { store, key } = state;
      return listWaiting({ store, key, limit: 100 }).finally(() => state.close());
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The compile cache of a test run's programs, where it is kept. */
function compiledCode(): { readonly NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
}

type InProcess = RunOptions & { readonly directory: string };

const overview: Cli["overview"] = async () =>
  (await import("../commands/help/run-overview.ts")).runOverview;

async function runInProcess(
  words: readonly string[],
  options: InProcess,
  environment: Readonly<Record<string, string>>,
): Promise<RunAnswer> {
  const stdout = collector(options);
  const stderr = collector({ ...options, onOutput: options.onNote });
  const process = processOf(words, options, {
    stdout: stdout.stream,
    stderr: stderr.stream,
    environment,
  });
  const code = await runCli({ commands: options.commands ?? COMMANDS, overview }, process);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

async function reportInProcess(
  words: readonly string[],
  options: InProcess,
  environment: Readonly<Record<string, string>>,
): Promise<Report> {
  const { stream } = collector(options);
  const process = processOf(words, options, { stdout: stream, stderr: stream, environment });
  const found = await runCommand({ commands: options.commands ?? COMMANDS, overview }, process);
  if (typeof found === "number")
    throw new ConfigurationError(words.join(" "), `ended with ${found} and no report`);
  return found;
}

function processOf(
  words: readonly string[],
  options: InProcess,
  streams: Pick<CliProcess, "stdout" | "stderr" | "environment">,
): CliProcess {
  return {
    words,
    stdin: inputOf(options.stdin),
    stdout: streams.stdout,
    stderr: streams.stderr,
    environment: { ...streams.environment, ...options.env },
    directory: options.directory,
    program: PROGRAM,
    abort: options.abort ?? new AbortController(),
  };
}

function inputOf(text: string | undefined): NodeJS.ReadStream {
  // An input that is never closed would hold up a command that reads it to its end.
  const stream = text === undefined ? new PassThrough().end() : Readable.from([text]);
  return stream as NodeJS.ReadStream;
}

function collector({
  columns = 80,
  isTerminal = false,
  onOutput,
}: Omit<RunOptions, "onOutput"> & { readonly onOutput?: RunOptions["onOutput"] | undefined }): {
  readonly stream: NodeJS.WriteStream;
  readonly text: () => string;
} {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      onOutput?.(String(chunk));
      done();
    },
  });
  Object.assign(stream, { columns, rows: 24, isTTY: isTerminal });
  return {
    stream: stream as NodeJS.WriteStream,
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}

/** The lines that do not fit into so many cells of a terminal. */
export function linesWiderThan(columns: number, text: string): readonly string[] {
  return text.split("\n").filter((line) => textWidth(line) > columns);
}
