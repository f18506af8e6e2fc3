/** The decoded path below a registry's address, or null: elsewhere, with a query, or with a coding that means another path. */
import type { Registry } from "../registries/registry.ts";

export function pathBelow(registry: Registry, url: URL): string | null {
  const base = registry.url;
  if (url.origin !== base.origin || url.search !== "" || !url.pathname.startsWith(base.pathname))
    return null;
  try {
    const path = decodeURIComponent(url.pathname.slice(base.pathname.length));
    return /[\0-\x20\x7f\\]|(?:^|\/)\.\.?(?:\/|$)/.test(path) ? null : path;
  } catch {
    return null;
  }
}
