/** Hosts and paths out of URL globs. A glob that stops within a name has none here: our paths are read name by name. */

export interface UrlHost {
  /** With the port of its scheme; null when several hosts could be meant. */
  readonly host: string | null;
  readonly port: number | null;
  /** True when every URL of that host is meant. */
  readonly isWhole: boolean;
  /** The path as our rules write it, where it is one path or everything below one. */
  readonly path?: string;
}

export function readUrlHost(text: string): UrlHost {
  const found =
    /^(https?):\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d{1,5}))?(\/\*{1,2})?$/i.exec(text);
  if (found) {
    const [, scheme, host = "", port, tail] = found;
    const usual = scheme?.toLowerCase() === "http" ? 80 : 443;
    return {
      host: host.toLowerCase(),
      port: port ? Number(port) : usual,
      isWhole: tail !== undefined,
    };
  }
  const below = /^([^?#]*?[^/?#])(\/(?:[\w.~-]+\/)*[\w.~-]+)(\/\*{1,2})?$/.exec(text);
  const [, origin = "", path = "", tail] = below ?? [];
  const host = below === null ? null : readUrlHost(`${origin}/*`);
  if (host?.isWhole)
    return { ...host, isWhole: false, path: `${path}${tail === undefined ? "" : "/**"}` };
  const begun = /^https?:\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?=[:/])/i.exec(text);
  return { host: begun?.[1]?.toLowerCase() ?? null, port: null, isWhole: false };
}
