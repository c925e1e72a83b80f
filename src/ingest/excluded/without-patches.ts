import type { JsonObject } from '../../core/json.ts';
import { mapTexts } from './map-texts.ts';
import { mapDocuments } from './without-documents.ts';

const BEGIN = String.raw`\s*\*\*\* Begin Patch\r?\n`;
/** A text that is a patch, up to its last line. */
const PATCH = new RegExp(String.raw`^${BEGIN}[^]*?(?:\n\*\*\* End Patch[ \t]*(?=\r?\n|$)|$)`);
/** The program for patches, to which a shell hands one as a here-document, not within quotes, or as a word in quotes. */
const PROGRAM = String.raw`(?<![\w./-])apply_?patch[ \t]*`;
const TAKES_DOCUMENT = new RegExp(`^[^"]*${PROGRAM}$`);
const WORD = new RegExp(String.raw`(${PROGRAM})'${BEGIN}(?:[^']|'\\'')*'(?=[\s;|&)]|$)`, 'g');

/**
 * An input without its patches, whichever field has one: their headers name files, as `cutText` reads them, and the lines between are
 * no words of a shell. Linear.
 */
export function withoutPatches(input: JsonObject): JsonObject {
  return mapTexts(input, (text) => {
    if (!text.includes('*** Begin')) return text;
    const left = text.replace(PATCH, '').replace(WORD, '$1');
    return mapDocuments(left, (document) =>
      !document.isRun && TAKES_DOCUMENT.test(document.before) && PATCH.test(document.text) ? '' : document.text,
    );
  });
}
