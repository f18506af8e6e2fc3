/**
 * The registries of npm, pnpm and yarn, as the person's own files name them. A credential belongs to the address that it stands
 * beside, and goes nowhere else.
 */
import { isRecord } from "@toolplane/readings";
import { parse } from "ini";
import { textAt } from "../locks/text-at.ts";
import { type Environment, readPersonFile } from "./person-files.ts";
import type { Registries, Registry } from "./registry.ts";
import { basicAuthorization, readRegistryUrl } from "./registry-url.ts";

/** npm asks Yarn's name for the same registry where a lock of Yarn 1 names it. */
const USUAL = ["https://registry.npmjs.org/", "https://registry.yarnpkg.com/"];

export const SCOPED: RegExp = /^(@[^:/]+):registry$/;

export async function npmRegistries(home: string, environment: Environment): Promise<Registries> {
  const settings = await readSettings(home, environment);
  const list: Registry[] = [];
  const told: Record<string, string> = {};
  const own = settings.get("registry");
  for (const text of own === undefined ? USUAL : [own]) add(list, settings, { text });
  if (own !== undefined && list[0] !== undefined) {
    told.npm_config_registry = list[0].url.href;
    told.YARN_NPM_REGISTRY_SERVER = list[0].url.href;
  }
  for (const [key, text] of settings) {
    const scope = SCOPED.exec(key)?.[1];
    if (scope === undefined) continue;
    const made = add(list, settings, { text, scope });
    if (made !== null) told[`npm_config_${key}`] = made.url.href;
  }
  return { list, environment: told };
}

function add(
  list: Registry[],
  settings: ReadonlyMap<string, string>,
  { text, scope }: { readonly text: string; readonly scope?: string },
): Registry | null {
  const address = readRegistryUrl(text);
  if (address === null) return null;
  const authorization = credentialOf(settings, address.url) ?? address.authorization;
  const made: Registry = {
    manager: "npm",
    url: address.url,
    ...(authorization === undefined ? {} : { authorization }),
    ...(scope === undefined ? {} : { scopes: [scope] }),
  };
  list.push(made);
  return made;
}

/** npm looks for `//host/path/:_authToken` at the address and at each folder above it. */
function credentialOf(settings: ReadonlyMap<string, string>, url: URL): string | undefined {
  let path = url.pathname;
  for (;;) {
    const place = `//${url.host}${path}`;
    const found = credentialAt(settings, place) ?? credentialAt(settings, place.replace(/\/$/, ""));
    if (found !== undefined || path === "/") return found;
    path = path.replace(/[^/]*\/$/, "");
  }
}

function credentialAt(settings: ReadonlyMap<string, string>, place: string): string | undefined {
  const token = settings.get(`${place}:_authToken`);
  if (token) return `Bearer ${token}`;
  const pair = settings.get(`${place}:_auth`);
  if (pair) return `Basic ${pair}`;
  const user = settings.get(`${place}:username`);
  const password = settings.get(`${place}:_password`);
  if (!user || !password) return undefined;
  return basicAuthorization(`${user}:${Buffer.from(password, "base64").toString("utf8")}`);
}

async function readSettings(
  home: string,
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const settings = new Map<string, string>();
  const userFile = environment.NPM_CONFIG_USERCONFIG ?? environment.npm_config_userconfig;
  await addYarn(settings, home);
  addIni(settings, readPersonFile(`${home}/.config/pnpm/rc`), environment);
  addIni(settings, readPersonFile(userFile ?? `${home}/.npmrc`), environment);
  const named = environment.npm_config_registry ?? environment.NPM_CONFIG_REGISTRY;
  if (named) settings.set("registry", named);
  return settings;
}

function addIni(settings: Map<string, string>, text: string, environment: Environment): void {
  for (const [key, value] of Object.entries(parse(text)))
    if (typeof value === "string")
      settings.set(expand(key, environment), expand(value, environment));
}

/** `${NAME}` is the person's variable of that name. */
function expand(text: string, environment: Environment): string {
  return text.replace(/\$\{([^${}]+)\}/g, (whole, name: string) => environment[name] ?? whole);
}

/** Yarn 2 and later. Yarn 1 reads npm's files. */
async function addYarn(settings: Map<string, string>, home: string): Promise<void> {
  const text = readPersonFile(`${home}/.yarnrc.yml`);
  if (text === "") return;
  const read = await parseYarn(text);
  addYarnRegistry(settings, "registry", read);
  const scopes = isRecord(read) ? read.npmScopes : undefined;
  if (!isRecord(scopes)) return;
  for (const [scope, own] of Object.entries(scopes))
    addYarnRegistry(settings, `@${scope}:registry`, own);
}

async function parseYarn(text: string): Promise<unknown> {
  try {
    // A tenth of a second to load, for a file that few have.
    const { parseSyml } = await import("@yarnpkg/parsers");
    return parseSyml(text);
  } catch {
    return {};
  }
}

function addYarnRegistry(settings: Map<string, string>, key: string, own: unknown): void {
  const address = readRegistryUrl(textAt(own, "npmRegistryServer") ?? "");
  if (address === null) return;
  settings.set(key, address.url.href);
  const token = textAt(own, "npmAuthToken");
  if (token) settings.set(`//${address.url.host}${address.url.pathname}:_authToken`, token);
}
