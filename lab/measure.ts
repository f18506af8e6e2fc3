// `npm run measure -- NAME --data DIR` runs lab/measure/NAME.ts on data of the reader's choice. A
// measure prints what failed; what it returns is printed last, as one JSON object on one line.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readOptions } from "../scripts/read-options.ts";

/** The options of a measure; `data` is absolute. */
export interface MeasureOptions {
  readonly data: string;
  /** A preset of rules by name, for the measures that take one. */
  readonly policy?: string;
  /** A level of the sandbox, for the measures that take one. */
  readonly level?: string;
  /** How many of each kind are taken, for the measures that can take a few. */
  readonly limit?: number;
}

/** The exports of lab/measure/NAME.ts. The object it returns becomes the last line of the output. */
export interface MeasureModule {
  readonly measure: (options: MeasureOptions) => Promise<Readonly<Record<string, unknown>>>;
}

const folder = join(import.meta.dirname, "measure");

if (import.meta.main) process.exitCode = await main();

async function main(): Promise<number> {
  const available = listMeasures();
  const usage = `npm run measure -- NAME --data DIR [--policy NAME] [--level NAME] [--limit N]\nmeasures: ${available.join(", ") || "none yet"}`;
  const request = readRequest(usage);
  if (typeof request === "string") return refuse(`${request}\nusage: ${usage}`);
  if (!available.includes(request.name))
    return refuse(`unknown measure "${request.name}"\nusage: ${usage}`);
  if (!existsSync(request.data))
    return refuse(`there is no folder ${request.data}\nusage: ${usage}`);
  const path = pathToFileURL(join(folder, `${request.name}.ts`)).href;
  const { measure } = (await import(path)) as MeasureModule;
  const { name: _, ...options } = request;
  console.log(JSON.stringify(await measure(options)));
  return 0;
}

function readRequest(usage: string): (MeasureOptions & { name: string }) | string {
  const { values, positionals } = readOptions(usage, {
    options: {
      data: { type: "string" },
      policy: { type: "string" },
      level: { type: "string" },
      limit: { type: "string" },
    },
    allowPositionals: true,
  });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) return "name one measure";
  if (values.data === undefined) return "say where the data is: --data DIR";
  const data = resolve(process.env.INIT_CWD ?? process.cwd(), values.data);
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) return "--limit is a number";
  const given = Object.entries({ policy: values.policy, level: values.level, limit });
  return { name, data, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

function listMeasures(): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.slice(0, -3))
    .sort();
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}
