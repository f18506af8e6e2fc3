export {
  type HostAddress,
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  isPublicHost,
  readHostAddress,
} from "./address/public-address.ts";
export {
  type IpAddress,
  isIpv4,
  isIpv6,
  readAddress,
} from "./address/read-address.ts";
export { canonicalHost, hostOfUrl, readHost } from "./address/read-host.ts";
export { readUrl, type UrlParts } from "./address/read-url.ts";
export { readUrlPath, readUrlPathPattern } from "./address/read-url-path.ts";
export { type Complaint, type Complaints, readComplaints } from "./complaints/read-complaints.ts";
export { errorCode } from "./error-code.ts";
export { foldText, isAscii } from "./fold-text.ts";
export { cutEnd, showHidden, showOnLine } from "./foreign/show-hidden.ts";
export { stripHidden, stripToLine } from "./foreign/strip-hidden.ts";
export { stripMarkup } from "./foreign/strip-markup.ts";
export { escapeGlob } from "./glob/escape-glob.ts";
export { type BraceOptions, expandBraces, MAX_ALTERNATIVES } from "./glob/expand-braces.ts";
export { type FileGlob, readFileGlob } from "./glob/file-glob.ts";
export { matchWildcards, type WildcardReading } from "./glob/match-wildcards.ts";
export { type NameGlob, readNameGlob } from "./glob/name-glob.ts";
export {
  compilePathAlternative,
  coversAlternative,
  type PathAlternative,
  reachesByName,
  reachesTree,
  readPathSegment,
  type Segment,
  type Segments,
  treeSegments,
} from "./glob/path-alternative.ts";
export {
  createPrivateNames,
  mayNamePrivate,
  PRIVATE_FILES,
  SAMPLE_FILES,
} from "./glob/private-files.ts";
export {
  codePoints,
  compileTextGlob,
  coversGlob,
  literalGlob,
  ONE,
  STAR,
  type TextGlob,
} from "./glob/text-glob.ts";
export {
  escapeHidden,
  escapeLines,
  escapeTyped,
  hasHidden,
  hasHiddenTyped,
  replaceHidden,
} from "./hidden-characters.ts";
export { canonicalJson, writeCanonically } from "./json/canonical-json.ts";
export { isRecord } from "./json/is-record.ts";
export { sortMembers } from "./json/sort-members.ts";
export { isBelow, isWithin } from "./lies-below.ts";
export { createLineReader, type LineReader, type LineReaderOptions } from "./line-reader.ts";
export { type EdgeFacts, type MessageEdges, readMessageEdges } from "./message-edges.ts";
export { editDistance, nearestName } from "./nearest-name.ts";
export { optionFault } from "./options/option-fault.ts";
export {
  anyOf,
  having,
  OPTION,
  type OptionKind,
  type OptionKinds,
  oneOf,
  only,
} from "./options/option-kind.ts";
export { absentWords } from "./people/absent-words.ts";
export { formatBytes } from "./people/format-bytes.ts";
export { formatCount, formatPlural } from "./people/format-count.ts";
export { formatDuration } from "./people/format-duration.ts";
export { formatClock, formatMoment, type Viewpoint } from "./people/format-moment.ts";
export { PRECEDENCE_WORDS } from "./people/precedence-words.ts";
export { touchedWords } from "./people/touched-words.ts";
export { unaskedReason, unaskedWords } from "./people/unasked-words.ts";
export { viewRoomText } from "./people/view-room-text.ts";
export { type PosixPath, posixPath } from "./posix-path.ts";
export type { Reading } from "./reading.ts";
export { quoteShell, quoteVisibly, quoteWord } from "./shell/quote-word.ts";
export { givenText, storedText } from "./stored-text.ts";
export { trimEnd } from "./trim-end.ts";
export { isWindowsPath } from "./windows-path.ts";
