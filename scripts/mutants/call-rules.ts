import type { Rule } from './rule.ts'

/** Paid time, media, the queue of an event, and what stays of a call. */
export const CALL_RULES: readonly Rule[] = [
  {
    file: 'apps/server/src/domains/calls/clock/paid-time.ts',
    tests: [
      'apps/server/src/domains/calls/clock/paid-time.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/room-time.ts',
    tests: ['apps/server/src/domains/calls/clock/jumped-clock.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/clock/media-flow.ts',
    tests: [
      'apps/server/src/domains/calls/clock/media-flow.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/alone-watch.ts',
    tests: ['apps/server/src/domains/calls/clock/alone-watch.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/clock/intervals.ts',
    tests: [
      'apps/server/src/domains/calls/clock/intervals.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/call-time.ts',
    tests: [
      'apps/server/src/domains/calls/clock/intervals.test.ts',
      'apps/server/src/domains/calls/clock/alone-watch.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/end-call.ts',
    tests: ['apps/server/src/domains/calls/clock/end-call.test.ts'],
  },
  {
    file: 'apps/server/src/domains/queue/machine/queue.ts',
    tests: [
      'apps/server/src/domains/queue/machine/queue-rules.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/step.ts',
    tests: [
      'apps/server/src/domains/queue/machine/step.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/tick.ts',
    tests: [
      'apps/server/src/domains/queue/machine/tick.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/endings.ts',
    tests: [
      'apps/server/src/domains/queue/machine/endings.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/eta.ts',
    tests: [
      'apps/server/src/domains/queue/machine/eta.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/readiness.ts',
    tests: ['apps/server/src/domains/queue/machine/readiness.test.ts'],
  },
  {
    file: 'apps/media/src/sight/sight.ts',
    tests: ['apps/media/src/sight/sight.test.ts', 'apps/media/src/sight/sight.properties.test.ts'],
  },
  {
    file: 'apps/media/src/sight/sight-accounts.ts',
    tests: ['apps/media/src/sight/sight-accounts.test.ts'],
  },
  {
    file: 'apps/media/src/flow.ts',
    tests: ['apps/media/src/flow.test.ts', 'apps/media/src/sight/sight.properties.test.ts'],
  },
  {
    file: 'apps/media/src/arrivals.ts',
    tests: ['apps/media/src/arrivals.test.ts'],
  },
  {
    file: 'apps/server/src/providers/media-process/report-time.ts',
    tests: ['apps/server/src/providers/media-process/report-time.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/keepsakes/keepsake-rules.ts',
    tests: ['apps/server/src/domains/calls/keepsakes/keepsake-rules.test.ts'],
  },
  {
    file: 'apps/web/app/features/call/talk/rules/held-rules.ts',
    tests: ['apps/web/app/features/call/talk/rules/held-rules.test.ts'],
  },
]
