/** Sets a fuzz up in a folder of its own and takes it away again: the place, the runners, the product's own analyzer. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { type FuzzOptions, type FuzzReport, runFuzz } from "./run-fuzz.ts";
import { createLineRunner, makeFuzzPlace } from "./run-lines.ts";

export interface FuzzChoice
  extends Pick<FuzzOptions, "lines" | "seed" | "maxShown" | "onProgress"> {
  /** Bubblewraps side by side. */
  readonly workers: number;
}

/** Runs a fuzz of the host's analyzer. */
export async function openFuzz(choice: FuzzChoice): Promise<FuzzReport> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "shell-fuzz-"));
  try {
    const place = makeFuzzPlace(folder);
    const runners = Array.from({ length: choice.workers }, (_, at) =>
      createLineRunner(place, join(folder, `worker-${at}`)),
    );
    const host = await createHost({
      workspace: place.workspace,
      sandbox: "none",
      userData: join(folder, "data"),
      scratchParent: folder,
      readConfinement: compileConfinement,
      environment: { HOME: join(place.root, "home") },
    });
    try {
      const { analyzer } = host;
      const reader = analyzer.shell.bind(analyzer);
      return await runFuzz({ ...choice, place, runners, analyzer, reader });
    } finally {
      await host.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
