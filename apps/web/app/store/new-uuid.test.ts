import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newUuid } from './new-uuid.ts'

const UUIDS = Array.from({ length: 200 })

afterEach(() => vi.unstubAllGlobals())

test('a UUID is random and of version 4', () => {
  expect(z.uuidv4().safeParse(newUuid()).success).toBe(true)
  expect(newUuid()).not.toBe(newUuid())
})

test('a page of plain http, where browsers make none, makes its own', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const made = UUIDS.map(() => newUuid())
  expect(made.filter(uuid => !z.uuidv4().safeParse(uuid).success)).toEqual([])
  expect(new Set(made).size).toBe(made.length)
})
