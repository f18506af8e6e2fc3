// The configuration of the tree that the tests run in, with the quickest files first: most mistakes are noticed by many tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig, mergeConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = process.cwd();
const own = (await import(pathToFileURL(join(root, "vitest.config.ts")).href)) as {
  readonly default: ViteUserConfig;
};

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = durations();
    const took = ({ moduleId }: TestSpecification) => known[moduleId.slice(root.length)] ?? 0;
    return files.toSorted((one, other) => took(one) - took(other));
  }
}

function durations(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(join(root, "planted-durations.json"), "utf8"));
  } catch {
    return {};
  }
}

const config: ViteUserConfig = mergeConfig(
  own.default,
  defineConfig({ test: { sequence: { sequencer: QuickFirst } } }),
);

export default config;
