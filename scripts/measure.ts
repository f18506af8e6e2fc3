// `npm run measure -- NAME --data DIR` runs scripts/measure/NAME.ts on data of the reader's choice. A
// measure prints what failed; what it returns is printed last, as one JSON object on one line.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

/** What a measure gets; `data` is absolute. */
export interface MeasureOptions {
  readonly data: string;
  /** A preset of rules by name, for the measures that take one. */
  readonly policy?: string;
}

/** What scripts/measure/NAME.ts exports. The object it returns becomes the last line of the output. */
export interface MeasureModule {
  readonly measure: (options: MeasureOptions) => Promise<Readonly<Record<string, unknown>>>;
}

const folder = join(import.meta.dirname, "measure");

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const available = listMeasures();
  const usage = `usage: npm run measure -- NAME --data DIR [--policy NAME]\nmeasures: ${available.join(", ") || "none yet"}`;
  const request = readRequest(args);
  if (typeof request === "string") return refuse(`${request}\n${usage}`);
  if (!available.includes(request.name))
    return refuse(`unknown measure "${request.name}"\n${usage}`);
  if (!existsSync(request.data)) return refuse(`there is no folder ${request.data}\n${usage}`);
  const path = pathToFileURL(join(folder, `${request.name}.ts`)).href;
  const { measure } = (await import(path)) as MeasureModule;
  const { name: _, ...options } = request;
  console.log(JSON.stringify(await measure(options)));
  return 0;
}

function readRequest(args: readonly string[]): (MeasureOptions & { name: string }) | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { data: { type: "string" }, policy: { type: "string" } },
      allowPositionals: true,
    });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) return "name one measure";
    if (values.data === undefined) return "say where the data is: --data DIR";
    const data = resolve(process.env.INIT_CWD ?? process.cwd(), values.data);
    return values.policy === undefined ? { name, data } : { name, data, policy: values.policy };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
