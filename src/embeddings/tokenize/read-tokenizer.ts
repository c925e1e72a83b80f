import { CairnError } from '../../core/errors.ts';
import { asNumber, asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isCharacterTable } from './character-map.ts';
import type { SpecialPiece, TextStep, TokenizerSpec, UnigramSpec, WordPieceSpec } from './tokenizer.ts';

/** Ids of a vocabulary are below this. */
const IDS_MAX = 2_000_000;
const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

/**
 * The tokenizer that a `tokenizer.json` describes (format of the `tokenizers` library): BERT's WordPiece, or a unigram model
 * as XLM-R has it. Throws `unsupported` that names what is neither.
 */
export function readTokenizer(file: JsonObject): TokenizerSpec {
  const model = asObject(file.model);
  const type = asString(model.type) ?? (Array.isArray(model.vocab) ? 'Unigram' : 'WordPiece');
  if (type === 'WordPiece') return readWordPiece(file, model);
  if (type === 'Unigram') return readUnigram(file, model);
  throw unsupported(`a vocabulary of the kind ${type}`);
}

/** The tokenizer of a BERT model that has a `vocab.txt` alone, with what its `tokenizer_config.json` says. */
export function readVocabulary(lines: string, config: JsonObject): WordPieceSpec {
  const vocabulary = lines.replace(/\r\n/g, '\n').replace(/\n$/, '');
  return {
    kind: 'wordpiece',
    vocabulary,
    ...bertText(config.do_lower_case, config.strip_accents, config.tokenize_chinese_chars),
  };
}

/** The error of a tokenizer that Cairn cannot run. */
function unsupported(what: string): CairnError {
  return new CairnError('unsupported', `The tokenizer of the model has ${what}, which Cairn cannot run.`, {
    fix: 'Choose a BERT or XLM-R model, or run this one on a server: cairn config set embed.model ollama:NAME',
  });
}

function readWordPiece(file: JsonObject, model: JsonObject): WordPieceSpec {
  const normalizer = asObject(file.normalizer);
  if (normalizer.type !== 'BertNormalizer') throw unsupported(`a normalizer ${String(normalizer.type)}`);
  const before = asString(asObject(file.pre_tokenizer).type);
  if (before !== 'BertPreTokenizer') throw unsupported(`a pre-tokenizer ${before}`);
  const prefix = asString(model.continuing_subword_prefix) ?? '##';
  if (prefix !== '##') throw unsupported(`pieces that continue a word with ${prefix}`);
  const pieces: string[] = [];
  for (const [piece, value] of Object.entries(asObject(model.vocab))) {
    const id = asNumber(value) ?? -1;
    if (!Number.isInteger(id) || id < 0 || id >= IDS_MAX) throw unsupported(`an id ${String(value)}`);
    pieces[id] = piece;
  }
  const vocabulary = toLines(Array.from(pieces, (piece) => piece ?? ''));
  const { lowercase, strip_accents, handle_chinese_chars } = normalizer;
  return { kind: 'wordpiece', vocabulary, ...bertText(lowercase, strip_accents, handle_chinese_chars) };
}

function bertText(
  lowercase: JsonValue | undefined,
  stripAccents: JsonValue | undefined,
  splitChinese: JsonValue | undefined,
): Pick<WordPieceSpec, 'lowercase' | 'stripAccents' | 'splitChinese'> {
  const isLower = lowercase !== false;
  const strips = typeof stripAccents === 'boolean' ? stripAccents : isLower;
  return { lowercase: isLower, stripAccents: strips, splitChinese: splitChinese !== false };
}

function readUnigram(file: JsonObject, model: JsonObject): UnigramSpec {
  if (model.byte_fallback === true) throw unsupported('pieces for single bytes');
  const rows = Array.isArray(model.vocab) ? model.vocab : [];
  const pieces = rows.map((row) => (Array.isArray(row) ? (asString(row[0]) ?? '') : ''));
  const scores = rows.map((row) => (Array.isArray(row) ? (asNumber(row[1]) ?? 0) : 0));
  const special = readSpecial(file.added_tokens);
  const idOf = (name: string): number => {
    const id = special.find(({ piece }) => piece === name)?.id ?? pieces.indexOf(name);
    if (id < 0) throw unsupported(`no piece ${name}`);
    return id;
  };
  return {
    kind: 'unigram',
    vocabulary: toLines(pieces),
    scores,
    start: idOf('<s>'),
    end: idOf('</s>'),
    unknown: asNumber(model.unk_id) ?? idOf('<unk>'),
    special,
    steps: readTextSteps(file.normalizer),
    splitWords: splitsWords(file.pre_tokenizer),
  };
}

/** What a `normalizer` of a `tokenizer.json` does to a text, in order. */
function readTextSteps(value: JsonValue | undefined): TextStep[] {
  if (value === undefined || value === null) return [];
  const row = asObject(value);
  if (row.type !== 'Sequence') return [toStep(row)];
  return (Array.isArray(row.normalizers) ? row.normalizers : []).map((entry) => toStep(asObject(entry)));
}

function toStep(row: JsonObject): TextStep {
  const type = asString(row.type) ?? '';
  const form = FORMS.find((known) => known === type);
  if (form !== undefined) return { kind: 'form', form };
  const table = asString(row.precompiled_charsmap);
  if (type === 'Precompiled' && table !== undefined && isCharacterTable(table)) return { kind: 'characters', table };
  if (type === 'Lowercase') return { kind: 'lowercase' };
  if (type === 'Strip' && row.strip_left === false && row.strip_right !== false) return { kind: 'trim-end' };
  const by = asString(row.content);
  if (type === 'Replace' && asObject(row.pattern).Regex === ' {2,}' && by !== undefined)
    return { kind: 'join-spaces', by };
  throw unsupported(`a normalizer ${type}`);
}

function readSpecial(rows: JsonValue | undefined): SpecialPiece[] {
  return (Array.isArray(rows) ? rows : []).filter(isJsonObject).flatMap((row) => {
    const piece = asString(row.content);
    const id = asNumber(row.id);
    return piece === undefined || piece === '' || id === undefined
      ? []
      : [{ piece, id, eatsSpace: row.lstrip === true }];
  });
}

/** `Metaspace` alone, or behind `WhitespaceSplit`. */
function splitsWords(value: JsonValue | undefined): boolean {
  const row = asObject(value);
  const rows = row.type === 'Sequence' && Array.isArray(row.pretokenizers) ? row.pretokenizers.map(asObject) : [row];
  const last = rows.at(-1);
  const types = rows.map(({ type }) => String(type)).join(', ');
  const isMetaspace = last?.type === 'Metaspace' && (last.replacement ?? '▁') === '▁';
  const isAlways =
    (last?.prepend_scheme ?? 'always') === 'always' && last?.add_prefix_space !== false && last?.split !== false;
  if (!isMetaspace || !isAlways || (rows.length > 1 && types !== 'WhitespaceSplit, Metaspace')) {
    throw unsupported(`a pre-tokenizer ${types}`);
  }
  return rows.length > 1;
}

/** A piece with a line break in it can never be found, since no text reaches the vocabulary with one. */
function toLines(pieces: readonly string[]): string {
  return pieces.map((piece) => (piece.includes('\n') ? '' : piece)).join('\n');
}
