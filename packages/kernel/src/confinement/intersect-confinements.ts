import type { Confinement } from "@toolplane/contract";

/** Of two with the same reach and nothing opened yet: what both permit is what neither masks. */
export function intersectConfinements(one: Confinement, other: Confinement): Confinement {
  const absent = [...(one.absentPrograms ?? []), ...(other.absentPrograms ?? [])];
  return {
    ...one,
    ...(absent.length === 0 ? {} : { absentPrograms: [...new Set(absent)] }),
    read: { ...one.read, masks: [...one.read.masks, ...other.read.masks] },
    write: { ...one.write, masks: [...one.write.masks, ...other.write.masks] },
    network: { ...one.network, masks: [...one.network.masks, ...other.network.masks] },
  };
}
