import { join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { asObject, asString, isJsonObject, type JsonObject, parseJson, textsIn } from '../core/json.ts';
import { readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { isCopyOf, markHome } from './home-mark.ts';
import { SHARE_KINDS, type ShareKind } from './share-kinds.ts';
import { isHomeId } from './wire.ts';

/** Where records are carried to. */
export type RemoteConfig = { kind: 'folder'; path: string; git: boolean } | SyncServer;

/** A team server; `insecure`: its person said that it may be one without TLS. */
export interface SyncServer {
  kind: 'server';
  url: string;
  insecure: boolean;
}

/** How a home takes part: `sync.json` in the home. */
export interface SyncConfig {
  /** `h_` and 16 base32 characters. */
  home: string;
  /** The person's name, as the others see it. */
  member: string;
  remote: RemoteConfig;
  /** The kinds that are shared of each project, by its identity. */
  shares: Readonly<Record<string, readonly ShareKind[]>>;
  /** Projects that a person merged into a shared one and shares with it: the identity under which each leaves, by its id. */
  along?: Readonly<Record<string, string>>;
  paused: boolean;
}

const FILE = 'sync.json';
const SECRET = 'sync.key';
/** Which home this machine's is. It stays when that takes part no more, and is in no backup: no two machines are one home. */
const HOME = 'sync-home';

/** Reads how a home takes part; `undefined` for one that does not. Throws `damaged`. */
export function readSyncConfig(home: string): SyncConfig | undefined {
  const text = readTextIfThere(join(home, FILE));
  if (text === undefined) return undefined;
  const config = toConfig(asObject(parseJson(text)));
  if (config !== undefined) return config;
  throw new CairnError('damaged', `${join(home, FILE)} is not what it should be.`, {
    fix: 'cairn sync remove, then cairn sync add',
  });
}

/** Writes how a home takes part. Throws `unwritable` or `low_disk`. */
export function writeSyncConfig(home: string, config: SyncConfig): void {
  writeDurable(join(home, FILE), `${JSON.stringify(config, undefined, 2)}\n`);
  keepHomeId(home, config.home);
}

/**
 * The id under which the home of this machine takes part, or took part before; `undefined` for one that never did, and for a copy of
 * one that may still run.
 */
export function readHomeId(home: string): string | undefined {
  const id = readIdIn(home);
  return id === undefined || isCopy(home, id) ? undefined : id;
}

/** Keeps the id of this machine's home. Throws `unwritable` or `low_disk`. */
export function keepHomeId(home: string, id: string): void {
  if (readIdIn(home) !== id) writeDurable(join(home, HOME), `${id}\n`);
  markHome(home, id);
}

/** Whether a folder is a copy of the home of an id, made of its files, which may still run where it was. */
export function isCopy(home: string, id: string): boolean {
  return isCopyOf(id, home, (path) => readIdIn(path) === id);
}

function readIdIn(home: string): string | undefined {
  const id = readTextIfThere(join(home, HOME))?.trim() ?? '';
  return isHomeId(id) ? id : undefined;
}

/** The folder or the address of a remote. */
export function placeOf(remote: RemoteConfig): string {
  return remote.kind === 'folder' ? remote.path : remote.url;
}

/** What status and doctor tell of a server without TLS. */
export function withoutTlsOf({ url }: Pick<SyncServer, 'url'>): string {
  return `${new URL(url).origin} has no TLS, as you allowed (--insecure): whoever is on the way can read the token and all that is shared.`;
}

/** The key of the team's folder (base64), or the token of the server. */
export function readSyncSecret(home: string): string {
  return readTextIfThere(join(home, SECRET))?.trim() ?? '';
}

/** Keeps it in a file of mode 0600. */
export function writeSyncSecret(home: string, secret: string): void {
  writeDurable(join(home, SECRET), `${secret}\n`);
}

/** The home takes part no more. */
export function removeSyncConfig(home: string): void {
  removeFile(join(home, FILE));
  removeFile(join(home, SECRET));
}

function toConfig({ home, member, remote, shares, along, paused }: JsonObject): SyncConfig | undefined {
  const place = toRemote(asObject(remote));
  if (typeof home !== 'string' || !isHomeId(home) || typeof member !== 'string' || place === undefined) {
    return undefined;
  }
  const chosen = Object.entries(isJsonObject(shares) ? shares : {}).map(([identity, kinds]) => {
    const named = textsIn(kinds);
    return [identity, SHARE_KINDS.filter((kind) => named.includes(kind))] as const;
  });
  const merged = Object.entries(asObject(along)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const kept = { shares: Object.fromEntries(chosen), along: Object.fromEntries(merged) };
  return { home, member, remote: place, ...kept, paused: paused === true };
}

function toRemote({ kind, path, git, url, insecure }: JsonObject): RemoteConfig | undefined {
  if (kind === 'folder' && typeof path === 'string') return { kind, path, git: git === true };
  const address = asString(url);
  return kind === 'server' && address !== undefined ? { kind, url: address, insecure: insecure === true } : undefined;
}
