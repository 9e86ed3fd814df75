import type { StaffRole } from '@parley/contract'
import type { StaffRoles } from '../policy.ts'
import type { Row } from './matrix-row.ts'

/** A call of the desk: for which roles it is, and what it answers one of them about nothing that is there. */
export interface StaffRow {
  call: Row['call']
  staff: StaffRoles
  body?: unknown
  query?: string
  answers: number
}

const ACT = { reason: 'There is nothing to see here', version: 0 }
const LOOKS = ['support', 'moderator', 'finance'] as const

export const STAFF_ROWS: readonly StaffRow[] = [
  { call: 'GET /api/staff/me/', staff: 'any', answers: 200 },
  { call: 'GET /api/staff/actions/', staff: [], answers: 200 },
  { call: 'GET /api/staff/reports/', staff: ['moderator'], answers: 200 },
  { call: 'GET /api/staff/reports/:id/', staff: ['moderator'], answers: 404 },
  {
    call: 'POST /api/staff/reports/:id/decide/',
    staff: ['moderator'],
    body: { decision: 'dismissed', reason: 'There is nothing to see here', version: 0 },
    answers: 404,
  },
  { call: 'GET /api/staff/problems/', staff: ['finance'], answers: 200 },
  {
    call: 'POST /api/staff/problems/:id/decide/',
    staff: ['finance'],
    body: { back: '0', reason: 'There is nothing to see here', version: 0 },
    answers: 404,
  },
  { call: 'GET /api/staff/opinions/', staff: LOOKS, answers: 200 },
  { call: 'GET /api/staff/people/', staff: LOOKS, query: '?q=nobody-at-all', answers: 200 },
  { call: 'GET /api/staff/people/:id/', staff: LOOKS, answers: 404 },
  { call: 'GET /api/staff/requests/:id/', staff: LOOKS, answers: 404 },
  {
    call: 'POST /api/staff/people/:id/birth-date/',
    staff: ['moderator'],
    body: { ...ACT, date: '1990-02-28' },
    answers: 404,
  },
  { call: 'POST /api/staff/people/:id/suspend/', staff: ['moderator'], body: ACT, answers: 404 },
  { call: 'POST /api/staff/people/:id/restore/', staff: ['moderator'], body: ACT, answers: 404 },
  {
    call: 'POST /api/staff/requests/:id/give-back/',
    staff: ['finance'],
    body: { ...ACT, amount: '1.00' },
    answers: 404,
  },
  {
    call: 'POST /api/staff/people/:id/roles/',
    staff: [],
    body: { ...ACT, role: 'support', change: 'grant' },
    answers: 404,
  },
  { call: 'GET /api/staff/disputes/', staff: ['finance'], answers: 200 },
  { call: 'POST /api/staff/disputes/:id/send/', staff: ['finance'], body: ACT, answers: 404 },
  { call: 'POST /api/staff/disputes/:id/concede/', staff: ['finance'], body: ACT, answers: 404 },
  { call: 'GET /api/staff/payouts/', staff: ['finance'], answers: 200 },
  { call: 'GET /api/staff/pending/', staff: 'any', answers: 200 },
  { call: 'POST /api/staff/pending/:id/confirm/', staff: 'any', body: ACT, answers: 404 },
  { call: 'POST /api/staff/pending/:id/refuse/', staff: 'any', body: ACT, answers: 404 },
  { call: 'GET /api/staff/appeals/', staff: ['moderator'], answers: 200 },
  {
    call: 'POST /api/staff/appeals/:id/decide/',
    staff: ['moderator'],
    body: { ...ACT, decision: 'upheld' },
    answers: 404,
  },
]

/** To everybody who is no staff none of them is there. */
export const STAFF_ROWS_FOR_OTHERS: readonly Row[] = STAFF_ROWS.map(({ call, body }) => ({
  ...{ call, about: 'none', expect: { visitor: 404, spent: 401, other: 404 } },
  ...(body === undefined ? {} : { body }),
}))

/** Whether a role may make a call. */
export const isFor = ({ staff }: StaffRow, role: StaffRole): boolean =>
  role === 'admin' || staff === 'any' || staff.includes(role)
