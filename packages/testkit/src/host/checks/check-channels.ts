/** Channels: programs that are confined like any other, and ended with everything that they started. */
import type { Channel } from "@toolplane/contract/ports";
import { differs, firstProblem } from "../../suite/compare-values.ts";
import type { ConformanceTask } from "../conformance-task.ts";
import type { HostBench, HostCheck } from "../host-conformance.ts";
import { type CallOptions, confinementOf, openCall } from "../open-call.ts";
import { commandOf } from "../task-command.ts";

export const channelChecks: readonly HostCheck[] = [
  {
    name: "a program that is spoken with answers, and is gone when it is closed",
    needs: ["processes"],
    async run(bench) {
      const channel = await open(bench, { do: "echo" });
      if (channel === null) return null;
      const reader = channel.output[Symbol.asyncIterator]();
      await channel.write(new TextEncoder().encode("one\n"));
      const said = new TextDecoder().decode((await reader.next()).value ?? new Uint8Array());
      const end = await channel.close();
      const rest = await reader.next();
      const refused = await channel.write(new Uint8Array([10])).then(
        () => "taken",
        () => "refused",
      );
      return firstProblem(
        differs("what it answered", said, "one\n"),
        differs("why it ended", end.cause, "closed"),
        differs("its output after the end", rest.done, true),
        differs("writing after the end", refused, "refused"),
      );
    },
  },
  {
    name: "how a program that is spoken with ended is known",
    needs: ["processes"],
    async run(bench) {
      const channel = await open(bench, { do: "exit", code: 3 });
      if (channel === null) return null;
      const { cause, exitCode } = await channel.ended;
      return differs("its end", { cause, exitCode }, { cause: "exited", exitCode: 3 });
    },
  },
  {
    name: "a program that is spoken with reads nothing that its confinement masks",
    needs: ["processes", "sandbox"],
    async run(bench) {
      const hidden = `${bench.workspace}/hidden.txt`;
      const shown = `${bench.workspace}/shown.txt`;
      bench.disk.putFile(hidden, "hidden");
      bench.disk.putFile(shown, "shown");
      const confinement = confinementOf(bench, [hidden]);
      const texts: string[] = [];
      for (const path of [shown, hidden]) {
        const channel = await open(bench, { do: "read-file", path }, { confinement });
        if (channel === null) return null;
        texts.push(await channelText(channel));
      }
      return firstProblem(
        differs("a file inside", texts[0], "shown"),
        differs("a masked file", texts[1]?.includes("hidden") ? "read" : "closed", "closed"),
      );
    },
  },
  {
    name: "a program that is spoken with ends with its session",
    needs: ["processes"],
    async run(bench) {
      const { host } = bench;
      if (host.closeSession === undefined) return null;
      const channel = await open(bench, { do: "echo" }, { sessionId: "session_c" });
      if (channel === null) return null;
      await host.closeSession("session_c");
      const { cause } = await channel.ended;
      return differs("why it ended", cause, "closed");
    },
  },
];

/** Null where the host opens none. */
async function open(
  bench: HostBench,
  task: ConformanceTask,
  call: CallOptions = {},
): Promise<Channel | null> {
  const { processes } = bench.host;
  const command = commandOf(bench, task, "argv");
  const [program = "", ...rest] = "argv" in command ? command.argv : [];
  // A channel's program is named by its whole path.
  const argv = [program === "bash" ? "/bin/bash" : program, ...rest];
  const { context } = openCall(bench, call);
  return processes.open?.({ argv, cwd: bench.workspace, env: {} }, context) ?? null;
}

async function channelText(channel: Channel): Promise<string> {
  let text = "";
  for await (const piece of channel.output) text += new TextDecoder().decode(piece);
  return text;
}
