import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { nearestIn } from './nearest.ts'

const slot = { start: '2027-03-02T09:00:00.000Z', end: '2027-03-02T09:20:00.000Z' }
const refused = (body: unknown) => new ApiError(409, body, 'Conflict')

it('a time that was taken in between comes with the free ones nearest to it, also with none', () => {
  expect(nearestIn(refused({ detail: 'This time has been taken', slots: [slot] }))).toEqual([slot])
  expect(nearestIn(refused({ detail: 'This time has been taken', slots: [] }))).toEqual([])
})

it.each([
  ['of another kind', refused({ detail: 'The offer has changed' })],
  ['with something else by that name', refused({ detail: 'No', slots: 'none' })],
  ['without words', refused(null)],
  ['of the network', new TypeError('Failed to fetch')],
])('a refusal %s has none', (_of, error) => {
  expect(nearestIn(error)).toBeNull()
})
