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
  /** Of the event at which fans meet the host one after the other; a line has 500 at most. */
  line: number
  /** To the host of an event. */
  questions: number
  /** Dated calls of one influencer that were served. */
  datedServed: number
  /** Cases of the desk: a tenth of the reports is open, and so are half of the appeals. */
  reports: number
  appeals: number
  pendingActs: number
  /** Rows of the staff audit. */
  staffActions: number
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
  line: 400,
  questions: 2_000,
  datedServed: 20_000,
  reports: 20_000,
  appeals: 2_000,
  pendingActs: 500,
  staffActions: 100_000,
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
export const ORDINARY_INFLUENCER = 7
/** Whose fans meet them one after the other, and who sells dated calls. */
export const LINE_HOST = 6
export const DATED = 5
export const regularOf = ({ profiles }: Shape) => profiles + 1
export const fanOf = ({ profiles }: Shape, which: number) => profiles + 10 + which
/** Two members of staff with a second factor. Neither buys nor sells anything. */
export const staffOf = ({ profiles }: Shape) => profiles + 2
export const otherStaffOf = ({ profiles }: Shape) => profiles + 3
/** The last twentieth of the people: the suspended ones are among them. */
export const firstSuspendedOf = ({ users }: Shape) => users - Math.floor(users / 20)

/** The id of user number `n` in a filled database. */
export const personId = (n: number) => `00000000-0001-7000-8000-${hexOf(n)}`
/** The ids of a report and of a keepsake. */
export const reportId = (n: number) => `00000000-0003-7000-8000-${hexOf(n)}`
export const keepsakeId = (n: number) => `00000000-0004-7000-8000-${hexOf(n)}`

const hexOf = (n: number) => n.toString(16).padStart(12, '0')

/** The secret of the address at which a filled person's calendar program reads their calls. */
export const feedSecretOf = (person: number) => `feed-of-${person}`
