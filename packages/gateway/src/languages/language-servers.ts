/**
 * Chooses the language server for a file: one that the configuration names, then one that the project or the machine has of those
 * we know.
 */
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { readBoundedFile } from "@toolplane/disk/own-files";

/** A server as it is started: by a program's name or path, without a shell. */
export interface LanguageServer {
  readonly name: string;
  /** Endings of file names, without the dot. */
  readonly endings: readonly string[];
  readonly command: readonly string[];
  /** A person lets it run where nothing confines programs. */
  readonly unconfined?: boolean;
}

const TYPESCRIPT = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
const PYTHON = ["py", "pyi"];

/** In the order in which they are tried. Paths are seen from the workspace. */
export function knownServers(workspace: string): readonly LanguageServer[] {
  return [
    ...(speaksItself(workspace)
      ? [
          {
            name: "typescript",
            endings: TYPESCRIPT,
            command: ["node", "./node_modules/typescript/bin/tsc", "--lsp", "--stdio"],
          },
        ]
      : []),
    ...both("typescript", TYPESCRIPT, ["typescript-language-server", "--stdio"]),
    ...both("python", PYTHON, ["pyright-langserver", "--stdio"]),
    ...both("python", PYTHON, ["basedpyright-langserver", "--stdio"]),
    { name: "python", endings: PYTHON, command: ["pylsp"] },
    { name: "go", endings: ["go"], command: ["gopls"] },
    { name: "rust", endings: ["rs"], command: ["rust-analyzer"] },
    { name: "c", endings: ["c", "h", "cc", "cpp", "hpp"], command: ["clangd"] },
    ...both("bash", ["sh", "bash"], ["bash-language-server", "start"]),
  ];
}

/** Those of `toolConfig.lsp`. The registry has checked the form; here it is read once more, because it starts programs. */
export function configuredServers(
  config: Readonly<Record<string, unknown>> | undefined,
): readonly LanguageServer[] {
  const { servers = [] } = config ?? {};
  if (!Array.isArray(servers)) throw fault("must be a list");
  return servers.map((one: unknown) => {
    if (typeof one !== "object" || one === null) throw fault("holds something that is no server");
    const { name, endings, command, unconfined } = one as Readonly<Record<string, unknown>>;
    if (typeof name !== "string" || !isTexts(endings) || !isTexts(command) || command.length === 0)
      throw fault("needs name, endings and command for each");
    return { name, endings, command, unconfined: unconfined === true };
  });
}

/** Installed with the project, or on PATH. */
function both(
  name: string,
  endings: readonly string[],
  [program = "", ...args]: readonly string[],
): readonly LanguageServer[] {
  return [`./node_modules/.bin/${program}`, program].map((first) => ({
    name,
    endings,
    command: [first, ...args],
  }));
}

/** TypeScript is a language server itself since version 7. */
function speaksItself(workspace: string): boolean {
  try {
    const path = join(workspace, "node_modules/typescript/package.json");
    const text = readBoundedFile({ path, shown: path })?.toString("utf8") ?? "{}";
    const { version }: { readonly version?: unknown } = JSON.parse(text);
    return typeof version === "string" && Number.parseInt(version, 10) >= 7;
  } catch {
    return false;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function fault(what: string): ConfigurationError {
  return new ConfigurationError("toolConfig.lsp.servers", what);
}
