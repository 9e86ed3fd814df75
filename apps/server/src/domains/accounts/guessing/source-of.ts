import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const NETWORK_GROUPS = 4

/** The source of an address: IPv4 itself, IPv6 its /64. Attack: a new address from one's own /64 for each try. */
export function sourceOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const [before = '', after] = plain.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const missing = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  const network = groups.slice(0, NETWORK_GROUPS).map(group => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
