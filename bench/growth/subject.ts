import type { TokenPair } from '@parley/contract'
import type { Shape } from '../../apps/server/src/testing/growth/shape.ts'
import type { JobName } from './measured-server.ts'
import type { Call, Subject } from './target.ts'

/** A subject that also makes the calls of a target, and answers how many bytes came back. */
export interface CallingSubject extends Subject {
  /** Logs the callers in, because a login is no part of what they call. */
  ready(calls: readonly Call[]): Promise<void>
  bytesOf(call: Call): Promise<number>
}

interface Ground {
  shape: Shape
  origin: string
  /** Logs a filled person in, as after a second factor. */
  login(person: number): Promise<TokenPair>
  job(name: JobName): Promise<unknown>
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

/** The people of a filled database and their calls to a server on it. */
export function createSubject({ shape, origin, login, job, query }: Ground): CallingSubject {
  const tokens = new Map<number, Promise<TokenPair>>()
  const tokenOf = (person: number) => {
    const known = tokens.get(person) ?? login(person)
    tokens.set(person, known)
    return known
  }
  async function send({ what, as, token, body, status = 200 }: Call): Promise<string> {
    const [method = '', path = ''] = what.split(' ')
    const isForm = body instanceof URLSearchParams || body instanceof FormData
    const access = token ?? (as ? (await tokenOf(as)).access : null)
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        // Pages as browsers read them: a page is compressed for its reader.
        'accept-encoding': path.startsWith('/api/') ? 'identity' : 'br',
        ...(access ? { authorization: `Bearer ${access}` } : {}),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== status)
      throw new Error(`${what} was answered ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  return {
    ...{ shape, origin, login },
    call: async call => JSON.parse((await send(call)) || 'null'),
    job: async name => void (await job(name)),
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await query(text, values)).rows as Row[],
    async ready(calls) {
      for (const { as } of calls) if (as) await tokenOf(as)
    },
    bytesOf: async call => Buffer.byteLength(await send(call)),
  }
}
