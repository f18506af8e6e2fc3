/**
 * The tests as the mutation tool runs them: in the copy that it makes, with its changes switched on and off inside one process.
 * It needs the module runner of vitest, which the root's settings turn off, and packages that lead to the copy: the links in
 * node_modules lead to the original.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

const root: string = join(import.meta.dirname, "../..");

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const config: ViteUserConfig = defineConfig({
  root,
  resolve: { alias: readdirSync(join(root, "packages")).flatMap(entriesOf) },
  test: {
    include: process.env.TOOLPLANE_MUTANTS_TESTS?.split(",") ?? [],
    // One seed for all mutants: what a property draws must not decide which of them is noticed.
    provide: { propertySeed: 1 },
    setupFiles: [join(root, "test/setup/use-seed.ts")],
    testTimeout: 60_000,
    isolate: false,
  },
});

export default config;

/** The source behind each entry of a package. */
function entriesOf(folder: string): readonly { find: RegExp; replacement: string }[] {
  const place = join(root, "packages", folder);
  const { name, exports = {} } = JSON.parse(
    readFileSync(join(place, "package.json"), "utf8"),
  ) as Manifest;
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === "string" ? undefined : target["@toolplane/source"];
    if (source === undefined) return [];
    const specifier = `${name}${entry.slice(1)}`.replaceAll(/[/.]/g, "\\$&");
    return [{ find: new RegExp(`^${specifier}$`), replacement: join(place, source) }];
  });
}
