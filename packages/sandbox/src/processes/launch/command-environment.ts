/**
 * Makes the whole environment of a command: a fixed list of names from the host's own, the values of declared names, and what
 * keeps the command where it belongs (its home, its temporary directory, the relay, git). Nothing else is inherited.
 */

import type { GitSearch } from "@toolplane/disk/git";
import { gitEnvironment } from "@toolplane/disk/git";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import { trustVariables } from "../../backend/trust-place.ts";

export interface CommandEnvironmentOptions extends GitSearch {
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly declared: Readonly<Record<string, string>>;
  /** Given when sandboxed: the command's home as it sees it, and where that lies for us. */
  readonly home?: { readonly inside: string; readonly outside: string };
  readonly temporary: string;
  /** The relay's address with the command's credentials. */
  readonly proxy?: string;
  /** Where services behind the relay are found. */
  readonly told?: Readonly<Record<string, string>>;
  /** True where TLS may end at the relay: the command is shown whom to trust then. */
  readonly trusts?: boolean;
  /** The placeholders of credentials, by the variables that have them. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Hosts that are not asked of the relay. */
  readonly direct?: readonly string[];
  readonly terminal: boolean;
  /** Hosts that it may not reach are closed to it for good: `relay` refuses them at once, `none` has no network at all. */
  readonly closed?: "relay" | "none";
  /** The session of the command: a program of ours that runs inside knows by it that no person started it. */
  readonly sessionId: string;
}

/** Asked for by name: to list all of `process.env` takes as long as planning a sandbox. */
const INHERITED: readonly string[] = [
  ..."PATH HOME LANG TERM TMPDIR TZ USER SHELL LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_MONETARY".split(
    " ",
  ),
  ..."LC_NUMERIC LC_TIME LC_PAPER LC_NAME LC_ADDRESS LC_TELEPHONE LC_MEASUREMENT".split(" "),
  "LC_IDENTIFICATION",
];
/**
 * All of them name an HTTP proxy: the relay speaks SOCKS too, but some clients fail at start when they are shown a scheme
 * that they have no library for.
 */
const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
/** Yarn 2 and later looks at no others. */
const YARN_VARIABLES = ["YARN_HTTP_PROXY", "YARN_HTTPS_PROXY"];

/**
 * A new home has never looked for updates, so every command would: a request that the command was not run for, and that a person
 * would be asked about.
 */
const NO_UPDATE_CHECKS: Readonly<Record<string, string>> = {
  NO_UPDATE_NOTIFIER: "1",
  npm_config_update_notifier: "false",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
};

/**
 * A host that is closed stays closed however often it is asked for. Clients that take a refusal for a fault of the network would ask
 * for a minute. One more try is left to those that may meet a real fault behind a registry's front; without a relay there is none.
 */
const FEW_RETRIES: Readonly<Record<string, string>> = { PIP_RETRIES: "1", CARGO_NET_RETRY: "1" };
const NO_RETRIES: Readonly<Record<string, string>> = {
  PIP_RETRIES: "0",
  CARGO_NET_RETRY: "0",
  npm_config_fetch_retries: "0",
};

export function commandEnvironment(
  options: CommandEnvironmentOptions,
): Readonly<Record<string, string>> {
  const { home, declared, terminal } = options;
  const configs = home === undefined ? [] : homeConfigs(home.outside);
  const itsHome = home?.outside ?? declared.HOME ?? options.host.HOME;
  return {
    ...inheritedFrom(options.host),
    ...(terminal ? { TERM: "xterm-256color" } : {}),
    ...(home === undefined ? {} : NO_UPDATE_CHECKS),
    ...retriesOf(options),
    ...options.told,
    ...(options.trusts === true ? trustVariables() : {}),
    ...(options.proxy === undefined ? {} : options.placeholders),
    ...declared,
    ...(home === undefined ? {} : { HOME: home.inside }),
    TMPDIR: options.temporary,
    TOOLPLANE_SESSION: options.sessionId,
    ...proxyVariables(options.proxy, options.direct ?? []),
    ...gitEnvironment({
      cwd: options.cwd,
      text: options.text,
      configs,
      ...(itsHome === undefined ? {} : { home: itsHome }),
    }),
  };
}

function retriesOf({
  closed,
}: Pick<CommandEnvironmentOptions, "closed">): Readonly<Record<string, string>> {
  if (closed === undefined) return {};
  return closed === "none" ? NO_RETRIES : FEW_RETRIES;
}

function inheritedFrom(
  host: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = host[name];
    if (value !== undefined) kept[name] = value;
  }
  return { PATH: DEFAULT_PATH, TERM: "dumb", ...kept };
}

/** A command may write its home, and a later one's git would read it there. */
function homeConfigs(home: string): readonly string[] {
  return [`${home}/.gitconfig`, `${home}/.config/git/config`];
}

function proxyVariables(
  proxy: string | undefined,
  direct: readonly string[],
): Readonly<Record<string, string>> {
  if (proxy === undefined) return {};
  const usual = PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]);
  const names = [...usual, ...YARN_VARIABLES];
  const none = direct.join(",");
  return {
    ...Object.fromEntries(names.map((name) => [name, proxy])),
    ...(none === "" ? {} : { NO_PROXY: none, no_proxy: none }),
    // Node's own clients look at the variables only when told to.
    NODE_USE_ENV_PROXY: "1",
  };
}
