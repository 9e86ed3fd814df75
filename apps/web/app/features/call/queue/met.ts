import type { CallFigures } from '@parley/contract/in-call/call-opinion'

/** A turn that is over, whose two saw each other, and what its connection was like. */
export interface Met {
  place: string
  other: string
  figures: CallFigures
}

/** With one more, the newest first; the second part of a turn that broke off takes the first part's entry. */
export const withMet = (all: readonly Met[], met: Met): Met[] => [
  met,
  ...all.filter(({ place }) => place !== met.place),
]
