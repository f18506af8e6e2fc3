/** The sparse indexes of Cargo, as the person's own configuration names them. Its tokens are not used: such an index asks. */
import { isRecord } from "@toolplane/readings";
import { parse } from "smol-toml";
import { textAt } from "../locks/text-at.ts";
import { type Environment, readPersonFile } from "./person-files.ts";
import type { Registries, Registry } from "./registry.ts";
import { readRegistryUrl } from "./registry-url.ts";

const USUAL = "https://index.crates.io/";

export function cargoRegistries(home: string, environment: Environment): Registries {
  const folder = environment.CARGO_HOME ?? `${home}/.cargo`;
  const config = parseToml(
    readPersonFile(`${folder}/config.toml`) || readPersonFile(`${folder}/config`),
  );
  const list: Registry[] = [{ manager: "cargo", url: new URL(USUAL) }];
  const told: Record<string, string> = {};
  for (const [name, table] of tablesOf(config.registries)) {
    const address = sparse(textAt(table, "index"));
    if (address === null) continue;
    list.push({ manager: "cargo", url: address });
    told[`CARGO_REGISTRIES_${name.toUpperCase().replace(/[^A-Z0-9]/g, "_")}_INDEX`] =
      `sparse+${address.href}`;
  }
  for (const [, table] of tablesOf(config.source)) {
    const address = sparse(textAt(table, "registry"));
    if (address !== null) list.push({ manager: "cargo", url: address });
  }
  return { list, environment: told };
}

function sparse(text: string | undefined): URL | null {
  return text?.startsWith("sparse+")
    ? (readRegistryUrl(text.slice("sparse+".length))?.url ?? null)
    : null;
}

function tablesOf(value: unknown): readonly [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

function parseToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}
