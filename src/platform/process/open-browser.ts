import type { ChildProcess } from 'node:child_process';

const START_MS = 1_500;

/** What decides which program opens an address. */
export interface BrowserPlace {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/** The program that opens addresses, with its words before the address; `undefined` where there is no screen to open one on. */
export function browserCommand({ platform, env }: BrowserPlace): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (env.WSL_DISTRO_NAME !== undefined) return ['wslview'];
  return env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined ? undefined : ['xdg-open'];
}

/** Opens an address in the person's browser; false when no program could, or it failed at once. */
export function openBrowser(url: string, place: BrowserPlace): Promise<boolean> {
  const [program, ...words] = browserCommand(place) ?? [];
  if (program === undefined) return Promise.resolve(false);
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child: ChildProcess = spawn(program, [...words, url], { detached: true, stdio: 'ignore', windowsHide: true });
  return new Promise((resolve) => {
    const done = (opened: boolean): void => {
      clearTimeout(timer);
      child.unref();
      resolve(opened);
    };
    // Some of these programs are the browser itself, and stay.
    const timer = setTimeout(done, START_MS, true);
    child.on('error', () => done(false));
    child.on('exit', (code) => done(code === 0));
  });
}
