import { expect, it } from 'vitest'
import { aRequest } from '../a-request.testing.ts'
import { splitOwnRequests } from './to-do.ts'

it('sorts future requests by their start, and past ones by their creation', () => {
  const at = (start: string) => ({ start, end: '2026-06-01T13:00:00.000Z' })
  const undated = aRequest({ id: 'undated', state: 'accepted', created_at: '2026-01-05T00:00:00.000Z' })
  const older = aRequest({ id: 'older', state: 'offered', created_at: '2026-01-04T00:00:00.000Z' })
  const late = aRequest({ id: 'late', state: 'offered', timeRange: at('2026-05-02T12:00:00.000Z') })
  const soon = aRequest({ id: 'soon', state: 'accepted', timeRange: at('2026-05-01T12:00:00.000Z') })
  const was = aRequest({ id: 'was', state: 'completed', created_at: '2026-01-01T00:00:00.000Z' })
  const rejected = aRequest({ id: 'rejected', state: 'rejected', created_at: '2026-01-02T00:00:00.000Z' })
  const { toDo, past } = splitOwnRequests([was, older, late, undated, rejected, soon])
  expect(toDo.map(request => request.id)).toEqual(['soon', 'late', 'undated', 'older'])
  expect(past.map(request => request.id)).toEqual(['rejected', 'was'])
})
