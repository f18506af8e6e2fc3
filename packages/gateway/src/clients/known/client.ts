/**
 * A client is data: which of its files say what, in its own format. What is printed, written, taken back, documented and driven
 * in the long run follows from it, so a new client is one file here and one line in the table.
 */
import type { Json, JsonObject } from "@toolplane/contract";

/** An MCP client that is known by name. */
export interface Client {
  readonly title: string;
  /** The files and their content; none for a client that nothing is known of but the usual form. */
  readonly files: (server: Server) => readonly ClientFile[];
  readonly ownTools: OwnTools;
  /** How the project's folder is written in a file that others commit, where the client may start a server elsewhere. */
  readonly here?: string;
  /** Notes for a person: a sentence each. */
  readonly notes?: readonly string[];
}

/** The server that the client starts, or the one that runs. */
export type Server =
  | { readonly kind: "stdio"; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: "http"; readonly url: string };

/** One file and what it needs. */
export interface ClientFile {
  readonly base: ClientBase;
  /** Below the base. Of several the first that is there is taken, else the first. */
  readonly paths: readonly [string, ...string[]];
  readonly content: ClientContent;
  /** The extra step for this one: `with the token in TOOLPLANE_TOKEN`. */
  readonly aside?: string;
}

/** `config` is where the platform keeps the configuration of programs. `anywhere`: only the client's documentation knows. */
export type ClientBase = "workspace" | "home" | "config" | "anywhere";

/** Changes of a file that may hold other things too, or a file of our own. */
export type ClientContent =
  | { readonly format: "json" | "toml"; readonly edits: readonly Edit[] }
  | { readonly format: "whole"; readonly text: string };

/** A value in place of what is there, nothing in its place, or words that a list must have or lose. */
export type Edit =
  | { readonly at: readonly string[]; readonly value: Json }
  | { readonly at: readonly string[]; readonly remove: true }
  | { readonly at: readonly string[]; readonly add: readonly string[] }
  | { readonly at: readonly string[]; readonly drop: readonly string[] };

/** Ways to switch off the client's own shell and file tools. */
export type OwnTools =
  /** The files above do it. */
  | { readonly off: "file"; readonly how: string }
  /** Only the person or program that starts the client can. */
  | { readonly off: "start"; readonly how: string; readonly line: string }
  /** The client has no such setting. */
  | { readonly off: "never"; readonly how: string };

/** The usual form: a command and its arguments in one object. */
export function commandOf(server: Server & { readonly kind: "stdio" }): JsonObject {
  return { command: server.command, args: [...server.args] };
}

/** The header of the server that runs. */
export function bearer(token: string): JsonObject {
  return { Authorization: `Bearer ${token}` };
}

/** Words of http blocks about the token, where the client reads variables. */
export const TOKEN_IN_VARIABLE = "with the token in TOOLPLANE_TOKEN";
export const TOKEN_IN_PLACE = "with the token in place of TOKEN";
