/** Brings one unit in: its copy, its worker, what that says of its tools, and their registrations. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describeDefinitionFault, ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { type DescribedTool, proxyTool } from "./proxy-tool.ts";
import type { ToolUnit } from "./read-unit.ts";
import type {
  FolderTool,
  ToolFolder,
  ToolFoldersOptions,
  ToolRegistration,
} from "./tool-folders.ts";
import { createToolProcess } from "./tool-process.ts";

export interface LoadedUnit {
  readonly unit: ToolUnit;
  readonly tools: readonly FolderTool[];
  readonly registrations: ReadonlyMap<string, ToolRegistration>;
  /** Ends the worker once its calls are over, and takes the copy away; registrations stay. */
  retire(): Promise<void>;
  /** Takes the tools away: no new call finds them, and those that run end with what they began with. */
  leave(): Promise<void>;
  /** The same, and what runs is ended. */
  close(): Promise<void>;
}

export interface LoadUnit {
  readonly place: ToolFolder;
  readonly options: ToolFoldersOptions;
  readonly clock: Clock;
  readonly copies: string;
  /** The unit before this change. */
  readonly before: LoadedUnit | null;
  /** Called right before tools with these ids are registered. */
  readonly makeRoom: (ids: ReadonlySet<string>) => void;
  readonly tell: (message: string) => void;
}

const DESCRIBE_MS = 20_000;
const MAX_TOOLS = 200;

/** Loads it; rejects when it cannot be loaded, and then what was there before is untouched. */
export async function loadUnit(unit: ToolUnit, load: LoadUnit): Promise<LoadedUnit> {
  // Of its own even for the same content: two units that follow one another may both be alive for a while.
  const copy = mkdtempSync(join(load.copies, `${unit.digest.slice(0, 16)}-${unit.name}-`));
  writeCopy(copy, unit);
  const { clock, options } = load;
  const worker = createToolProcess({
    clock,
    open: () => openWorker(unit, copy, load),
    ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
  });
  const end = async (ending: Promise<void>): Promise<void> => {
    await ending;
    rmSync(copy, { recursive: true, force: true });
  };
  try {
    const described = readDescribed(
      await worker.ask({ do: "describe" }, { timeoutMs: DESCRIBE_MS }),
    );
    const tools = described.map(
      (tool): FolderTool => ({
        unit: unit.name,
        layer: load.place.layer,
        path: unit.path,
        digest: unit.digest,
        tool: proxyTool(tool, worker),
        hasKey: tool.hasKey === true,
      }),
    );
    load.makeRoom(new Set(tools.map(({ tool }) => tool.id)));
    const registrations = register(tools, load);
    if (registrations.size === 0) throw new ToolError("failed", "none of its tools was admitted");
    const closing = () => Promise.all([...registrations.values()].map((one) => one.close()));
    return {
      unit,
      tools,
      registrations,
      retire: () => end(worker.leave()),
      async leave() {
        await closing();
        await end(worker.leave());
      },
      async close() {
        await closing();
        await end(worker.close());
      },
    };
  } catch (error) {
    await end(worker.close());
    throw error;
  }
}

function writeCopy(copy: string, { files }: ToolUnit): void {
  for (const { path, bytes } of files) {
    const file = join(copy, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, bytes, { mode: 0o400 });
  }
}

function readDescribed(said: unknown): readonly DescribedTool[] {
  if (!Array.isArray(said) || said.length === 0)
    throw new ToolError("failed", "it exports no tool; make one with defineTool and export it");
  if (said.length > MAX_TOOLS)
    throw new ToolError("failed", `it exports more than ${MAX_TOOLS} tools`);
  for (const tool of said as readonly Record<string, unknown>[]) {
    const fault = describeDefinitionFault({ ...tool, execute: () => {} });
    if (fault !== null) throw new ToolError("failed", `tool ${String(tool.id)}: ${fault}`);
  }
  return said as readonly DescribedTool[];
}

/** A tool that was there is changed in place, so that calls that run end first; what is gone is closed. */
function register(
  tools: readonly FolderTool[],
  { place, options, before, tell }: LoadUnit,
): ReadonlyMap<string, ToolRegistration> {
  const registrations = new Map<string, ToolRegistration>();
  const changing: Promise<unknown>[] = [];
  for (const { tool } of tools) {
    try {
      const known = before?.registrations.get(tool.id);
      if (known !== undefined) changing.push(known.reload(tool));
      const own =
        known ??
        options.home.register(tool, {
          layer: place.layer,
          trusted: place.layer === "project",
          isolated: true,
        });
      registrations.set(tool.id, own);
      if (own.status === "refused") tell(`${tool.id}: ${own.reason ?? "refused"}`);
    } catch (error) {
      tell(`${tool.id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (before !== null && registrations.size > 0) {
    const gone = [...before.registrations].filter(([id]) => !registrations.has(id));
    // Calls that run still have their worker until the kernel let go of it.
    void Promise.allSettled([...changing, ...gone.map(([, one]) => one.close())]).then(
      before.retire,
    );
  }
  return registrations;
}

function openWorker(
  unit: ToolUnit,
  copy: string,
  { place, options }: LoadUnit,
): ReturnType<ToolFoldersOptions["home"]["openChannel"]> {
  const { confined, home } = options;
  const own = import.meta.url;
  const program = realpathSync(
    fileURLToPath(new URL(`../tool-folders/tool-worker${extname(own)}`, own)),
  );
  const contract = realpathSync(createRequire(own).resolve("@toolplane/contract"));
  const node = realpathSync(process.execPath);
  const shown = [copy, dirname(contract), dirname(program)];
  return home.openChannel({
    name: `tools:${unit.name}`,
    layer: place.layer,
    argv: [
      ...[node, ...NODE_FLAGS, ...shown.map((folder) => `--allow-fs-read=${folder}/*`)],
      ...[program, pathToFileURL(contract).href, pathToFileURL(join(copy, unit.entry)).href],
    ],
    cwd: copy,
    requires: {},
    shows: [copy],
    installed: [node, dirname(contract), dirname(program)],
    unconfined: !confined,
  });
}

/** Nothing but reading its own files: no other program, no thread, no add-on. */
const NODE_FLAGS: readonly string[] = [
  "--permission",
  "--disable-warning=ExperimentalWarning",
  "--max-old-space-size=256",
  "--disallow-code-generation-from-strings",
];
