import type { StaffRequest } from '@parley/contract'

/** A request at the desk for tests: a paid private call between sam and maya, of 15 minutes for 25 pounds. */
export function aStaffRequest(over: Partial<StaffRequest> = {}): StaffRequest {
  return {
    ...{ id: '0190a000-0000-7000-8000-000000000001', version: 1, slug: 'slug1', request_type: 'private' },
    ...{ state: 'completed', outcome: 'served', settled_by: 'used_up', payment: 'paid' },
    ...{ description: 'On running', note: '', amount: '25.00', duration: 900, left: '25.00' },
    ...{ withheld: '0.00', forgone: '0.00', waits: [] },
    ...{ created_at: '2027-03-01T10:00:00Z', begun_at: null },
    buyer: { id: 'u1', username: 'sam' },
    influencer: { id: 'u2', username: 'maya' },
    ...{
      attendee: null,
      ...{ event: null, attendance: null, on_air: null },
      money: { lines: [], left: '0.00', is_held_for_call: false, has_fee: true },
      problem: null,
      earlier_problems: [],
      statements: [],
    },
    ...{ history: [], opinions: [], reports: [] },
    ...over,
  }
}
