import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";

/** One group of the JSON Schema Test Suite: a schema, and values with the verdict they deserve. */
export interface SuiteGroup {
  readonly file: string;
  readonly optional: boolean;
  readonly description: string;
  readonly schema: boolean | Readonly<Record<string, unknown>>;
  readonly tests: readonly SuiteTest[];
}

interface SuiteTest {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

export interface Suite {
  readonly groups: {
    readonly "2020-12": readonly SuiteGroup[];
    readonly "draft-07": readonly SuiteGroup[];
  };
  readonly remotes: Readonly<Record<string, unknown>>;
}

/** Where the suite's own README says that its remote schemas are served. */
const REMOTE_HOST = "http://localhost:1234/";

/**
 * Reads `draft2020-12.jsonl`, `draft7.jsonl` and `remotes.json` from a folder; or a checkout of the
 * suite (`tests/`, `remotes/`); or, with no folder named, the copy that npm's `@json-schema-org/tests` brings.
 */
export function readSuite(data: string | undefined): Suite | string {
  const folder = data ?? findInstalledSuite();
  if (folder === undefined) {
    return "name a folder with --data DIR, or install @json-schema-org/tests";
  }
  if (existsSync(join(folder, "draft2020-12.jsonl")) || existsSync(join(folder, "draft7.jsonl"))) {
    return {
      groups: {
        "2020-12": readLines(join(folder, "draft2020-12.jsonl")),
        "draft-07": readLines(join(folder, "draft7.jsonl")),
      },
      remotes: readRemotesFile(join(folder, "remotes.json")),
    };
  }
  if (existsSync(join(folder, "tests", "draft2020-12"))) {
    return {
      groups: {
        "2020-12": readDraft(join(folder, "tests", "draft2020-12")),
        "draft-07": readDraft(join(folder, "tests", "draft7")),
      },
      remotes: readRemotesFolder(join(folder, "remotes")),
    };
  }
  return `${folder} holds neither draft2020-12.jsonl and draft7.jsonl nor a checkout of the suite`;
}

function findInstalledSuite(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    const wrapper = require.resolve("@json-schema-org/tests/package.json");
    return dirname(createRequire(wrapper).resolve("json-schema-test-suite/package.json"));
  } catch {
    return undefined;
  }
}

function readLines(path: string): readonly SuiteGroup[] {
  if (!existsSync(path)) {
    return [];
  }
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as SuiteGroup);
}

function readRemotesFile(path: string): Readonly<Record<string, unknown>> {
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>)
    : {};
}

function readDraft(folder: string): readonly SuiteGroup[] {
  return listJson(folder).flatMap((path) => {
    const file = relative(folder, path).split(sep).join("/");
    const groups = JSON.parse(readFileSync(path, "utf8")) as readonly SuiteGroup[];
    return groups.map((group) => ({ ...group, file, optional: file.startsWith("optional/") }));
  });
}

function readRemotesFolder(folder: string): Readonly<Record<string, unknown>> {
  const paths = existsSync(folder) ? listJson(folder) : [];
  return Object.fromEntries(
    paths.map((path) => [
      REMOTE_HOST + relative(folder, path).split(sep).join("/"),
      JSON.parse(readFileSync(path, "utf8")) as unknown,
    ]),
  );
}

function listJson(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(path).isDirectory()) {
        return listJson(path);
      }
      return path.endsWith(".json") ? [path] : [];
    });
}
