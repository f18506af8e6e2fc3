interface UriParts {
  readonly scheme: string;
  /** `null` when the URI has none, which differs from an empty one. */
  readonly authority: string | null;
  readonly path: string;
  readonly query: string | null;
}

/**
 * Resolves a URI reference against a base (RFC 3986, section 5), without its fragment. Written here
 * because `URL` also rewrites hosts, encodings and empty paths, and refuses bases such as `urn:`,
 * while schema identifiers are compared as text.
 */
export function resolveUri(base: string, reference: string): string {
  const text = withoutFragment(reference);
  if (text === "") {
    return base;
  }
  const target = splitUri(text);
  if (target.scheme !== "") {
    return joinUri({ ...target, path: removeDots(target.path) });
  }
  const from = splitUri(base);
  if (target.authority !== null) {
    return joinUri({ ...target, scheme: from.scheme, path: removeDots(target.path) });
  }
  if (target.path === "") {
    return joinUri({ ...from, query: target.query ?? from.query });
  }
  const path = target.path.startsWith("/") ? target.path : mergePaths(from, target.path);
  return joinUri({ ...from, path: removeDots(path), query: target.query });
}

export function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash === -1 ? uri : uri.slice(0, hash);
}

/** The part behind `#`, percent-decoded; `""` when there is none. */
export function fragmentOf(uri: string): string {
  const hash = uri.indexOf("#");
  if (hash === -1) {
    return "";
  }
  const fragment = uri.slice(hash + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function splitUri(uri: string): UriParts {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(uri)?.[0] ?? "";
  let rest = uri.slice(scheme.length);
  const mark = rest.indexOf("?");
  const query = mark === -1 ? null : rest.slice(mark + 1);
  rest = mark === -1 ? rest : rest.slice(0, mark);
  if (!rest.startsWith("//")) {
    return { scheme, authority: null, path: rest, query };
  }
  const slash = rest.indexOf("/", 2);
  return slash === -1
    ? { scheme, authority: rest.slice(2), path: "", query }
    : { scheme, authority: rest.slice(2, slash), path: rest.slice(slash), query };
}

function joinUri(parts: UriParts): string {
  const authority = parts.authority === null ? "" : `//${parts.authority}`;
  const query = parts.query === null ? "" : `?${parts.query}`;
  return `${parts.scheme}${authority}${parts.path}${query}`;
}

function mergePaths(base: UriParts, path: string): string {
  if (base.authority !== null && base.path === "") {
    return `/${path}`;
  }
  return base.path.slice(0, base.path.lastIndexOf("/") + 1) + path;
}

function removeDots(path: string): string {
  if (!path.includes("./") && !path.endsWith("/.") && !path.endsWith("/..")) {
    return path;
  }
  const kept: string[] = [];
  const segments = path.split("/");
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment === "..") {
      if (kept.length > 1 || (kept.length === 1 && kept[0] !== "")) {
        kept.pop();
      }
    } else if (segment !== ".") {
      kept.push(segment);
    }
    if (isLast && (segment === "." || segment === "..")) {
      kept.push("");
    }
  });
  return kept.join("/");
}
