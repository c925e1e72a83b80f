import { type Browser, chromium } from 'playwright-core';

const PROGRAM = process.env.CAIRN_CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser that asks nobody by itself; `more`: flags of its own. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: PROGRAM, args: [...FLAGS, ...more] });
}
