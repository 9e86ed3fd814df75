import type { BlockedPerson } from '@parley/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { isNotThere, whatToShow } from './parted-note.tsx'

const sam: BlockedPerson = { id: 'u1', username: 'sam', since: '2027-03-01T10:00:00Z' }
const maya: BlockedPerson = { ...sam, id: 'u2', username: 'maya' }
const loaded = (results: BlockedPerson[]) => ({
  data: { results },
  isError: false,
  isFetchedAfterMount: true,
})

it('who blocked somebody reads it on their public pages, and nobody else learns of a block', () => {
  expect(whatToShow(loaded([maya, sam]), 'sam')).toBe('own block')
  expect(whatToShow(loaded([maya]), 'sam')).toBe('nothing')
  expect(whatToShow(loaded([]), 'sam')).toBe('nothing')
})

it('a list of before says nothing: a block may have been made or taken back since', () => {
  for (const results of [[], [sam]])
    expect(whatToShow({ ...loaded(results), isFetchedAfterMount: false }, 'sam')).toBe('waiting')
})

it('who could not be told is not sent away', () => {
  expect(whatToShow({ data: undefined, isError: true, isFetchedAfterMount: true }, 'sam')).toBe('failed')
})

it('only a 404 is taken for somebody who is not there', () => {
  const refused = (status: number) => new ApiError(status, { detail: 'no' }, '')
  expect([404, 403, 503].map(status => isNotThere(refused(status)))).toEqual([true, false, false])
  expect(isNotThere(new TypeError('no network'))).toBe(false)
})
