import type { HomePaths } from '../config/paths.ts';

/** Inputs of the Windows scripts: absolute paths of the home, of Node and of the person's own folder. */
interface WindowsOptions {
  node: string;
  person: string;
  paths: Pick<HomePaths, 'home'>;
}

/**
 * The commands of a home on Windows, by file name: for each a `cmd` script, which every shell can start, and a
 * PowerShell script that calls it. The hook runs `hook.cjs` directly, since `curl` on Windows cannot use the worker's
 * socket. Written to the documented rules of both shells; tested as text, and not yet run on a Windows machine.
 */
export function renderWindowsCommands(deps: WindowsOptions): ReadonlyMap<string, string> {
  // What `~` in settings stands for: Windows has no such variable, and a project may set any.
  const home = `set "HOME=${cmdText(deps.person)}"`;
  return new Map([
    ['cairn.cmd', cmdScript(deps, "Cairn's command for this home", CAIRN)],
    ['cairn.ps1', powerShellScript('cairn', "Cairn's command for this home", 'exit $LASTEXITCODE')],
    ['hook.cmd', cmdScript(deps, "Cairn's hook: hook AGENT EVENT [project], payload on stdin", [home, ...HOOK])],
    ['hook.ps1', powerShellScript('hook', "Cairn's hook: hook AGENT EVENT [project], payload on stdin", 'exit 0')],
  ]);
}

/** What a project could tell Node and its TLS to load, to trust or to leave unchecked; the same as in `hook.sh`. */
const DROPPED =
  'NODE_OPTIONS NODE_PATH NODE_DEBUG NODE_V8_COVERAGE NODE_ICU_DATA NODE_CHANNEL_FD NODE_REDIRECT_WARNINGS NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED SSL_CERT_FILE SSL_CERT_DIR OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES'.split(
    ' ',
  );

/**
 * Where else Node is looked for once the named one is gone. By its bare name, cmd would take a `node.exe` or `node.bat` of the folder in which
 * it works, a project's. The command looks along the path alone, as in `cairn`; the hook, which ends where there is none, in the place
 * of Node's installer, as `hook.sh` looks in those of the system.
 */
const FIND = {
  onPath: [
    'if not exist "%node%" for %%n in (node.exe) do set "node=%%~$PATH:n"',
    'if not exist "%node%" (echo error: Node is gone. With another one, run: cairn setup 1>&2 & exit /b 1)',
  ],
  installed: [
    'if not exist "%node%" set "node=C:\\Program Files\\nodejs\\node.exe"',
    'if not exist "%node%" exit /b 0',
  ],
};

const CAIRN = [...FIND.onPath, '"%node%" "%CAIRN_HOME%\\app\\current\\cli.js" %*', 'exit /b %ERRORLEVEL%'];
const HOOK = [
  ...FIND.installed,
  // Tripwires speak up only through a worker's socket.
  ...['armed', 'refusing'].flatMap((word) => [3, 4].map((place) => `if "%~${place}"=="${word}" exit /b 0`)),
  'if "%~3"=="project" if exist "%CAIRN_HOME%\\agents\\%~1" exit /b 0',
  ...DROPPED.map((name) => `set "${name}="`),
  '"%node%" "%CAIRN_HOME%\\app\\current\\hook.cjs" %1 %2 2>nul',
  'exit /b 0',
];

function cmdScript({ node, paths }: WindowsOptions, about: string, lines: readonly string[]): string {
  const script = [
    '@echo off',
    `rem ${about}. "cairn setup" writes this file, "cairn uninstall" removes it.`,
    'setlocal DisableDelayedExpansion',
    `set "CAIRN_HOME=${cmdText(paths.home)}"`,
    'set "NODE_COMPILE_CACHE=%CAIRN_HOME%\\cache"',
    `set "node=${cmdText(node)}"`,
    ...lines,
  ];
  return script.map((line) => `${line}\r\n`).join('');
}

function powerShellScript(name: string, about: string, end: string): string {
  const script = [
    `# ${about}. "cairn setup" writes this file, "cairn uninstall" removes it.`,
    `& (Join-Path $PSScriptRoot '${name}.cmd') @args`,
    end,
  ];
  return script.map((line) => `${line}\r\n`).join('');
}

/** A path inside the quotes of `set "name=…"`, with `\` between its parts. A path of Windows holds no quotes. */
function cmdText(path: string): string {
  return path.replaceAll('/', '\\').replaceAll('%', '%%');
}
