import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProxies, remoteAddress } from '../../../src/server/access/remote-address.ts';

const PROXIES = readProxies('127.0.0.0/8,::1, 10.0.0.0/8');

test('what a proxy forwards is believed of a proxy alone, from the right', () => {
  const from = (peer: string | undefined, forwarded: string | null) => remoteAddress(peer, forwarded, PROXIES);
  assert.equal(from('203.0.113.9', '198.51.100.1'), '203.0.113.9');
  assert.equal(from('127.0.0.1', null), '127.0.0.1');
  assert.equal(from('::ffff:127.0.0.1', '198.51.100.1, 203.0.113.9'), '203.0.113.9');
  assert.equal(from('127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3'), '203.0.113.9');
  assert.equal(from('127.0.0.1', '203.0.113.9:50123'), '203.0.113.9');
  assert.equal(from('127.0.0.1', 'what is none'), '127.0.0.1');
  assert.equal(from(undefined, null), '');
});

test('addresses of IPv6 are counted by their first half', () => {
  const of = (address: string) => remoteAddress(address, null, PROXIES);
  assert.equal(of('2001:db8:0:1::7'), of('2001:0db8::1:ffff:1:2:3'));
  assert.notEqual(of('2001:db8:0:1::7'), of('2001:db8:0:2::7'));
  assert.equal(remoteAddress('::1', '[2001:db8:1:2:3:4:5:6]:443', PROXIES), '2001:db8:1:2');
  assert.equal(of('fe80::1%eth0'), 'fe80:0:0:0');
});

test('what is no address and no network is refused', () => {
  for (const text of ['10.0.0.0/33', 'balancer', '10.0.0.0/', '::/129'])
    assert.throws(() => readProxies(text), { code: 'invalid_input' });
});
