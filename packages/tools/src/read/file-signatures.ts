// data table: the first bytes of kinds of files that are not text
/** Pictures that models can look at. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** A kind of file and the bytes it begins with. */
export interface FileSignature {
  readonly name: string;
  readonly instead: string;
  readonly image?: ImageType;
  readonly parts: readonly { readonly at: number; readonly bytes: readonly number[] }[];
}

const LIST = "List what is in it with a program, such as unzip -l or tar -tf.";
const UNPACK = "Unpack it with a program first.";
const RUN = "Look at it with a program made for it.";
const PICTURE = "";
const CONVERT = "Convert it to PNG or JPEG with a program first.";
const EXTRACT = "Extract its text with a program first.";
const QUERY = "Query it with sqlite3.";

const text = (letters: string): readonly number[] =>
  [...letters].map((letter) => letter.charCodeAt(0));
const from = (at: number, bytes: readonly number[]) => ({ at, bytes });

/** In the order in which they are tried. */
export const FILE_SIGNATURES: readonly FileSignature[] = [
  picture("PNG picture", "image/png", from(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  picture("JPEG picture", "image/jpeg", from(0, [0xff, 0xd8, 0xff])),
  picture("GIF picture", "image/gif", from(0, text("GIF87a"))),
  picture("GIF picture", "image/gif", from(0, text("GIF89a"))),
  picture("WebP picture", "image/webp", from(0, text("RIFF")), from(8, text("WEBP"))),
  other("PDF document", EXTRACT, from(0, text("%PDF-"))),
  other("ZIP archive", LIST, from(0, [0x50, 0x4b, 0x03, 0x04])),
  other("ZIP archive", LIST, from(0, [0x50, 0x4b, 0x05, 0x06])),
  other("gzip archive", UNPACK, from(0, [0x1f, 0x8b, 0x08])),
  other("bzip2 archive", UNPACK, from(0, text("BZh")), from(4, [0x31, 0x41, 0x59])),
  other("xz archive", UNPACK, from(0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])),
  other("Zstandard archive", UNPACK, from(0, [0x28, 0xb5, 0x2f, 0xfd])),
  other("7-Zip archive", UNPACK, from(0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])),
  other("RAR archive", UNPACK, from(0, text("Rar!"))),
  other("tar archive", LIST, from(257, text("ustar"))),
  other("ELF program", RUN, from(0, [0x7f, 0x45, 0x4c, 0x46])),
  other("Mach-O program", RUN, from(0, [0xcf, 0xfa, 0xed, 0xfe])),
  other("Mach-O program", RUN, from(0, [0xca, 0xfe, 0xba, 0xbe, 0x00, 0x00, 0x00, 0x02])),
  other("Java class", RUN, from(0, [0xca, 0xfe, 0xba, 0xbe])),
  other("Windows program", RUN, from(0, text("MZ")), from(3, [0x00])),
  other("WebAssembly module", RUN, from(0, [0x00, 0x61, 0x73, 0x6d])),
  other("SQLite database", QUERY, from(0, text("SQLite format 3\0"))),
  other("BMP picture", CONVERT, from(0, text("BM")), from(6, [0, 0, 0, 0])),
  other("TIFF picture", CONVERT, from(0, [0x49, 0x49, 0x2a, 0x00])),
  other("TIFF picture", CONVERT, from(0, [0x4d, 0x4d, 0x00, 0x2a])),
  other("Windows icon", CONVERT, from(0, [0x00, 0x00, 0x01, 0x00])),
  other("HEIF or AVIF picture", CONVERT, from(4, text("ftypheic"))),
  other("AVIF picture", CONVERT, from(4, text("ftypavif"))),
  other("MP4 or QuickTime video", RUN, from(4, text("ftyp"))),
  other("Matroska or WebM video", RUN, from(0, [0x1a, 0x45, 0xdf, 0xa3])),
  other("WAV sound", RUN, from(0, text("RIFF")), from(8, text("WAVE"))),
  other("AVI video", RUN, from(0, text("RIFF")), from(8, text("AVI "))),
  other("Ogg sound or video", RUN, from(0, text("OggS"))),
  other("FLAC sound", RUN, from(0, text("fLaC"))),
  other("MP3 sound", RUN, from(0, text("ID3"))),
  other("TrueType font", RUN, from(0, [0x00, 0x01, 0x00, 0x00, 0x00])),
  other("OpenType font", RUN, from(0, text("OTTO")), from(4, [0x00])),
  other("WOFF font", RUN, from(0, text("wOFF"))),
  other("WOFF2 font", RUN, from(0, text("wOF2"))),
  other("Office document of the old form", EXTRACT, from(0, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])),
  other("Parquet table", RUN, from(0, text("PAR1"))),
];

type Part = FileSignature["parts"][number];

function picture(name: string, image: ImageType, ...parts: readonly Part[]): FileSignature {
  return { name, instead: PICTURE, image, parts };
}

function other(name: string, instead: string, ...parts: readonly Part[]): FileSignature {
  return { name, instead, parts };
}
