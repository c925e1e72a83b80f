import { isAbsolute } from 'node:path';
import type { SyncInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { memberName } from '../../core/text/member-name.ts';
import { oneLine } from '../../core/text/text.ts';
import { isRegularFile, readTextIfThere, writeSynced } from '../../platform/files.ts';
import { findGit } from '../../platform/git-text.ts';
import { assertSealed, isSealed } from '../../platform/http/server-url.ts';
import { type KeySource, newKeyText, openTeamKey, readKeyText } from '../../sync/folder/team-key.ts';
import { helloOf, joinAnew } from '../../sync/hand-on-again.ts';
import { homeOf, keepOwnHome } from '../../sync/own-home.ts';
import { placeOf, type RemoteConfig, type SyncConfig, writeSyncSecret } from '../../sync/sync-config.ts';
import { serverUrl } from './open-remote.ts';
import type { SyncDeps } from './sync-deps.ts';
import { openGitFolder } from './with-git.ts';

type FolderConfig = Extract<RemoteConfig, { kind: 'folder' }>;
type AddInput = Pick<SyncInput, 'member' | 'keyFile' | 'passphrase' | 'token' | 'insecure' | 'git'> & { add: string };

/**
 * Takes part by a remote: nothing is shared until a project is chosen. A home keeps its id, by whichever remote it takes part, and
 * what it shared before stays its own; the same remote again keeps its choice, too. A backup on another machine is another home.
 */
export async function addRemote(deps: SyncDeps, input: AddInput): Promise<void> {
  const { store, sync, paths } = deps;
  const former = sync.config();
  const remote = remoteOf(input, former?.remote);
  const isSame = former !== undefined && placeOf(former.remote) === placeOf(remote);
  if (former !== undefined && !isSame) {
    throw new CairnError('invalid_input', `This home takes part by ${placeOf(former.remote)} already.`, {
      fix: 'cairn sync remove, then cairn sync add',
    });
  }
  const given = oneLine(input.member ?? memberName(former?.member ?? ''));
  const member = memberName(given);
  if (member === '' || member !== given) {
    throw new CairnError(
      'invalid_input',
      "member: the name that the others see, of at most 6 words and 60 characters: letters, digits and . ' @ _ ( ) + -",
      {
        fix: 'cairn sync add FOLDER --member "Ada"',
      },
    );
  }
  const home = former?.home ?? homeOf(paths.home);
  writeSyncSecret(
    paths.home,
    remote.kind === 'server' ? tokenOf(input) : await agreeOnKey(deps, { remote, home, input }),
  );
  const config: SyncConfig = { shares: {}, paused: false, ...former, home, member, remote };
  if (isSame) await store.sync.addRecords([helloOf(config)]);
  else await joinAnew(store, config);
  await keepOwnHome(store, config);
  await sync.changed(config);
}

/** What `add` names. A server without TLS that the person allowed once needs no second word. */
function remoteOf({ add, git = false, insecure = false }: AddInput, former: RemoteConfig | undefined): RemoteConfig {
  if (/^https?:/i.test(add)) {
    const url = serverUrl(add);
    const isAllowed = insecure || (former?.kind === 'server' && former.url === url.href && former.insecure);
    assertSealed(url, { command: 'cairn sync add', insecure: isAllowed });
    return { kind: 'server', url: url.href, insecure: !isSealed(url) };
  }
  if (!isAbsolute(add)) {
    throw new CairnError(
      'invalid_input',
      `"${add.slice(0, 200)}" is neither an absolute path nor the address of a server.`,
      {
        fix: 'cairn sync add FOLDER',
      },
    );
  }
  if (git && findGit(add) === undefined) {
    throw new CairnError('invalid_input', `${add} is no checkout of a git repository.`, {
      fix: 'git clone ADDRESS FOLDER, then: cairn sync add FOLDER --git',
    });
  }
  return { kind: 'folder', path: add, git };
}

function tokenOf({ token = '' }: AddInput): string {
  if (/^[\x21-\x7e]{8,4096}$/.test(token)) return token;
  throw new CairnError('invalid_input', 'A team server wants the token that it gave you.', {
    fix: 'CAIRN_SYNC_TOKEN=TOKEN cairn sync add ADDRESS',
  });
}

/** The key of a folder. Of a git repository it is the team's that was pushed first, where several began one. */
async function agreeOnKey(
  { environment, paths }: Pick<SyncDeps, 'environment' | 'paths'>,
  { remote, home, input }: { remote: FolderConfig; home: string; input: AddInput },
): Promise<string> {
  if (!remote.git) return keyOf(remote.path, input);
  const exchange = openGitFolder({ folder: remote.path, home, scratch: paths.cache }, environment);
  await exchange.fetch();
  keyOf(remote.path, input);
  await exchange.publish();
  return keyOf(remote.path, input);
}

/** The key as text: of the file, which is made where there is none, or of the passphrase. Proven against the folder. */
function keyOf(folder: string, { keyFile, passphrase }: AddInput): string {
  return Buffer.from(openTeamKey(folder, sourceOf(keyFile, passphrase))).toString('base64');
}

function sourceOf(keyFile: string | undefined, passphrase: string | undefined): KeySource {
  if ((keyFile === undefined) === (passphrase === undefined)) {
    throw new CairnError('invalid_input', 'A folder wants the key of the team: a key file or a passphrase.', {
      fix: 'cairn sync add FOLDER --key-file FILE',
    });
  }
  if (passphrase !== undefined) return { kind: 'passphrase', passphrase };
  const path = keyFile ?? '';
  if (!isAbsolute(path)) throw new CairnError('invalid_input', 'keyFile: an absolute path.');
  if (!isRegularFile(path)) writeSynced(path, newKeyText());
  return { kind: 'key-file', key: readKeyText(readTextIfThere(path) ?? '') };
}
