import type { Source } from "@toolplane/gateway/sources/list";
import { nearestName } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";

/** The source of a name; throws a CliError that names what is near. */
export function findSource(sources: readonly Source[], name: string): Source {
  const found = sources.find((source) => source.name === name);
  if (found) return found;
  const near = nearestName(
    name,
    sources.map((source) => source.name),
  );
  throw new CliError(
    `There is no source ${JSON.stringify(name)}.${near ? ` Did you mean ${near}?` : ""}`,
    { next: ["toolplane sources   lists them."] },
  );
}
