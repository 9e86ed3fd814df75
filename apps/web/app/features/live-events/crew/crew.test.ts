import type { Crew } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { createCrew } from './crew.ts'

const refused = (fields: object) => new ApiError(400, fields, '')
const NOBODY = refused({ ushers: [messages.noSuchUsher] })

async function open(ushers: string[], refuses: Error | null = null) {
  const sent: Crew[] = []
  const crew = createCrew({
    path: '/crew/',
    api: {
      get: async () => ({ ushers }),
      put: async (_path, body) => {
        sent.push(body)
        if (refuses) throw refuses
        return { ushers: [...body.ushers].sort() }
      },
    },
  })
  await crew.load()
  return { crew, sent }
}

it('an usher is named beside those before, and taken out again', async () => {
  const { crew, sent } = await open(['uma'])
  expect(await crew.add(' @Gina ')).toBe(true)
  expect(sent).toEqual([{ ushers: ['uma', 'gina'] }])
  expect(crew.getSnapshot()).toEqual({ ushers: ['gina', 'uma'], sending: null, error: null })
  await crew.remove('uma')
  expect(crew.getSnapshot().ushers).toEqual(['gina'])
})

it.each([
  ['nobody has', 'nobody', NOBODY, messages.noSuchUsher],
  ['is too long', 'x'.repeat(999), refused({ 'ushers.1': ['Too long'] }), 'Too long'],
  ['is empty', ' @ ', null, messages.noSuchUsher],
])('a name that %s is refused in words, and the others stay', async (_why, typed, refuses, words) => {
  const { crew } = await open(['uma'], refuses)
  expect(await crew.add(typed)).toBe(false)
  expect(crew.getSnapshot()).toEqual({ ushers: ['uma'], sending: null, error: words })
})

it('a sixth is refused before anything is sent', async () => {
  const { crew, sent } = await open(['a', 'b', 'c', 'd', 'e'])
  expect(await crew.add('f')).toBe(false)
  expect([sent, crew.getSnapshot().error]).toEqual([[], messages.tooManyUshers])
})

it('a failure that is not about the name is thrown, and nothing is sent twice at once', async () => {
  const { crew } = await open([], new ApiError(503, { detail: 'Too busy' }, ''))
  await expect(crew.add('uma')).rejects.toThrow('Too busy')
  expect(crew.getSnapshot()).toEqual({ ushers: [], sending: null, error: null })
  const other = await open([])
  expect(await Promise.all([other.crew.add('uma'), other.crew.add('gina')])).toEqual([true, false])
  expect(other.sent).toHaveLength(1)
})
