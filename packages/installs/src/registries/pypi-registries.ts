/** The indexes of pip, uv and poetry, as the person's own files and variables name them. */
import { isRecord } from "@toolplane/readings";
import { parse } from "ini";
import { textAt } from "../locks/text-at.ts";
import { type Environment, readPersonFile } from "./person-files.ts";
import type { Registries, Registry } from "./registry.ts";
import { readRegistryUrl } from "./registry-url.ts";

const USUAL = "https://pypi.org/simple/";

export function pypiRegistries(home: string, environment: Environment): Registries {
  const files = [
    "/etc/pip.conf",
    `${home}/.pip/pip.conf`,
    `${home}/.config/pip/pip.conf`,
    environment.PIP_CONFIG_FILE,
  ].flatMap((path) => (path ? [parse(readPersonFile(path))] : []));
  const index = environment.PIP_INDEX_URL ?? lastOf(files, "index-url");
  const extra = environment.PIP_EXTRA_INDEX_URL ?? lastOf(files, "extra-index-url");
  const list: Registry[] = [];
  const main = add(list, index ?? USUAL);
  const extras = (extra ?? "").split(/\s+/).flatMap((text) => add(list, text));
  return {
    list,
    environment: {
      ...(index === undefined || main[0] === undefined ? {} : { PIP_INDEX_URL: main[0] }),
      ...(extras.length === 0 ? {} : { PIP_EXTRA_INDEX_URL: extras.join(" ") }),
    },
  };
}

function lastOf(files: readonly Record<string, unknown>[], key: string): string | undefined {
  const found = files.flatMap((file) =>
    [file.global, file.install].flatMap((part) =>
      isRecord(part) ? (textAt(part, key) ?? textAt(part, key.replaceAll("-", "_")) ?? []) : [],
    ),
  );
  return found.at(-1);
}

/** The address as a command is told it. */
function add(list: Registry[], text: string): readonly string[] {
  const address = readRegistryUrl(text);
  if (address === null) return [];
  list.push({ manager: "pypi", ...address });
  return [address.url.href];
}
