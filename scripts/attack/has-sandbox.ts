/** Asks the product itself whether it can confine processes on this machine. */
import { confinesProcesses } from "@toolplane/contract";
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { createFixture } from "./fixture.ts";

/** True when it can. */
export async function hasSandbox(): Promise<boolean> {
  const fixture = createFixture({ viaLink: false });
  const host = await createHost({
    workspace: fixture.workspace,
    userData: fixture.userData,
    scratchParent: fixture.scratchParent,
    readConfinement: compileConfinement,
  });
  try {
    return confinesProcesses(host.sandbox);
  } finally {
    await host.close();
    fixture.remove();
  }
}
