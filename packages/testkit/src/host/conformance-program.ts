/** The tasks of the checks as a scripted program, for the memory host and for hosts built on it. */
import type { ScriptedProgram } from "../memory/scripted-program.ts";
import type { ConformanceTask } from "./conformance-task.ts";

/** The name under which the program is registered. */
export const CONFORMANCE_PROGRAM = "conformance-task";

const BEAT_MS = 5;

/** A command for a memory host that has the program. */
export function scriptedCommand(task: ConformanceTask): {
  readonly shell: string;
  readonly argv: readonly string[];
} {
  // Hex holds nothing that the memory host would take for a second command.
  const words = [CONFORMANCE_PROGRAM, Buffer.from(JSON.stringify(task)).toString("hex")];
  return { shell: words.join(" "), argv: words };
}

/** Does the task that its one argument holds. */
export const conformanceProgram: ScriptedProgram = async (invocation, world) => {
  const task = readTask(invocation.argv[1] ?? "");
  switch (task.do) {
    case "exit":
      return { exitCode: task.code };
    case "crash":
      throw new TypeError("crashed");
    case "print":
      return { output: task.text.repeat(task.times ?? 1) };
    case "print-pieces":
      for (const piece of task.pieces) world.print(piece);
      return {};
    case "echo":
      if (invocation.stdin !== "") return { output: invocation.stdin };
      for (;;) world.print(await world.input());
    case "environment":
      return {
        output: Object.entries(invocation.env)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(""),
      };
    case "directory":
      return { output: `${invocation.cwd}\n` };
    case "read-file": {
      const text = world.read(task.path);
      return text === null ? { exitCode: 1, output: "cannot be read\n" } : { output: text };
    }
    case "write-file":
      return { exitCode: world.write(task.path, task.text) ? 0 : 1 };
    case "leave-behind":
      return { exitCode: world.write(task.path, "beat\n") ? 0 : 1 };
    case "beat":
      world.print(task.text);
      for (let beats = "beat\n"; ; beats += "beat\n") {
        world.write(task.path, beats);
        await world.sleep(BEAT_MS);
      }
  }
};

function readTask(hex: string): ConformanceTask {
  return JSON.parse(Buffer.from(hex, "hex").toString("utf8")) as ConformanceTask;
}
