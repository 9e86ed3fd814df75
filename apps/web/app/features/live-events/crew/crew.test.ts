import type { Crew } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { type CrewField, createCrew } from './crew.ts'

const refused = (fields: object) => new ApiError(400, fields, '')
const NOBODY = refused({ ushers: [messages.noSuchUsher] })

async function open(names: string[], refuses: Error | null = null, field: CrewField = 'ushers') {
  const sent: Partial<Crew>[] = []
  const crewOf = (of: string[]): Crew => ({ ushers: [], moderators: [], [field]: of })
  const crew = createCrew({
    field,
    path: '/crew/',
    api: {
      get: async () => crewOf(names),
      put: async (_path, body) => {
        sent.push(body)
        if (refuses) throw refuses
        return crewOf([...(body[field] ?? [])].sort())
      },
    },
  })
  await crew.load()
  return { crew, sent }
}

it('an usher is added to the others, and removed again', async () => {
  const { crew, sent } = await open(['uma'])
  expect(await crew.add(' @Gina ')).toBe(true)
  expect(sent).toEqual([{ ushers: ['uma', 'gina'] }])
  expect(crew.getSnapshot()).toEqual({ names: ['gina', 'uma'], sending: null, error: null })
  await crew.remove('uma')
  expect(crew.getSnapshot().names).toEqual(['gina'])
})

it.each([
  ['nobody has', 'nobody', NOBODY, messages.noSuchUsher],
  ['is too long', 'x'.repeat(999), refused({ 'ushers.1': ['Too long'] }), 'Too long'],
  ['is empty', ' @ ', null, messages.noSuchUsher],
])('a name that %s is refused in words, and the others stay', async (_why, typed, refuses, words) => {
  const { crew } = await open(['uma'], refuses)
  expect(await crew.add(typed)).toBe(false)
  expect(crew.getSnapshot()).toEqual({ names: ['uma'], sending: null, error: words })
})

it('a sixth is refused without a request', async () => {
  const { crew, sent } = await open(['a', 'b', 'c', 'd', 'e'])
  expect(await crew.add('f')).toBe(false)
  expect([sent, crew.getSnapshot().error]).toEqual([[], messages.tooManyUshers])
})

it('a failure that is not about the name is thrown, and a second request waits for the first', async () => {
  const { crew } = await open([], new ApiError(503, { detail: 'Too busy' }, ''))
  await expect(crew.add('uma')).rejects.toThrow('Too busy')
  expect(crew.getSnapshot()).toEqual({ names: [], sending: null, error: null })
  const other = await open([])
  expect(await Promise.all([other.crew.add('uma'), other.crew.add('gina')])).toEqual([true, false])
  expect(other.sent).toHaveLength(1)
})

it('the moderators of a broadcast are named in the same way, with their own error texts', async () => {
  const { crew, sent } = await open(['m'], null, 'moderators')
  expect(await crew.add('ann')).toBe(true)
  expect(sent).toEqual([{ moderators: ['m', 'ann'] }])
  expect(await crew.add('')).toBe(false)
  expect(crew.getSnapshot().error).toBe(messages.noSuchModerator)
})
