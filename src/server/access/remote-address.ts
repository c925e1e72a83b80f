import { BlockList, isIP, isIPv4 } from 'node:net';
import { CairnError } from '../../core/errors.ts';

/** Entries of X-Forwarded-For that are looked at. */
const HOPS = 20;

/** Reads addresses and networks (`10.0.0.0/8`) with commas between. Throws `invalid_input` for one that is none. */
export function readProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const most = family === 'ipv4' ? 32 : 128;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > most) {
      throw new CairnError('invalid_input', `CAIRN_SERVER_PROXIES: "${entry}" is no address and no network.`, {
        fix: 'export CAIRN_SERVER_PROXIES=10.0.0.0/8',
      });
    }
    proxies.addSubnet(address, prefix, family);
  }
  return proxies;
}

/**
 * From where a request came, as it is counted: an IPv4 address, or the first half of an IPv6 one, of which one machine has
 * many. What a proxy forwards is believed of it alone: the last address in X-Forwarded-For that is no proxy.
 */
export function remoteAddress(peer: string | undefined, forwarded: string | null, proxies: BlockList): string {
  let from = plainAddress(peer ?? '');
  const hops = (forwarded ?? '').split(',').slice(-HOPS);
  while (from !== '' && proxies.check(from, isIPv4(from) ? 'ipv4' : 'ipv6')) {
    const hop = plainAddress(hops.pop() ?? '');
    if (hop === '') break;
    from = hop;
  }
  return isIPv4(from) ? from : firstHalf(from);
}

/** An address without port, brackets, zone or the mark of an IPv4 one; empty for what is none. */
function plainAddress(text: string): string {
  const bare = text.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  const address = bare
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
  return isIP(address) === 0 ? '' : address;
}

function firstHalf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
