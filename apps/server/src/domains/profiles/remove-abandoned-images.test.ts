import type { Influencer } from '@parley/contract'
import { HOUR_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { call, signUpInfluencer } from '../../testing/people.ts'
import { peopleOfFile } from '../../testing/people-of-file.ts'
import { removeAbandonedImages } from './remove-abandoned-images.ts'

const server = peopleOfFile()

test('files without a row are deleted after an hour, those of a profile and new ones are kept', async () => {
  const star = await signUpInfluencer(server.app, 'star')
  const page = await call<Influencer>(server.app, { method: 'GET', url: `/api/parley/${star.username}/` })
  const shown = page.body.profile.picture?.split('/').at(-1) ?? ''
  const nowMs = Date.now() + 2 * HOUR_MS
  const abandoned = newId()
  const underWay = newId(nowMs - 1000)
  const files = [{ widthPx: 160, format: 'jpeg', data: Buffer.from('x') }] as const
  for (const id of [abandoned, underWay]) await server.profiles.images.put(id, files)

  expect(await removeAbandonedImages(server.profiles, nowMs)).toBe(1)
  expect(await server.profiles.images.has(abandoned)).toBe(false)
  expect(await server.profiles.images.has(underWay)).toBe(true)
  expect(await server.profiles.images.has(shown)).toBe(true)
  expect(await removeAbandonedImages(server.profiles, nowMs)).toBe(0)
})
