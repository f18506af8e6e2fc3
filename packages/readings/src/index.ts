export { type PosixPath, posixPath } from "./posix-path.ts";
