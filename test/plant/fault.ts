/** Deliberate mistakes, as data: what each breaks, where it is planted, and which tests should notice. */

/** One mistake. Paths are relative to the repository. */
interface Fault {
  /** What is broken, in words joined by dashes. */
  readonly name: string;
  /** The file or folder that holds the anchor, where it is not the area's own. */
  readonly in?: string;
  /** Code that stands there exactly once; blanks and line ends do not count. */
  readonly anchor: string;
  readonly replacement: string;
  /** Files or folders of tests that are likeliest to notice. They run first, and the area's own only when these do not. */
  readonly tests?: readonly string[];
}

/** The mistakes of one part of the code. */
export interface Area {
  readonly name: string;
  /** The folder that anchors are looked for in, so that a file may be renamed or folded into its neighbour. */
  readonly in: string;
  /** Files or folders of the tests that guard it: those beside the source, then those that are asked when they see nothing. */
  readonly tests: readonly (readonly string[])[];
  readonly faults: readonly Fault[];
}

/** A mistake with everything that its area adds to it. */
export interface PlacedFault {
  readonly name: string;
  readonly in: string;
  readonly anchor: string;
  readonly replacement: string;
  /** Tried one after the other until one of them notices. */
  readonly tests: readonly (readonly string[])[];
}

/** All mistakes of these areas, in order. */
export function placeFaults(areas: readonly Area[]): readonly PlacedFault[] {
  return areas.flatMap((area) =>
    area.faults.map((fault) => ({
      name: fault.name,
      in: fault.in ?? area.in,
      anchor: fault.anchor,
      replacement: fault.replacement,
      tests: fault.tests ? [fault.tests, ...area.tests] : area.tests,
    })),
  );
}
