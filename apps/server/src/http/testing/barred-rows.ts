/** Also by the name of the influencer, where the call may be written so. */
const byName = (title: string): string[] => {
  const named = title.replace(/ \/api\/influencer(?=\/(parley_)?requests\/:id\/)/, ' /api/:username')
  return named === title ? [title] : [title, named]
}
const all = (status: number, titles: readonly string[]): Record<string, number> =>
  Object.fromEntries(titles.flatMap(byName).map(title => [title, status]))

/** Files that the server gives everybody alike. */
const PICTURES = ['GET /pictures/:id, picture', 'GET /pictures/:id/:file, picture']
/** The sheet that says what a block would do. */
const BLOCK_SHEET = 'GET /api/user/:id/block/, person'

/**
 * What a call answers the buyer about the other of two who are parted, where it is not that nothing is there. The
 * requests that the two had are theirs, with their money and record, and are over. Every call that is not listed
 * answers as if there were nothing.
 */
export const BLOCKED_READS: Readonly<Record<string, number>> = {
  ...all(200, [
    ...PICTURES,
    BLOCK_SHEET,
    'GET /share-pictures/profile/:username, profile',
    'GET /share-pictures/event/:slug, event',
    'GET /api/parley/:slug/event-session/, place',
    'GET /api/parley/:slug/session/, paid',
    'GET /api/parley/:slug/session/, claimed',
    'GET /api/parley/:slug/money/, paid',
    'GET /api/parley/:slug/attendance/, paid',
    'GET /api/parley/:slug/session/gift/, paid',
    'GET /api/parley/:slug/session/gift/, gifted',
    'GET /api/parley/:slug/session/opinion/, paid',
    'GET /api/parley/:slug/session/keepsake/, paid',
    'DELETE /api/parley/:slug/session/keepsake/, paid',
    'GET /api/parley/:slug/session/, gifted',
    'GET /api/parley/:slug/money/, gifted',
    'GET /api/parley/:slug/attendance/, gifted',
  ]),
  // Over.
  ...all(409, [
    'POST /api/parley/:slug/session/gift/, gifted',
    'DELETE /api/parley/:slug/session/gift/, gifted',
    'POST /api/influencer/parley_requests/:id/pay/, gifted',
    'POST /api/influencer/parley_requests/:id/cancel/, gifted',
    'POST /api/parley/:slug/problem/, gifted',
    'POST /api/influencer/parley_requests/:id/cancel/, unpaid',
    'POST /api/influencer/parley_requests/:id/refund-again/, unpaid',
    'POST /api/influencer/parley_requests/:id/pay/, unpaid',
    'POST /api/influencer/parley_requests/:id/pay/, paid',
    'POST /api/influencer/parley_requests/:id/session/, paid',
    'POST /api/influencer/parley_requests/:id/session/, unpaid',
    'POST /api/parley/:slug/session/gift/, paid',
    'POST /api/parley/:slug/session/move/, paid',
    'POST /api/parley/:slug/session/proposal/answer/, paid',
    'POST /api/parley/:slug/session/opinion/, paid',
    'POST /api/parley/:slug/session/keepsake/, paid',
    'POST /api/parley/:slug/session/keepsake/answer/, paid',
    'POST /api/parley/:slug/problem/, paid',
  ]),
  // The part of the other, or of who attends in their place, which a buyer never has.
  ...all(403, [
    'POST /api/influencer/parley_requests/:id/session/, gifted',
    'POST /api/influencer/requests/:id/session/, gifted',
    'POST /api/influencer/requests/:id/accept/, gifted',
    'POST /api/influencer/requests/:id/reject/, gifted',
    'POST /api/influencer/requests/:id/accept/, unpaid',
    'POST /api/influencer/requests/:id/reject/, unpaid',
    'POST /api/influencer/requests/:id/session/, paid',
    'POST /api/influencer/requests/:id/session/, claimed',
    'POST /api/parley/prepaid/:id/accept/, claimed',
    'POST /api/parley/:slug/session/proposal/, paid',
  ]),
}

/** What stays of a suspended person for strangers. */
export const SUSPENDED_SHOWS: Readonly<Record<string, number>> = all(200, [BLOCK_SHEET])

/** The same for the influencer of the two: what they sold is theirs to read, and nothing of it continues. */
export const BLOCKED_INFLUENCER: Readonly<Record<string, number>> = {
  ...all(200, [
    BLOCK_SHEET,
    // Their statement is for the bank alone.
    'POST /api/influencer/me/disputes/:id/statement/, disputed',
    'GET /api/parley/:slug/session/, paid',
    'GET /api/parley/:slug/session/, claimed',
    'GET /api/parley/:slug/money/, paid',
    'GET /api/parley/:slug/attendance/, paid',
    'GET /api/parley/:slug/session/opinion/, paid',
    'GET /api/parley/:slug/session/keepsake/, paid',
    'DELETE /api/parley/:slug/session/keepsake/, paid',
    'GET /api/parley/:slug/session/, gifted',
    'GET /api/parley/:slug/money/, gifted',
    'GET /api/parley/:slug/attendance/, gifted',
    'GET /api/parley/:slug/session/opinion/, gifted',
    'GET /api/parley/:slug/session/keepsake/, gifted',
  ]),
  // All of it went back: nothing is left to give.
  ...all(400, ['POST /api/influencer/requests/:id/give-back/, paid']),
  // Over.
  ...all(409, [
    'POST /api/influencer/requests/:id/accept/, gifted',
    'POST /api/influencer/requests/:id/reject/, gifted',
    'POST /api/influencer/requests/:id/session/, gifted',
    'POST /api/parley/:slug/problem/, gifted',
    'POST /api/influencer/requests/:id/accept/, unpaid',
    'POST /api/influencer/requests/:id/reject/, unpaid',
    'POST /api/influencer/requests/:id/session/, paid',
    'POST /api/influencer/requests/:id/session/, claimed',
    'POST /api/parley/:slug/session/proposal/, paid',
    'POST /api/parley/:slug/session/opinion/, paid',
    'POST /api/parley/:slug/session/keepsake/, paid',
    'POST /api/parley/:slug/session/keepsake/answer/, paid',
    'POST /api/parley/:slug/problem/, paid',
  ]),
  // The buyer's part in a request.
  ...all(403, [
    'GET /api/parley/:slug/session/gift/, paid',
    'GET /api/parley/:slug/session/gift/, gifted',
    'POST /api/parley/:slug/session/gift/, gifted',
    'DELETE /api/parley/:slug/session/gift/, gifted',
    'POST /api/influencer/parley_requests/:id/session/, gifted',
    'POST /api/influencer/parley_requests/:id/pay/, gifted',
    'POST /api/influencer/parley_requests/:id/cancel/, gifted',
    'POST /api/influencer/parley_requests/:id/cancel/, unpaid',
    'POST /api/influencer/parley_requests/:id/refund-again/, unpaid',
    'POST /api/influencer/parley_requests/:id/pay/, unpaid',
    'POST /api/influencer/parley_requests/:id/pay/, paid',
    'POST /api/influencer/parley_requests/:id/session/, paid',
    'POST /api/influencer/parley_requests/:id/session/, unpaid',
    'POST /api/parley/:slug/session/gift/, paid',
    'POST /api/parley/:slug/session/move/, paid',
    'POST /api/parley/:slug/session/proposal/answer/, paid',
  ]),
}
