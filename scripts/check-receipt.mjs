// Checks a receipt of forgetting, without Cairn: node check-receipt.mjs RECEIPT HOME (Node 22.15 or later). Reads every file of
// the home, unpacks what is packed, opens databases read-only, and looks for the passages that the receipt names by hash.
// Exit 0: nothing of it is there. 1: something is, and where. 2: it could not be checked.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

const BASE = 16_777_619;
/** Folders of the program, which hold no memory. */
const PROGRAM = /^(?:app|bin|cache|models)(?:\/|$)/;
const [receiptPath, home] = process.argv.slice(2);
if (receiptPath === undefined || home === undefined) fail('usage: node check-receipt.mjs RECEIPT HOME');
const receipt = JSON.parse(readFileSync(receiptPath, 'utf8'));
if (receipt.version !== 1) fail(`a receipt of version ${receipt.version} is not known here`);
const salt = Buffer.from(receipt.salt, 'hex');
/** By length of window: the factor of its first byte, and the hashes to look for by the sum of their bytes. */
const windows = new Map();
for (const { bytes, sum, sha256 } of receipt.passages) {
  let first = 1;
  for (let i = 1; i < bytes; i += 1) first = Math.imul(first, BASE);
  const window = windows.get(bytes) ?? { first, hashes: new Map() };
  window.hashes.set(sum, [...(window.hashes.get(sum) ?? []), sha256]);
  windows.set(bytes, window);
}
const found = new Set();
let [files, bytesRead] = [0, 0];

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** Looks for each passage at each byte: a rolling sum first, and the hash where it agrees. */
function look(bytes, place) {
  bytesRead += bytes.length;
  for (const [length, { first, hashes }] of windows) {
    let sum = 0;
    for (let end = 0; end < bytes.length; end += 1) {
      if (end >= length) sum = (sum - Math.imul(bytes[end - length], first)) | 0;
      sum = (Math.imul(sum, BASE) + bytes[end]) | 0;
      if (end + 1 < length || !hashes.has(sum >>> 0)) continue;
      const hash = createHash('sha256')
        .update(salt)
        .update(bytes.subarray(end + 1 - length, end + 1))
        .digest('hex');
      if (hashes.get(sum >>> 0).includes(hash)) found.add(place);
    }
  }
}

/** Looks into bytes and, where they are packed, into what they hold. */
function lookInto(bytes, place) {
  look(bytes, place);
  for (const unpack of [zstdDecompressSync, gunzipSync]) {
    try {
      look(unpack(bytes), `${place}, unpacked`);
    } catch {
      // Not packed in this way.
    }
  }
}

function lookIntoDatabase(path, place) {
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
  for (const { name } of tables) {
    for (const row of db.prepare(`SELECT * FROM "${name}"`).iterate()) {
      for (const [column, value] of Object.entries(row)) {
        const at = `${place} ${name}.${column}`;
        if (typeof value === 'string') look(Buffer.from(value, 'utf8'), at);
        // The first byte of a packed text says how it is packed.
        else if (value instanceof Uint8Array) lookInto(Buffer.from(value.subarray(1)), at);
      }
    }
  }
  db.close();
}

function walk(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const place = relative(home, path).replaceAll('\\', '/');
    const stat = lstatSync(path);
    if (PROGRAM.test(place)) continue;
    if (stat.isDirectory()) walk(path);
    if (!stat.isFile() || place.startsWith('worker.lock') || place === 'cairn.db-shm') continue;
    files += 1;
    const bytes = readFileSync(path);
    lookInto(bytes, place);
    if (bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3') lookIntoDatabase(path, place);
  }
}

walk(home);
const { kept } = receipt;
const isKept = kept !== undefined && Date.now() < Date.parse(kept.until);
const left = [...found].filter((place) => !(isKept && place === kept.file));
process.stdout.write(`${files} files, ${bytesRead} bytes, ${receipt.passages.length} passages looked for\n`);
if (isKept) process.stdout.write(`${kept.file} keeps it until ${kept.until}, to be brought back\n`);
for (const place of left) process.stdout.write(`found: ${place}\n`);
process.stdout.write(left.length === 0 ? 'nothing of it is there\n' : 'it is not gone\n');
process.exitCode = left.length === 0 ? 0 : 1;
