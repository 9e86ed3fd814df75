/** A change of one line that no test can notice, since what people and books see stays the same; with the reason. */
export interface Equivalent {
  file: string
  was: string
  becomes: string
  why: string
}

const REQUESTS = 'apps/server/src/domains/requests'
const NOT_READ = 'where all of the money goes back, or none of it, used time is not read'

/** Mutants that are left out of the count. One that is no longer made fails the run: its line has changed. */
export const EQUIVALENT: readonly Equivalent[] = [
  { file: `${REQUESTS}/request.ts`, was: 'usedMs: 0,', becomes: 'usedMs: (0 + 1),', why: NOT_READ },
  {
    file: `${REQUESTS}/request.ts`,
    was: "return end(request, { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0, now })",
    becomes:
      "return end(request, { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: (0 + 1), now })",
    why: NOT_READ,
  },
  {
    file: `${REQUESTS}/request.ts`,
    was: "return isOpen(request) ? paid : withMoneyBack(request, paid, { cause: 'late_money', usedMs: 0 })",
    becomes:
      "return isOpen(request) ? paid : withMoneyBack(request, paid, { cause: 'late_money', usedMs: (0 + 1) })",
    why: NOT_READ,
  },
  { file: `${REQUESTS}/time-rules.ts`, was: 'usedMs: 0,', becomes: 'usedMs: (0 + 1),', why: NOT_READ },
  {
    file: `${REQUESTS}/time-rules.ts`,
    was: "return endByRule(request, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: 0, now })",
    becomes:
      "return endByRule(request, { state: 'expired', outcome: 'unpaid', cause: 'cancelled', usedMs: (0 + 1), now })",
    why: NOT_READ,
  },
  {
    file: `${REQUESTS}/time-rules.ts`,
    was: 'return endByRule(request, { ...absent, usedMs: 0, now })',
    becomes: 'return endByRule(request, { ...absent, usedMs: (0 + 1), now })',
    why: NOT_READ,
  },
  {
    file: `${REQUESTS}/time-rules.ts`,
    was: "return endByRule(request, { state: 'expired', outcome: 'influencer_absent', cause, usedMs: 0, now })",
    becomes:
      "return endByRule(request, { state: 'expired', outcome: 'influencer_absent', cause, usedMs: (0 + 1), now })",
    why: NOT_READ,
  },
]
