/** The paths of Cairn's files in a home: absolute where the home is, with `/` between the parts. */
export function homePaths(home: string) {
  const at = (path: string): string => `${home}/${path}`;
  return {
    home,
    /** The database. */
    db: at('cairn.db'),
    /** SQLite file whose exclusive lock the worker holds. */
    lock: at('worker.lock'),
    /** Handshake of the worker (JSON); exists while a worker runs. */
    state: at('worker.json'),
    /** Path of the worker's socket, one line, which the hook script reads; exists while a worker runs. */
    socket: at('worker.socket'),
    /** When a hook last waited for the worker in vain, seconds since 1970; gone once the worker is heard of again. */
    silent: at('worker.silent'),
    /** Address and token of the worker's TCP port (JSON); exists while it listens. */
    http: at('http.json'),
    /** Ports at which the dashboard was served (JSON): no worker serves it there again. */
    pagePorts: at('page-ports.json'),
    /** Where earlier versions kept who is signed in to the dashboard; a worker removes it. */
    signIns: at('sign-ins.json'),
    /** Folder of the journal: payloads that hooks wrote while no worker answered. */
    journal: at('journal'),
    /** 32 random bytes, the key under which identities without a number are hashed. */
    key: at('key'),
    config: at('config.json'),
    log: at('cairn.log'),
    /** Ids of the list that a terminal showed last (JSON). */
    lastList: at('last-list.json'),
    /** What npm said of the newest version, and when (JSON). */
    update: at('update.json'),
    /** Folder of the commands that agents run. */
    bin: at('bin'),
    hook: at('bin/hook'),
    launcher: at('bin/cairn'),
    /** Folder with one file for each agent that is set up for this person: a repository's own hooks then stay silent. */
    agents: at('agents'),
    /**
     * Exists while a confirmed tripwire waits, and names the mode: without it, a hook that serves only tripwires ends at
     * once.
     */
    tripwires: at('tripwires'),
    /** Folder of the installed programs, one per version, and the link to the current one. */
    app: at('app'),
    appCurrent: at('app/current'),
    /** Folder of the embedding models, shared by all versions of the program. */
    models: at('models'),
    /** Folder of the package with grammars, where a person wanted it; in `index` the symbols of projects. */
    code: at('code'),
    codeIndex: at('code/index'),
    /** Working folder of commands that answer prompts for Cairn: agent sessions in it are not recorded. */
    asides: at('asides'),
    /** Node's compile cache of the hook's program, and git folders of Cairn's own while sync works with them. */
    cache: at('cache'),
    /** Folder of what a person forgot and can still bring back. */
    trash: at('trash'),
    backups: at('backups'),
    setupBackups: at('backups/setup'),
  };
}

/** Paths of Cairn's files in its home. */
export type HomePaths = ReturnType<typeof homePaths>;
