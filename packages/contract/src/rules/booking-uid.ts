/**
 * How calendars name a dated call (RFC 5545, UID): the same in invitations, feeds and calendar files, so that each of
 * them replaces the entry of the others.
 */
export const bookingUid = (requestId: string, origin: string): string =>
  `${requestId}@${new URL(origin).host}`

/** How calendars name an event, for its owner and for everybody with a place at it. */
export const eventUid = (eventId: string, origin: string): string => `event-${bookingUid(eventId, origin)}`
