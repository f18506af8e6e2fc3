/**
 * Wrappers and settings of build tools. Editors start a build with them when a folder is opened, and they say which program is
 * fetched for it.
 */
import type { ProtectedFile } from "./protected-file.ts";

export const BUILD_TOOL_FILES: readonly ProtectedFile[] = [
  { pattern: "gradle/{wrapper/**,*.properties}", why: "it says which program builds the project" },
  { pattern: "{gradlew,mvnw}{,.bat,.cmd}", why: "it starts the program that builds the project" },
  { pattern: "gradle.properties", why: "Java editors start the build with it" },
  { pattern: "{rust-toolchain,rust-toolchain.toml}", why: "rustup starts the compilers it names" },
  {
    pattern: "{.jvmopts,.sbtopts,project/build.properties}",
    why: "Scala editors start the build with it",
  },
  { pattern: "buildServer.json", why: "Swift editors start the build server that it names" },
  { pattern: ".yarn/{releases,plugins,sdks}/**", why: "yarn and editors run it" },
  { pattern: ".nx/{nxw.js,installation/**}", why: "nx runs it" },
  { pattern: ".bundle/**", why: "Ruby editors start the build with it" },
  { pattern: "{.bazelrc,.bazeliskrc}", why: "editors start the build with it" },
];
