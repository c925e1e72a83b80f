import { join } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { decrypt, encrypt, passphraseKey, randomKey, sha256Hex } from '../../core/hash.ts';
import { asNumber, asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { readTextIfThere } from '../../platform/files.ts';
import { writeShared } from '../../platform/shared-files.ts';

/** How members come to the key: a file of 32 random bytes, or a passphrase (scrypt, RFC 7914). */
export type KeySource = { kind: 'key-file'; key: Uint8Array } | { kind: 'passphrase'; passphrase: string };

/** The file of a team's folder that says how its key is made. */
export const TEAM_FILE = 'cairn-sync.json';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Cost of scrypt: 128 MiB and about half a second. */
const COST = { N: 131_072, r: 8, p: 1 } as const;
/** Upper bound on the cost that a folder may ask for. */
const MOST = { N: 1_048_576, r: 16, p: 4 } as const;
const LEAST_CHARS = 12;
const PROOF = Buffer.from('cairn sync', 'utf8');

/**
 * The key of a team's folder. The first member writes the file that says how it is made, with a proof by which a wrong key is
 * known. Throws `unauthorized` for a wrong key, `damaged` for a file that is none, `invalid_input` for a weak passphrase.
 */
export function openTeamKey(folder: string, source: KeySource): Uint8Array {
  const path = join(folder, TEAM_FILE);
  const text = readTextIfThere(path);
  if (text === undefined) return createTeam(path, source);
  const team = asObject(parseJson(text));
  const { kdf, proof, version } = team;
  if (version !== 1 || typeof proof !== 'string') {
    throw new CairnError('damaged', `${path} is no file of a team's folder, or of a newer Cairn.`, {
      fix: 'Name the folder that your team shares.',
    });
  }
  if (kdf !== source.kind) {
    const wants = kdf === 'passphrase' ? 'a passphrase' : 'a key file';
    throw new CairnError('unauthorized', `The team of this folder uses ${wants}.`, { fix: 'cairn sync add --help' });
  }
  const key = keyOf(source, team);
  const opened = decrypt(key, Buffer.from(proof, 'base64'), PROOF);
  if (opened?.equals(PROOF) === true) return key;
  throw new CairnError('unauthorized', "This is not the key of the team's folder.", {
    fix: 'Ask a member of the team for the key file or the passphrase.',
  });
}

/** A new key for a key file, as text: base64 of 32 random bytes. */
export function newKeyText(): string {
  return `${randomKey(KEY_BYTES).toString('base64')}\n`;
}

/** The key in the text of a key file. Throws `invalid_input`. */
export function readKeyText(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new CairnError('invalid_input', 'A key file holds 32 bytes in base64; this one does not.', {
    fix: 'openssl rand -base64 32 > FILE',
  });
}

/** A few characters by which members compare keys without saying them. */
export function keyFingerprint(key: Uint8Array): string {
  return sha256Hex(Buffer.concat([Buffer.from('fingerprint'), key])).slice(0, 12);
}

function createTeam(path: string, source: KeySource): Uint8Array {
  if (source.kind === 'passphrase' && source.passphrase.length < LEAST_CHARS) {
    throw new CairnError('invalid_input', `A passphrase has at least ${LEAST_CHARS} characters.`, {
      fix: 'Take five random words, or a key file.',
    });
  }
  const kdf: JsonObject = source.kind === 'key-file' ? {} : { ...COST, salt: randomKey(SALT_BYTES).toString('base64') };
  const key = keyOf(source, kdf);
  const proof = encrypt(key, PROOF, PROOF).toString('base64');
  const team = { version: 1, cipher: 'aes-256-gcm', kdf: source.kind, ...kdf, proof };
  writeShared(path, `${JSON.stringify(team, undefined, 2)}\n`);
  return key;
}

function keyOf(source: KeySource, team: JsonObject): Uint8Array {
  if (source.kind === 'key-file') return source.key;
  const [N, r, p] = (['N', 'r', 'p'] as const).map((name) => {
    const cost = asNumber(team[name]) ?? 0;
    if (cost < 1 || cost > MOST[name])
      throw new CairnError('damaged', `${TEAM_FILE}: ${name} of scrypt is out of bounds.`);
    return cost;
  }) as [number, number, number];
  const salt = Buffer.from(asString(team.salt) ?? '', 'base64');
  return passphraseKey(source.passphrase, salt, { N, r, p });
}
