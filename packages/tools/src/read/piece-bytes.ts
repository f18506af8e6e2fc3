/** How much of a file is asked for at once: nearly every file whole, and read by the door without a detour. */
export const PIECE_BYTES = 262_144;
