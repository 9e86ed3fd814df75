import type { StaffAction } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AuditList } from './audit-list.tsx'

const ACTION: StaffAction = {
  ...{ id: 'a1', at: '2027-03-02T10:00:00Z', staff: 'ada', act: 'look', about: null, person: null },
  ...{ reason: null, before: null, after: null },
}

/** The links of a row, as "text > address". */
function linksOf(more: Partial<StaffAction>): string[] {
  const row = <AuditList actions={[{ ...ACTION, ...more }]} />
  const html = renderToStaticMarkup(<MemoryRouter>{row}</MemoryRouter>)
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
  return links.map(([, address, text]) => `${text} > ${address}`)
}

describe('the staff audit', () => {
  it.each<[string, Partial<StaffAction>, string[]]>([
    [
      'a person',
      { act: 'suspend', about: { kind: 'person', id: 'u1' }, person: 'sam' },
      ['@sam > /staff/people/u1'],
    ],
    [
      'a call and its buyer',
      { about: { kind: 'request', id: 'r1' }, person: 'sam' },
      ['looked at a call or a place > /staff/requests/r1', '@sam > /staff?q=sam'],
    ],
    [
      'a report without a person',
      { act: 'decide_report', about: { kind: 'report', id: 'c1' } },
      ['decided a report > /staff/reports/c1'],
    ],
    [
      'a problem, which has no page of its own',
      { act: 'decide_problem', about: { kind: 'problem', id: 'p1' }, person: 'sam' },
      ['@sam > /staff?q=sam'],
    ],
    ['a list', { act: 'look_reports' }, []],
  ])('has links to %s', (_what, more, links) => {
    expect(linksOf(more)).toEqual(['@ada > /staff/audit?q=ada', ...links])
  })

  it('has no link to a command on the machine', () => {
    expect(linksOf({ staff: null, act: 'grant_role' })).toEqual([])
  })
})
