/** npm's whole page about a package; the short form that installs ask for has no dates and no people. */
import { isRecord } from "@toolplane/readings";
import { textAt } from "../locks/text-at.ts";
import type { FactReader } from "./fact-reader.ts";

/** The scripts that run when a package of a registry is installed. */
const RUN_AT_INSTALL = ["preinstall", "install", "postinstall"];

export const npmFacts: FactReader = {
  pages: (registry, { name }) => [
    { url: new URL(name.replace("/", "%2f"), registry.url), accept: "application/json" },
  ],
  read(text, wanted) {
    const page: unknown = JSON.parse(text);
    if (!isRecord(page)) throw new TypeError("no page");
    const version = wanted.version ?? textAt(page["dist-tags"], "latest");
    const release = recordAt(page.versions, version ?? "");
    const { unpackedSize: bytes } = recordAt(release, "dist");
    return {
      version,
      published: version === undefined ? undefined : textAt(page.time, version),
      firstPublished: textAt(page.time, "created"),
      bytes: typeof bytes === "number" ? bytes : undefined,
      scripts: scriptsOf(release),
      publisher: textAt(release._npmUser, "name"),
    };
  },
};

function scriptsOf(release: Readonly<Record<string, unknown>>): string | undefined {
  const { scripts, hasInstallScript } = release;
  const named = RUN_AT_INSTALL.filter((name) => textAt(scripts, name) !== undefined);
  if (named.length > 0) return named.join(", ");
  if (hasInstallScript === true) return "some";
  // A page that lists no scripts at all may leave them out.
  return hasInstallScript === false || isRecord(scripts) ? "none" : undefined;
}

function recordAt(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const found = isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
  return isRecord(found) ? found : {};
}
