/**
 * Secrets that a person registered by naming them among the values of a source. They are masked by every command that makes calls,
 * whether or not it opens sources: what it is given may hold one all the same.
 */
import { existsSync } from "node:fs";
import { readSources, sourcesFile } from "@toolplane/gateway/sources/list";

/** None where no list is kept, or where it cannot be read: whoever opens sources says so. */
export async function keptSecrets(
  userData: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>>> {
  const list = sourcesFile(userData);
  if (!existsSync(list)) return {};
  const { sourceSecrets } = await import("@toolplane/gateway/sources/start/source-secrets");
  try {
    return sourceSecrets(await readSources(userData), environment);
  } catch {
    return {};
  }
}
