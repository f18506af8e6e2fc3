export { createCommandBook } from "./knowledge/command-book.ts";
export { PROGRAMS } from "./knowledge/programs.ts";
export { WRAPPERS } from "./knowledge/wrappers.ts";
export type { ShellWorld } from "./line/shell-world.ts";
export { createShellReader, type ShellReader } from "./reader/create-shell-reader.ts";
export { readLine } from "./reader/read-line.ts";
