import type { StaffAppeal, StaffProblem } from '@parley/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Appeal } from './appeals.tsx'
import { SuspensionLines } from './history/suspension-lines.tsx'
import { ProblemQueue } from './problem-queue.tsx'

const textOf = (shown: ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{shown}</MemoryRouter>).replaceAll(/<[^>]*>/g, ' ')

const at = '2027-03-02T10:00:00Z'
const problem: StaffProblem = {
  ...{ id: 'p1', version: 1, kind: 'quality', text: 'No sound', reporter: 'sam' },
  ...{ request_id: 'r1', request_slug: 'slug1', at: '2027-03-01T10:00:00Z' },
}
const problemText = (decision?: StaffProblem['decision']) =>
  textOf(<ProblemQueue problems={[decision ? { ...problem, decision } : problem]} />)

it('a closed problem says what went back, and why or that the record decided it', () => {
  const reason = 'The record shows no sound'
  const byStaff = problemText({ decision: 'by_staff', back: '10.00', reason, at })
  expect(byStaff).toMatch(/It is settled: £10(\.00)? went back by it\./)
  expect(byStaff).toContain(reason)
  expect(byStaff).not.toContain('Our record of the call decided it.')
  const byRecord = problemText({ decision: 'by_record', back: '0.00', reason: null, at })
  expect(byRecord).toContain('It is settled: nothing went back by it.')
  expect(byRecord).toContain('Our record of the call decided it.')
  expect(problemText()).not.toContain('It is settled')
})

const appeal: StaffAppeal = {
  ...{ id: 'a1', version: 1, state: 'open', at: '2027-03-01T10:00:00Z', text: 'It was my brother' },
  ...{ person: { id: 'u1', username: 'sam' }, is_own: false, is_party: false },
  suspension: {
    ...{ kind: 'suspended', until: null, reason: 'They threatened a fan' },
    ...{ at: '2027-03-01T09:00:00Z', ended_at: null, lift_asked: false },
  },
}
const appealText = (more: Partial<StaffAppeal>) =>
  textOf(<Appeal appeal={{ ...appeal, ...more }} onDecide={() => undefined} problem={null} busy={false} />)

it('a closed appeal says how and why it was decided, also to the one who suspended, and has no form', () => {
  const reason = 'The brother has written to us'
  const closed = { state: 'decided', decision: { decision: 'lifted', reason, at } } as const
  for (const isOwn of [false, true]) {
    const shown = appealText({ ...closed, is_own: isOwn })
    expect(shown).toContain('The appeal was accepted.')
    expect(shown).toContain(reason)
    expect(shown).not.toMatch(/Lift the suspension|somebody else decides/)
  }
  const upheld = { ...closed, decision: { decision: 'upheld', reason: null, at } } as const
  expect(appealText(upheld)).toContain('The appeal was refused.')
  expect(appealText({})).toContain('Lift the suspension')
})

it('an open appeal has no form for who suspended the person, nor for a party to the case', () => {
  for (const own of [{ is_own: true }, { is_party: true }]) {
    const shown = appealText(own)
    expect(shown).toContain('somebody else decides')
    expect(shown).not.toContain('Lift the suspension')
  }
})

it('a party to the case reads why nothing of what was written is there', () => {
  const suspension = { ...appeal.suspension, reason: '' }
  const shown = appealText({ is_party: true, text: '', suspension })
  expect(shown).toContain('you do not read what was written about it')
  expect(shown).not.toMatch(/Why they were suspended|What they say/)
  expect(appealText({})).toContain('Why they were suspended')
  const lines = (isParty: boolean) =>
    textOf(<SuspensionLines suspensions={[isParty ? suspension : appeal.suspension]} isParty={isParty} />)
  expect(lines(true)).toContain('you do not read what was written about it')
  expect(lines(false)).toContain(appeal.suspension.reason)
  expect(lines(false)).not.toContain('you do not read what was written about it')
})
