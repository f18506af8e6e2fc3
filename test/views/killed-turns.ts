import type { ScriptedTurn } from "toolplane/agent";

const bash = (command: string): ScriptedTurn => ({
  calls: [{ name: "bash", arguments: { command } }],
});

/** What the agent does, a call after the other: each leaves another project. */
export const TURNS: readonly ScriptedTurn[] = [
  { calls: [{ name: "write", arguments: { path: "a", content: "by a door\n" } }] },
  bash("echo more >> b; rm gone; mv name other; mkdir -p new/in; echo x > new/in/x"),
  bash("rm -r old; echo f > old; ln -s a link; chmod 755 run; echo y >> new/in/x"),
  { text: "Done." },
];
