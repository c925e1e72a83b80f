import { baseName } from '../../core/text/text.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { operandsOf, type ShellCommand } from './shell.ts';

/** Files or folders that a command fills: from outside, or from an archive or a repository of this machine (`from`). */
export interface Download {
  from?: string[];
  to: string[];
}

/** Flags after which a fetching program names the file that it writes, and those that name its folder. */
const FILE_FLAGS = wordSet('-o -O --output --output-document --out -OutFile --output-file');
const FOLDER_FLAGS = wordSet('-d -D -P --dir --directory-prefix --output-dir --local-dir --prefix --destination');
const FETCHERS = wordSet('curl wget aria2c http https httpie xh yt-dlp youtube-dl iwr Invoke-WebRequest');
const BUCKETS = wordSet('aws gsutil gcloud rclone mc azcopy s3cmd');
const UNPACKERS = wordSet('tar bsdtar unzip 7z 7za gunzip unxz zstd');
const INTO = wordSet('-C -d --directory');
const REMOTE = /^(?:[a-z][\w+.-]*:\/\/|[\w.-]+@[\w.-]+:|[\w-]+(?:\.[\w-]+)+[:/])/i;
const LOCAL = /^(?:[a-z]+:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;
const VARIABLE = /[$`]/;

/** What a command downloads, clones or unpacks, and into which files; `undefined` for a command that does none of it. */
export function downloadOf(command: ShellCommand): Download | undefined {
  const found = findDownload(command);
  if (found === undefined) return undefined;
  const to = found.to.filter((path) => path !== '' && path !== '-' && !VARIABLE.test(path));
  return to.length === 0 ? undefined : { ...found, to };
}

function findDownload(command: ShellCommand): Download | undefined {
  const { program, args } = command;
  if (FETCHERS.has(program)) return fetched(command);
  if (UNPACKERS.has(program)) return unpacked(command);
  if (program === 'git') return ofGit(command);
  if (program === 'gh' || program === 'glab') return ofGitHub(command);
  if (program === 'scp' || program === 'rsync' || program === 'sftp') return copiedFromAfar(command);
  if (BUCKETS.has(program)) return fromBucket(command);
  if (program === 'huggingface-cli' || program === 'hf') return { to: valuesAfter(args, FOLDER_FLAGS) };
  if (program === 'hg' || program === 'svn') {
    const [verb = '', from = '', to = nameOf(from)] = operandsOf(command);
    return /^(?:clone|checkout|co|export)$/.test(verb) ? { to: [to] } : undefined;
  }
  const tool = args.findIndex((arg) => /^(?:degit|tiged|giget)(?:@|$)/.test(arg));
  const rest = /^(?:degit|tiged|giget)$/.test(program) ? args : tool < 0 ? undefined : args.slice(tool + 1);
  if (rest === undefined) return undefined;
  const [from = '', to = nameOf(from)] = rest.filter((arg) => !arg.startsWith('-'));
  return { to: [to] };
}

function fetched(command: ShellCommand): Download | undefined {
  const { program, args } = command;
  const addresses = operandsOf(command).filter((arg) => REMOTE.test(arg) || VARIABLE.test(arg));
  if (addresses.length > 0 && addresses.every((address) => LOCAL.test(address))) return undefined;
  const folder = valuesAfter(args, FOLDER_FLAGS)[0];
  const inFolder = (name: string): string => (folder === undefined ? name : `${folder}/${name}`);
  const files: string[] = [];
  let isNamed = program === 'wget' || program === 'aria2c';
  for (const [i, arg] of args.entries()) {
    // A cluster of short flags, with the file's name after its last letter: `-sSLo FILE`.
    const cluster = /^-([a-zA-Z]+)$/.exec(arg)?.[1] ?? '';
    if (program === 'curl' && (arg === '--remote-name' || cluster.includes('O'))) isNamed = true;
    const takesFile = program === 'curl' ? cluster.endsWith('o') : cluster.endsWith('O') || cluster.endsWith('o');
    if (takesFile || (cluster === '' && FILE_FLAGS.has(arg))) files.push(args[i + 1] ?? '');
    const joined = /^(?:--(?:output|output-document|out|output-file)=(?=.)|-[a-zA-Z]*[oO](?=-$))(.*)$/.exec(arg)?.[1];
    if (joined !== undefined) files.push(joined);
  }
  if (files.length > 0) return { to: files.map(inFolder) };
  if (!isNamed) return undefined;
  return { to: addresses.filter((address) => !VARIABLE.test(address)).map((address) => inFolder(nameOf(address))) };
}

function ofGit(command: ShellCommand): Download | undefined {
  const [verb, ...rest] = operandsOf(command);
  const at = command.args.indexOf('-C');
  const base = at < 0 ? '' : `${command.args[at + 1] ?? '.'}/`;
  const prefix = valuesAfter(command.args, wordSet('--prefix -P'))[0];
  if (verb === 'subtree' && prefix !== undefined) return { to: [`${base}${prefix}`] };
  const words = verb === 'submodule' && rest[0] === 'add' ? rest.slice(1) : rest;
  if (verb !== 'clone' && words === rest) return undefined;
  // A value of a flag (`--depth 1`, `-b main`) stands before the address.
  const from = words.findIndex((word) => REMOTE.test(word) || word.includes('/') || VARIABLE.test(word));
  const source = words[from] ?? '';
  const to = `${base}${words[from + 1] ?? nameOf(source)}`;
  return REMOTE.test(source) || VARIABLE.test(source) ? { to: [to] } : { from: [source], to: [to] };
}

function ofGitHub({ args }: ShellCommand): Download | undefined {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const [group, verb, source = ''] = words;
  const flagged = [...valuesAfter(args, wordSet('-D --dir')), ...valuesAfter(args, wordSet('-O --output'))];
  if (group === 'release' && verb === 'download') return { to: flagged };
  if ((group !== 'repo' && group !== 'gist') || verb !== 'clone') return undefined;
  return { to: [words[3] ?? nameOf(source)] };
}

function copiedFromAfar(command: ShellCommand): Download | undefined {
  const operands = operandsOf(command);
  const to = operands.at(-1) ?? '';
  const names = operands.slice(0, -1).filter((from) => /^[\w.@-]+:/.test(from));
  if (names.length === 0) return undefined;
  const isFolder = /(?:^|\/)\.{0,2}$/.test(to);
  return { to: isFolder ? names.map((name) => `${to}/${nameOf(name)}`) : [to] };
}

/** A copy from a bucket to this machine; not the other way round. */
function fromBucket(command: ShellCommand): Download | undefined {
  const operands = operandsOf(command);
  const to = operands.at(-1) ?? '';
  const names = operands.slice(0, -1).filter((from) => /^[a-z][\w-]*:/.test(from));
  if (names.length === 0 || /^[a-z][\w-]*:/.test(to)) return undefined;
  const isFolder = /(?:^|\/)\.{0,2}$/.test(to);
  return { to: isFolder ? names.map((name) => `${to}/${nameOf(name)}`) : [to] };
}

/** The folder into which a command unpacks what comes through a pipe; `undefined` where it names none. */
export function folderOfPiped(command: ShellCommand): string | undefined {
  if (!UNPACKERS.has(command.program) || !isUnpacking(command)) return undefined;
  return valuesAfter(command.args, INTO)[0];
}

function isUnpacking({ program, args }: ShellCommand): boolean {
  const isTar = program === 'tar' || program === 'bsdtar';
  return !isTar || /^-{0,2}[a-zA-Z]*x/.test(args[0] ?? '');
}

function unpacked(command: ShellCommand): Download | undefined {
  const { args } = command;
  if (!isUnpacking(command)) return undefined;
  const archive = args.find((arg) => /\.(?:tar|tgz|zip|7z|gz|xz|bz2|zst)\b/.test(arg));
  if (archive === undefined) return undefined;
  const folder = valuesAfter(args, INTO)[0];
  return { from: [archive], to: [folder ?? archive.replace(/(?:\.tar)?\.\w+$/, '')] };
}

function valuesAfter(args: readonly string[], flags: ReadonlySet<string>): string[] {
  return args.flatMap((arg, i) => {
    const [flag = '', value] = arg.startsWith('--') ? arg.split('=', 2) : [arg];
    if (!flags.has(flag)) return [];
    return value ?? args[i + 1] ?? [];
  });
}

/** The name that a download of an address, or the clone of a repository, gets. */
function nameOf(address: string): string {
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return baseName(path.replace(/\/+$/, '').replace(/^.*:/s, '')).replace(/\.git$/, '');
}
