/** Fixture: a compute module whose input says what it does. */
import { ToolError } from "@toolplane/contract";

const calls = { count: 0 };

export async function compute(input: {
  readonly do: string;
  readonly value?: unknown;
}): Promise<unknown> {
  calls.count += 1;
  switch (input.do) {
    case "echo":
      return input.value;
    case "count":
      return calls.count;
    case "environment":
      return Object.keys(process.env);
    case "loop":
      for (;;) calls.count += 1;
    case "hang":
      return new Promise(() => {});
    case "exit":
      return process.exit(0);
    case "fill": {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index));
    }
    case "fill-buffers": {
      const kept: Uint8Array[] = [];
      for (;;) kept.push(new Uint8Array(1024 * 1024).fill(1));
    }
    case "tool-error":
      throw new ToolError("not_found", "No such sheet");
    case "error":
      throw new TypeError("detail of the parser");
    case "function":
      return () => {};
    case "forge": {
      const { parentPort } = await import("node:worker_threads");
      parentPort?.postMessage({ id: -1, ok: true, value: "forged" });
      return "real";
    }
    case "print":
      return console.log("noise");
    default:
      return null;
  }
}
