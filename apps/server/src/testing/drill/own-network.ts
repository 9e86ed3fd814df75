import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * A MAC address that no interface has: packets to it are lost silently, while an interface that is down reports an
 * error at once.
 */
const NOBODYS_MAC = '02:00:00:00:00:01'

/**
 * A network namespace for one process, with one link to this machine, which a drill may cut: TCP and UDP packets are
 * then lost silently.
 */
export interface OwnNetwork {
  /** The address of this machine for the process, and the interface with that address. */
  machine: { address: string; device: string }
  /** The address of the process for this machine. */
  address: string
  /** The prefix of a command that must run in the namespace. */
  command: readonly string[]
  cut(): Promise<void>
  mend(): Promise<void>
  remove(): Promise<void>
}

/** Makes the namespace; answers the reason where this user or machine lacks a right or a tool. */
export async function openOwnNetwork(): Promise<OwnNetwork | string> {
  const name = `parley-${process.pid}`
  const [device, inside] = [`pm${process.pid}`, `pp${process.pid}`]
  const subnet = `10.77.${process.pid % 256}`
  const machine = { address: `${subnet}.1`, device }
  const address = `${subnet}.2`
  const within = ['-n', name] as const
  const remove = async () => {
    // The link is removed some moments after its end in the namespace.
    await ip(['link', 'del', device]).catch(() => undefined)
    await ip(['netns', 'del', name]).catch(() => undefined)
  }
  try {
    await ip(['netns', 'add', name])
    await ip(['link', 'add', device, 'type', 'veth', 'peer', 'name', inside, 'netns', name])
    await ip(['addr', 'add', `${machine.address}/30`, 'dev', device])
    await ip(['link', 'set', device, 'up'])
    await ip([...within, 'addr', 'add', `${address}/30`, 'dev', inside])
    await ip([...within, 'link', 'set', inside, 'up'])
    await ip([...within, 'link', 'set', 'lo', 'up'])
  } catch (error) {
    await remove()
    return `a network namespace cannot be made here: ${error instanceof Error ? error.message.trim() : error}`
  }
  const lost = ['lladdr', NOBODYS_MAC, 'nud', 'permanent'] as const
  return {
    machine,
    address,
    command: ['ip', 'netns', 'exec', name],
    async cut() {
      await ip([...within, 'neigh', 'replace', machine.address, ...lost, 'dev', inside])
      await ip(['neigh', 'replace', address, ...lost, 'dev', device])
    },
    async mend() {
      await ip([...within, 'neigh', 'del', machine.address, 'dev', inside])
      await ip(['neigh', 'del', address, 'dev', device])
    },
    remove,
  }
}

async function ip(args: readonly string[]): Promise<void> {
  await run('ip', [...args])
}
