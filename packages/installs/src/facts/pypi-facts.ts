/**
 * A Python package: the project page of PyPI and of indexes like it (`/pypi/NAME/json` beside `/simple/`), else the page that pip
 * reads, which tells dates and sizes where the index writes JSON (PEP 691, PEP 700). A page in HTML tells nothing of this.
 */
import { isRecord } from "@toolplane/readings";
import { textAt } from "../locks/text-at.ts";
import type { FactReader } from "./fact-reader.ts";

const SIMPLE = "application/vnd.pypi.simple.v1+json, text/html; q=0.1";

interface Upload {
  readonly file: string;
  readonly at: string;
  readonly bytes: number | undefined;
}

export const pypiFacts: FactReader = {
  pages({ url }, { name }) {
    const simple = { url: new URL(`${name}/`, url), accept: SIMPLE };
    if (!url.pathname.endsWith("/simple/")) return [simple];
    return [{ url: new URL(`../pypi/${name}/json`, url), accept: "application/json" }, simple];
  },
  read(text, wanted) {
    if (!/^\s*\{/.test(text)) return { version: wanted.version };
    const page: unknown = JSON.parse(text);
    if (!isRecord(page)) throw new TypeError("no page");
    const releases = isRecord(page.releases) ? page.releases : {};
    const all = [page.files, ...Object.values(releases)].flatMap(uploadsOf);
    const version = wanted.version ?? textAt(page.info, "version") ?? newestVersion(page, all);
    const own = version === undefined ? [] : ofVersion(all, version);
    return {
      version,
      published: earliest(own),
      firstPublished: earliest(all),
      bytes: (own.find(isWheel) ?? own[0])?.bytes,
      scripts: scriptsOf(own),
      publisher: publisherOf(page.ownership),
    };
  },
};

function uploadsOf(list: unknown): readonly Upload[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly unknown[]).flatMap((one) => {
    const file = textAt(one, "filename");
    if (file === undefined || !isRecord(one)) return [];
    const at = textAt(one, "upload_time_iso_8601") ?? textAt(one, "upload-time") ?? "";
    return [{ file, at, bytes: typeof one.size === "number" ? one.size : undefined }];
  });
}

/** The version of the file that came last; the names of versions have an order of their own. */
function newestVersion(
  { versions }: Readonly<Record<string, unknown>>,
  uploads: readonly Upload[],
): string | undefined {
  if (!Array.isArray(versions)) return undefined;
  const [newest] = uploads.toSorted((one, other) => (one.at < other.at ? 1 : -1));
  if (newest === undefined) return undefined;
  return (versions as readonly unknown[]).find(
    (version): version is string =>
      typeof version === "string" && ofVersion([newest], version).length > 0,
  );
}

function ofVersion(uploads: readonly Upload[], version: string): readonly Upload[] {
  return uploads.filter(({ file }) =>
    [`-${version}-`, `-${version}.tar.`, `-${version}.zip`].some((part) => file.includes(part)),
  );
}

function earliest(uploads: readonly Upload[]): string | undefined {
  const dates = uploads.flatMap(({ at }) => (at === "" ? [] : [at]));
  return dates.toSorted()[0];
}

function isWheel({ file }: Upload): boolean {
  return file.endsWith(".whl");
}

function scriptsOf(uploads: readonly Upload[]): string | undefined {
  if (uploads.length === 0) return undefined;
  if (uploads.some(({ file }) => file.endsWith("-none-any.whl"))) return "none, from its wheel";
  if (uploads.some(isWheel)) return "none where a wheel fits this machine, else its own build";
  return "its own build, for it has no wheel";
}

function publisherOf(ownership: unknown): string | undefined {
  const organization = textAt(ownership, "organization");
  if (organization !== undefined) return organization;
  const roles = isRecord(ownership) && Array.isArray(ownership.roles) ? ownership.roles : [];
  const users = (roles as readonly unknown[]).flatMap((role) => textAt(role, "user") ?? []);
  return users.length === 0 ? undefined : [...new Set(users)].join(", ");
}
