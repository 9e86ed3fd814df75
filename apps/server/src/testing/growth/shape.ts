/** How much lies in a database of the bench. At scale 1 it is the named shape; the tenth of it is what growth is measured from. */
export interface Shape {
  users: number
  profiles: number
  requests: number
  /** Of the influencer who is asked most, and of the fan who books most. */
  requestsOfStar: number
  requestsOfRegular: number
  events: number
  /** Of the largest event. */
  places: number
  outboxDone: number
  outboxWaiting: number
  /** Answers of a day that the payment sandbox keeps. */
  keptAnswers: number
}

const NAMED: Shape = {
  users: 200_000,
  profiles: 20_000,
  requests: 1_000_000,
  requestsOfStar: 100_000,
  requestsOfRegular: 5_000,
  events: 5_000,
  places: 10_000,
  outboxDone: 300_000,
  outboxWaiting: 100_000,
  keptAnswers: 100_000,
}

/** The named shape, so many times as large. */
export function shapeOf(scale: number): Shape {
  const scaled = Object.entries(NAMED).map(([name, count]) => [name, Math.round(count * scale)] as const)
  return Object.assign({ ...NAMED }, Object.fromEntries(scaled))
}

/** The people that targets log in as; numbers of `users`, whose ids `personId` makes. */
export const STAR = 1
export const HOST = 2
export const SOMEBODY_ASKED = 7
export const regularOf = ({ profiles }: Shape) => profiles + 1
export const fanOf = ({ profiles }: Shape, which: number) => profiles + 10 + which

/** The id of user number `n` in a filled database. */
export const personId = (n: number) => `00000000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`
