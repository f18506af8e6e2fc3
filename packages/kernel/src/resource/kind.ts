/**
 * Describes one kind of resource: its words, its key, what it holds, what it can do. Everything that differs from kind
 * to kind and needs no rule is here; how patterns of rules read a subject is in `policy/`.
 */
import type {
  Capability,
  FsTarget,
  NetTarget,
  ShellTarget,
  Target,
  Variables,
} from "@toolplane/contract";

export type KindName = Target["capability"];

export type TargetOf<C extends KindName> = { [T in Target as T["capability"]]: T }[C];

/** Subjects that a rule's pattern can be matched against, and what a target must have for that. */
export interface SubjectTargets {
  readonly path: FsTarget;
  readonly host: NetTarget;
  readonly argv: ShellTarget;
  readonly text: { readonly name: string };
}

export type SubjectKind = keyof SubjectTargets;

type SubjectOf<T> = {
  [S in SubjectKind]: T extends SubjectTargets[S] ? S : never;
}[SubjectKind];

/** The lock that a call needs while it touches something. */
type Hold =
  | { readonly access: "read" | "write"; readonly path: string; readonly tree: boolean }
  /** A process may write in unknown places. */
  | "anywhere";

/** A pattern about more than one thing, and what they have in common. */
export interface WiderPattern {
  readonly pattern: string;
  readonly breadth: "prefix" | "directory";
}

/** Shortens a path for its reader. */
type ShowPath = (path: string) => string;

/** One kind. Where two targets are compared, both are of this kind. */
export interface Kind<T extends Target = Target, C extends KindName = KindName> {
  /** True when a rule may name it as its permission; every other permission is a tool id, a prefix of tool ids, or `*`. */
  readonly isPermission: C extends Capability ? true : false;
  /** The subject that a rule's pattern is matched against; null: only rules about everything bind it. */
  readonly subject: SubjectOf<T> | null;
  /** One short text, e.g. `fs.read /workspace/.env`: what the record keeps and what a refusal names. Not escaped. */
  describe(target: T): string;
  /** The words of a question, e.g. `read /workspace/.env`. Not escaped. */
  ask(target: T): string;
  /** The same in two words for a table: how rules name it, and what it is about. Not escaped. */
  words(target: T, show: ShowPath): readonly [capability: string, about: string];
  /** The participle for what was done with it: `written`. */
  readonly done: string;
  /** The key of an *always*. Stored, so it may never change for what is stored already. */
  key(target: T): string;
  /** Two targets with the same text are the same thing. Made for comparing, and never stored. */
  identity(target: T): string;
  /** The identity that must agree with what a person was shown; null where part of it is only known when it runs. */
  coverIdentity(target: T): string | null;
  /** True when it includes more than itself, as a tree does. */
  isWide(target: T): boolean;
  /** True when `wide` includes all of `narrow`. */
  contains(wide: T, narrow: T): boolean;
  /** True when `wide` names `narrow` itself: a tree does not name what lies in it. */
  names(wide: T, narrow: T): boolean;
  /** True when it cannot change anything; `toolReads` is the tool's own word, where that is believed. */
  readsOnly(target: T, options: { readonly toolReads: boolean }): boolean;
  /** The lock against others meanwhile; null: it can run beside anything. */
  hold(target: T): Hold | null;
  /** A process that a sandbox can hold, a connection that it cannot, or neither. */
  reaches(target: T): "process" | "network" | "neither";
  /** The pattern of a rule that is about exactly this; null where none can be written. */
  pattern(target: T, variables: Variables): string | null;
  /** A rule somewhat wider that a person may have meant too; null where nothing wider is ever proposed. */
  widerPattern(target: T, variables: Variables): WiderPattern | null;
  /** The part that may leave this machine: paths, hosts and names, and no words of the call. */
  withoutContent(target: T): object;
}

/** A simple command with what belongs to it. */
export type Unit = ShellTarget["unit"];
