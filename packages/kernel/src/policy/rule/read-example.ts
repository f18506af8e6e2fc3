/** The examples of rules, read as what a permission can be about. */

import type { NetTarget, Target, Variables } from "@toolplane/contract";
import { canonicalHost } from "@toolplane/readings";
import { expandVariables } from "../pattern/expand-variables.ts";
import { splitPatternWords } from "../pattern/split-pattern-words.ts";

/** A path, absolute or below a root of the workspace. */
export function pathExamples(example: string, variables: Variables): readonly Target[] {
  const texts = /^\{[a-z-]+\}/.test(example) ? expandVariables(example, variables) : [example];
  const paths = texts.flatMap((text) =>
    text.startsWith("/") ? [text] : (variables.workspace ?? []).map((root) => `${root}/${text}`),
  );
  return paths.map((path) => ({ capability: "fs.read", path, real: path }));
}

/** A host, with or without its port, or a URL; with a method before it, a request. */
export function hostExample(example: string): readonly Target[] {
  const [, method, place = ""] = /^(?:([A-Za-z-]+) +)?(.*)$/s.exec(example) ?? [];
  const known = method === undefined ? {} : { method };
  return placeExample(place).map((target) => ({ ...target, ...known }));
}

function placeExample(example: string): readonly NetTarget[] {
  if (example.includes("://")) {
    const url = URL.parse(example);
    if (url === null) return [];
    const scheme = url.protocol.slice(0, -1);
    const port = url.port === "" ? (scheme === "http" ? 80 : 443) : Number(url.port);
    return [{ ...netTarget(scheme, url.hostname, port), urlPath: url.pathname }];
  }
  const parts = /^(\[[^\]]+\]|[^:/\s]+)(?::([0-9]+))?$/.exec(example);
  if (parts === null)
    return /^[0-9a-f:]+$/i.test(example) ? [netTarget("https", example, 443)] : [];
  return [
    netTarget(parts[2] === "80" ? "http" : "https", parts[1] as string, Number(parts[2] ?? 443)),
  ];
}

function netTarget(scheme: string, host: string, port: number): NetTarget {
  return { capability: "net.fetch", scheme, host: canonicalHost(host), port };
}

export function commandExample(example: string): readonly Target[] {
  return [
    {
      capability: "shell.run",
      unit: { argv: splitPatternWords(example), cwd: null, text: example },
    },
  ];
}

export function nameExample(example: string): readonly Target[] {
  return [{ capability: "named", name: example }];
}
