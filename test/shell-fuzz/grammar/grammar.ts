/** The grammar for each production: chance, a budget, and the other productions (so that no file imports a ring). */
import type { Branch, Tree } from "../line-tree.ts";
import type { Random } from "../random.ts";

export interface Grammar {
  readonly random: Random;
  /** False writes only what a reader can know before it runs; true writes anything. */
  readonly wild: boolean;
  /** How much deeper a production may go. */
  readonly depth: number;
  /** The same grammar one level down. */
  deeper(): Grammar;
  /** The same grammar with nothing that depends on the moment. */
  plain(): Grammar;
  /** A word no other command of the line holds. */
  tag(): string;
  /** One or more commands, without a terminator. */
  list(): Tree;
  /** A list that ends in `;`, `&` or a newline, as reserved words want it before them. */
  closedList(): Tree;
  command(): Tree;
  /** A simple command that runs a program. */
  program(): Branch;
  /** Like `program`, without assignments or redirections before the name: what wrappers take. */
  bareProgram(): Branch;
  word(): Tree;
  /** A word that needs no expansion but quote removal. */
  staticWord(): Tree;
  /** ` word word`, possibly none. */
  words(): Tree;
  redirections(): Tree;
}
