import { codeTable } from '../kinds/code-table.ts';
import type { AnchorPlace, Look, Secret } from '../kinds/secret.ts';
import { ENCODED_ANCHORS } from './rare-anchors.ts';
import type { SecretTests } from './secret-tests.ts';

/** Characters of Base64 before and after a word that are read; what is longer is data. */
const REACH = 6_000;
const OF_BASE64 = codeTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-');
const LEAST = 24;
/** A text as programs write them: neither noise nor another encoding. */
const PRINTED = /^[\t\r\n\x20-\x7e]+$/;

/** The Base64 of a text with a secret around an encoded word, or the offset up to which the text was read without one. */
export function findEncodedSecret(text: string, { start, end, floor }: AnchorPlace, { hasSecret }: SecretTests): Look {
  // The scanner takes letters in either case.
  if (!ENCODED_ANCHORS.includes(text.slice(start, end))) return end;
  const least = Math.max(floor, start - REACH);
  let from = start;
  while (from > least && OF_BASE64[text.charCodeAt(from - 1)] === 1) from -= 1;
  let to = end;
  while (to < end + REACH && OF_BASE64[text.charCodeAt(to)] === 1) to += 1;
  const isWhole = from > start - REACH && to < end + REACH && to - from >= LEAST;
  const decoded = isWhole ? decode(text.slice(from, to)) : '';
  if (isWhole) while (text.charAt(to) === '=' && to < end + REACH + 2) to += 1;
  return PRINTED.test(decoded) && hasSecret(decoded) ? { start: from, end: to, kind: 'secret' } : to;
}

function decode(encoded: string): string {
  const plain = encoded.replaceAll('-', '+').replaceAll('_', '/');
  return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)));
}

const DOCUMENT_MAX = 16_384;
const DATA =
  /(?:^|\n)([ \t]*)data:[ \t]*\n((?:\1[ \t]+[\w.-]{1,100}:[^\n]{0,8192}(?:\n|$)){1,200})|"data": ?\{([^{}]{1,16000})\}/;
const VALUE = /[\w.-]"?: ?"?([A-Za-z0-9+/]{4,8000}={0,2})"?(?=[ \t]*(?:[,\n}]|$))/g;

/** The values below `data` in a Secret of Kubernetes, or the offset up to which the text was read without one. */
export function findSecretDocument(text: string, { start, end, floor }: AnchorPlace): readonly Secret[] | number {
  if (/[\w-]/.test(text.charAt(end))) return end;
  const window = text.slice(Math.max(floor, start - DOCUMENT_MAX), end + DOCUMENT_MAX);
  const at = start - Math.max(floor, start - DOCUMENT_MAX);
  const from = Math.max(0, window.lastIndexOf('\n---', at));
  const next = window.indexOf('\n---', at);
  const document = window.slice(from, next < 0 ? undefined : next);
  const offset = start - at + from;
  const data = DATA.exec(document);
  const fields = data?.[2] ?? data?.[3];
  if (data === null || fields === undefined) return end + DOCUMENT_MAX;
  const first = offset + data.index + data[0].indexOf(fields);
  const secrets: Secret[] = [];
  for (const { 0: whole, 1: value = '', index } of fields.matchAll(VALUE)) {
    const valueStart = first + index + whole.indexOf(value, whole.indexOf(':'));
    secrets.push({ start: valueStart, end: valueStart + value.length, kind: 'secret' });
  }
  return secrets.length > 0 ? secrets : end + DOCUMENT_MAX;
}
