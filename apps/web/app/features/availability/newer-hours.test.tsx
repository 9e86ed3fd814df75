import { AVAILABILITY_DEFAULTS, type Availability } from '@parley/contract'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { NewerHours } from './newer-hours.tsx'
import { isOlderThan, savingOptions } from './use-availability.ts'

const hoursOf = (version: number, step = 15): Availability => ({ ...AVAILABILITY_DEFAULTS, step, version })
const conflict = new ApiError(409, { detail: 'Your times were changed somewhere else' }, 'Conflict')

/** A server with newer hours than those that were read: it has version 2. */
async function open() {
  let stored = hoursOf(2, 30)
  const client = new QueryClient()
  client.setQueryData(['availability'], hoursOf(1))
  const read = new QueryObserver<Availability>(client, {
    queryKey: ['availability'],
    queryFn: async () => stored,
    staleTime: Number.POSITIVE_INFINITY,
  })
  read.subscribe(() => undefined)
  const put = async <T,>(_path: string, body: unknown) => {
    const hours = body as Availability
    if (hours.version !== stored.version) throw conflict
    stored = { ...hours, version: hours.version + 1 }
    return stored as T
  }
  const saving = new MutationObserver(client, savingOptions({ api: { put }, client }))
  const save = (hours: Availability) => saving.mutate(hours).catch((error: unknown) => error)
  return { save, saved: () => read.getCurrentResult().data }
}

it('hours that were saved elsewhere in between are read, and mine can be saved over them', async () => {
  const { save, saved } = await open()
  const mine = hoursOf(1, 60)
  const error = await save(mine)
  const newer = saved()
  expect(newer).toEqual(hoursOf(2, 30))
  expect(isOlderThan(newer ?? mine, { hours: mine, error })).toBe(true)
  expect(await save({ ...mine, version: newer?.version ?? 0 })).toEqual(hoursOf(3, 60))
  expect(saved()).toEqual(hoursOf(3, 60))
})

it('another refusal is no question of which hours stand, nor are newer ones that could not be read', () => {
  const [hours, saved] = [hoursOf(1), hoursOf(2)]
  expect(isOlderThan(saved, { hours, error: new ApiError(400, null, 'Bad Request') })).toBe(false)
  expect(isOlderThan(saved, { hours, error: null })).toBe(false)
  expect(isOlderThan(hours, { hours, error: conflict })).toBe(false)
})

it('offers the newer times, and to save one’s own over them while these are good', () => {
  const shown = (isGood: boolean) =>
    renderToStaticMarkup(<NewerHours isGood={isGood} onKeep={() => undefined} onLoad={() => undefined} />)
  expect(shown(true)).toMatch(/<button[^>]*>Load the newer times<.*<button(?![^>]*disabled)[^>]*>Save mine/)
  expect(shown(false)).toMatch(/<button[^>]*disabled[^>]*>Save mine/)
})
