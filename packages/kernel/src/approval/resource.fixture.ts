/** Resources for tests, in few words. */
import type { FsTarget, Provenance, Resource, ShellUnit, ShellWord } from "@toolplane/contract";

type Place = Partial<Provenance>;

/** A simple command in `/w`. */
export function unit(
  unitIndex: number,
  argv: readonly ShellWord[],
  more: Partial<ShellUnit> = {},
): Resource {
  const text = argv.map((word) => (typeof word === "string" ? word : word.dynamic)).join(" ");
  return {
    capability: "shell.run",
    unit: { argv, cwd: "/w", text, ...more },
    origin: "direct",
    via: "unit",
    unitIndex,
  };
}

export function file(
  capability: FsTarget["capability"],
  path: string,
  more: Partial<Omit<FsTarget, "capability" | "path">> & Place = {},
): Resource {
  return { capability, path, real: path, origin: "direct", via: "argument", ...more };
}

export function host(
  name: string,
  port: number,
  more: { readonly method?: string } = {},
): Resource {
  return {
    capability: "net.fetch",
    scheme: "https",
    host: name,
    port,
    origin: "direct",
    via: "argument",
    ...more,
  };
}

export function named(name: string): Resource {
  return { capability: "named", name, origin: "direct", via: "argument" };
}

/** Something that was not understood. */
export function opaque(text: string): Resource {
  return {
    capability: "opaque",
    of: "shell.run",
    text,
    reason: "it is dynamic",
    origin: "direct",
    via: "unit",
  };
}
