/** The sizes of a bench database. Scale 1 is the documented size; growth is measured from a tenth of it. */
export interface Shape {
  users: number
  profiles: number
  requests: number
  /** Of the influencer with most requests, and of the fan with most bookings. */
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

/** The documented sizes, multiplied by a scale. */
export function shapeOf(scale: number): Shape {
  const scaled = Object.entries(NAMED).map(([name, count]) => [name, Math.round(count * scale)] as const)
  return Object.assign({ ...NAMED }, Object.fromEntries(scaled))
}

/** The people that targets log in as: numbers of `users`, from which `personId` makes ids. */
export const STAR = 1
export const HOST = 2
export const SOMEBODY_ASKED = 7
export const regularOf = ({ profiles }: Shape) => profiles + 1
export const fanOf = ({ profiles }: Shape, which: number) => profiles + 10 + which

/** The id of user number `n` in a filled database. */
export const personId = (n: number) => `00000000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`
