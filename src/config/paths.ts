/** Paths of Cairn's files in its home: absolute, with `/` between the parts. */
export interface HomePaths {
  home: string;
  /** The database. */
  db: string;
  /** SQLite file whose exclusive lock the worker holds. */
  lock: string;
  /** Handshake of the worker (JSON); exists while a worker runs. */
  state: string;
  /** Path of the worker's socket, one line, which the hook script reads; exists while a worker runs. */
  socket: string;
  /** Address and token of the worker's TCP port (JSON); exists while it listens. */
  http: string;
  /** Folder of the journal: payloads that hooks wrote while no worker answered. */
  journal: string;
  /** 32 random bytes, the key under which identities without a number are hashed. */
  key: string;
  config: string;
  log: string;
  /** Folder of the commands that agents run. */
  bin: string;
  hook: string;
  launcher: string;
  /** Folder with one file for each agent that is set up for this person: a repository's own hooks then stay silent. */
  agents: string;
  /**
   * Exists while a confirmed tripwire waits, and names the mode: without it, a hook that serves only tripwires ends at
   * once.
   */
  tripwires: string;
  /** Folder of the installed programs, one per version, and the link to the current one. */
  app: string;
  appCurrent: string;
  /** Folder of the embedding models, shared by all versions of the program. */
  models: string;
  /** Working folder of commands that answer prompts for Cairn: agent sessions in it are not recorded. */
  asides: string;
  /** Node's compile cache of the hook's program. */
  cache: string;
  backups: string;
  setupBackups: string;
}

/** The paths of a home. */
export function homePaths(home: string): HomePaths {
  const at = (path: string): string => `${home}/${path}`;
  return {
    home,
    db: at('cairn.db'),
    lock: at('worker.lock'),
    state: at('worker.json'),
    socket: at('worker.socket'),
    http: at('http.json'),
    journal: at('journal'),
    key: at('key'),
    config: at('config.json'),
    log: at('cairn.log'),
    bin: at('bin'),
    hook: at('bin/hook'),
    launcher: at('bin/cairn'),
    agents: at('agents'),
    tripwires: at('tripwires'),
    app: at('app'),
    appCurrent: at('app/current'),
    models: at('models'),
    asides: at('asides'),
    cache: at('cache'),
    backups: at('backups'),
    setupBackups: at('backups/setup'),
  };
}
