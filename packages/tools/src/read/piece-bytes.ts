/** The bytes of a file that are asked for first: nearly every file whole, and read by the door without a detour. */
export const PIECE_BYTES = 262_144;

/** How much at once on the way to a window: large enough that asking costs nothing, and that others get their turn. */
export const FURTHER_BYTES = 524_288;
