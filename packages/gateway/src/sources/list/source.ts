/** A source: another party's MCP server or web API, whose tools are used here. */

/** A program that is started, an address that is spoken with, or a web API with a description. */
export type SourceServer = SourceProgram | SourceAddress | SourceApi;

export interface SourceProgram {
  readonly kind: "program";
  /** As a person wrote it: a name on PATH or a path. There is no shell. */
  readonly command: string;
  readonly args: readonly string[];
  /** The variables that it gets, and no others. */
  readonly env: Readonly<Record<string, SourceValue>>;
  /** The folder in which it is started; the workspace unless given. */
  readonly cwd?: string;
  /** Hosts that it may reach; none unless named. */
  readonly hosts: readonly string[];
  /** Files and folders that it may write, in the workspace unless absolute; absent: none. */
  readonly writes?: readonly string[];
  /** A person lets it run where nothing confines programs. */
  readonly unconfined: boolean;
}

export interface SourceAddress {
  readonly kind: "address";
  readonly url: string;
  readonly headers: Readonly<Record<string, SourceValue>>;
  /** Signs in by OAuth where the server wants it. */
  readonly oauth: boolean;
  /** Hosts beside its own that it may send us to, for a sign-in. */
  readonly hosts: readonly string[];
}

export interface SourceApi {
  readonly kind: "openapi";
  /** The place of its OpenAPI description: a path or an address. */
  readonly description: string;
  /** Only these operations: `tag:WORD`, `path:/WORD`, `method:GET`, or an operation's id. All of them where there are none. */
  readonly only: readonly string[];
  readonly except: readonly string[];
  /** Takes the place of every server that the description names. */
  readonly server?: string;
  /** A token, a key or `user:password`, as the description asks for; `basic:VALUE` and the like say which. */
  readonly auth?: SourceValue;
  readonly headers: Readonly<Record<string, SourceValue>>;
  /** The address that gives an OAuth client its token, if not at the API's own origin. */
  readonly tokenUrl?: string;
  /**
   * Origins that credentials go to, as a person was shown them. Null: the API's own origin as the description has it when it is
   * first read.
   */
  readonly origins: readonly string[] | null;
}

/**
 * `env:NAME` is the variable of that name here, as is `${env:NAME}` inside a text; the rest is the value itself, which is never
 * shown.
 */
export type SourceValue = string;

/** Forms of the names of a source's tools here; `tool`: as their server calls them, for one that is alone. */
export type SourceNames = "mcp__server__tool" | "server__tool" | "server_tool" | "tool";

interface SourceOptions {
  readonly enabled: boolean;
  /** One call at a time. */
  readonly serialized: boolean;
  /** Only these tools, by their names on the server; all of them where there are none. */
  readonly tools: readonly string[];
  /** `mcp__server__tool` unless given. */
  readonly names?: SourceNames;
}

/** One source as it is kept. */
export interface Source extends SourceOptions {
  /** The name in rules: letters, digits, `-` and single `_`. */
  readonly name: string;
  readonly server: SourceServer;
  /** Digest of the server that a person agreed to; another one than `server` means that no person has. */
  readonly trusted: string | null;
  /** Digests of whole definitions by the names of tools on the server: what a person agreed to. */
  readonly pins: Readonly<Record<string, string>>;
}
