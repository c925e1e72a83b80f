import { parseJson } from '../../core/json.ts';
import { readTextIfThere, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';

/** Ports that are remembered: those of the last workers that served pages. */
const PORTS_MAX = 8_192;

/**
 * Opens the ports at which pages were served. None serves them again: after its worker left, another user's program may have
 * answered there, and a browser keeps what it got from it (a script of an open page, a service worker) for the same origin.
 * That user may also hold all other ports, so that the system offers the one.
 */
export function openPagePorts(file: string) {
  const used = readPorts(file);
  return {
    /** Notes that a port serves pages from now on; false where it did before. */
    take(port: number): boolean {
      if (used.includes(port)) return false;
      writeDurable(file, `${JSON.stringify([...used.slice(1 - PORTS_MAX), port])}\n`);
      return true;
    },
  };
}

function readPorts(file: string): number[] {
  try {
    const ports = parseJson(readTextIfThere(file) ?? '[]');
    return Array.isArray(ports) ? ports.filter((port) => typeof port === 'number') : [];
  } catch (error) {
    ignore(error, 'the ports at which pages were served could not be read');
    return [];
  }
}
