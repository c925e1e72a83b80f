/** Where Cairn's files lie in its home. Absolute paths, `/` between the parts. */
export interface HomePaths {
  home: string;
  /** The database. */
  db: string;
  /** SQLite file whose exclusive lock the owner holds. */
  lock: string;
  /** Who owns the home: JSON, there while an owner runs. */
  state: string;
  /** Path of the owner's socket, one line, there while an owner runs; what the hook script reads. */
  socket: string;
  /** Where the owner answers on TCP, with the token: JSON, there while it does. */
  http: string;
  /** Folder of what hooks left while no owner answered. */
  journal: string;
  /** 32 random bytes under which identities without a number are hashed. */
  key: string;
  config: string;
  log: string;
  /** Folder of the commands that agents run. */
  bin: string;
  hook: string;
  launcher: string;
  /** Folder with one file for each agent that is set up for this person: a repository's own hooks then stay silent. */
  agents: string;
  /** There while a confirmed tripwire waits, and says the mode: without it a hook that only tripwires need ends at once. */
  tripwires: string;
  /** Folder of the installed programs, one a version, and the link to the one in use. */
  app: string;
  appCurrent: string;
  /** Folder of the models that make vectors, shared by all versions of the program. */
  models: string;
  /** Folder in which commands that answer prompts run: of agents' sessions there nothing is kept. */
  asides: string;
  /** What Node keeps of the hook's program in compiled form. */
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
