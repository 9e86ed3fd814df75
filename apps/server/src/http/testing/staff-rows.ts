import type { StaffRole } from '@parley/contract'
import type { StaffRoles } from '../policy.ts'
import type { Row } from './matrix-row.ts'

/** A call of the desk: for which roles it is, and what it answers one of them about nothing that is there. */
export interface StaffRow {
  call: Row['call']
  staff: StaffRoles
  body?: unknown
  answers: number
}

export const STAFF_ROWS: readonly StaffRow[] = [
  { call: 'GET /api/staff/me/', staff: 'any', answers: 200 },
  { call: 'GET /api/staff/actions/', staff: [], answers: 200 },
]

/** To everybody who is no staff none of them is there. */
export const STAFF_ROWS_FOR_OTHERS: readonly Row[] = STAFF_ROWS.map(({ call, body }) => ({
  ...{ call, about: 'none', expect: { visitor: 404, spent: 401, other: 404 } },
  ...(body === undefined ? {} : { body }),
}))

/** Whether a role may make a call. */
export const isFor = ({ staff }: StaffRow, role: StaffRole): boolean =>
  role === 'admin' || staff === 'any' || staff.includes(role)
