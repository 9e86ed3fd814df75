import { readFileSync } from 'node:fs'
import { BlockList, isIPv6 } from 'node:net'
import { expect, it } from 'vitest'

const conf = readFileSync(new URL('../../deploy/turn/turnserver.conf', import.meta.url), 'utf8')

/** Node reads this range as all of IPv4; coturn compares it with addresses of IPv6 alone. */
const MAPPED = '::ffff:0:0'

function deniedPeers(): BlockList {
  const denied = new BlockList()
  for (const [, from = '', to = from] of conf.matchAll(/^denied-peer-ip=([^\s-]+)(?:-(\S+))?$/gm))
    if (from !== MAPPED) denied.addRange(from, to, isIPv6(from) ? 'ipv6' : 'ipv4')
  return denied
}

/** Attack: a person in a call lets the relay send into the networks behind it, by whatever form of the address. */
it.each([
  ['this machine', ['127.0.0.1', '0.0.0.0', '::1', '::7f00:1']],
  ['private networks', ['10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1']],
  ['a cloud’s own services', ['169.254.169.254', '192.0.0.192', 'fe80::1', 'fd00:ec2::254']],
  ['networks for tests, several receivers and nobody', ['198.18.0.1', '224.0.0.1', '255.255.255.255']],
  [
    'IPv4 in IPv6: by NAT64, 6to4 and Teredo',
    ['64:ff9b::a01:203', '64:ff9b:1::a01:203', '2002:a01:203::1', '2001::1'],
  ],
])('the relay sends nothing to %s', (_, addresses) => {
  const denied = deniedPeers()
  const reached = addresses.filter(each => !denied.check(each, isIPv6(each) ? 'ipv6' : 'ipv4'))
  expect(reached).toEqual([])
})

it('the relay sends nothing to an IPv4 address that is written as IPv6', () => {
  expect(conf).toContain(`\ndenied-peer-ip=${MAPPED}-::ffff:ffff:ffff\n`)
})

it('the relay sends to everybody else', () => {
  // coturn takes a range that begins there for all of IPv4.
  expect(conf).not.toMatch(/^denied-peer-ip=::-/m)
  const denied = deniedPeers()
  expect(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1'].filter(each => denied.check(each))).toEqual(
    [],
  )
  expect(denied.check('2a00:1450:4001::1', 'ipv6')).toBe(false)
})
