/**
 * Reads which registries there are, from the person's own files and variables, on our side of the sandbox. What a project's file
 * names is not among them: to its author, such a host is a place to send things to, so it is asked about as any other host.
 */
import { cargoRegistries } from "./cargo-registries.ts";
import { goRegistries } from "./go-registries.ts";
import { npmRegistries } from "./npm-registries.ts";
import type { Environment } from "./person-files.ts";
import { pypiRegistries } from "./pypi-registries.ts";
import type { Registries } from "./registry.ts";

export async function readRegistries(environment: Environment): Promise<Registries> {
  const home = environment.HOME ?? "/nonexistent";
  const all = await Promise.all(
    [npmRegistries, pypiRegistries, cargoRegistries, goRegistries].map((read) =>
      read(home, environment),
    ),
  );
  return {
    list: all.flatMap(({ list }) => list),
    environment: Object.assign({}, ...all.map((one) => one.environment)),
  };
}
