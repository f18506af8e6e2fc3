/** Hosts out of URL globs: our rules know hosts and ports, not paths. */

export interface UrlHost {
  /** With the port of its scheme; null when several hosts could be meant. */
  readonly host: string | null;
  readonly port: number | null;
  /** True when every URL of that host is meant. */
  readonly isWhole: boolean;
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
  const begun = /^https?:\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?=[:/])/i.exec(text);
  return { host: begun?.[1]?.toLowerCase() ?? null, port: null, isWhole: false };
}
