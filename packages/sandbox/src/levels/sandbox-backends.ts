import type { SandboxBackend } from "../backend/sandbox-backend.ts";
import { bubblewrapBackend } from "../bubblewrap/bubblewrap-backend.ts";
import { macosBackend } from "../macos/macos-backend.ts";
import { plainBackend } from "../plain/plain-backend.ts";

/** Every backend there is, the best first: of those for a system, the first that works is taken. */
export const SANDBOX_BACKENDS: readonly SandboxBackend[] = [
  bubblewrapBackend,
  plainBackend,
  macosBackend,
];
