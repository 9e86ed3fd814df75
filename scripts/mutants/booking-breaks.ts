import { inFile, type RowBreak } from './row-break.ts'

const WEB = 'apps/web/app'
const REQUESTS = `${WEB}/features/requests`
/** The rest of a wide button with a camera, up to its text. */
const WIDE = 'variant="primary" wide icon={<Video size={18} aria-hidden="true" />}>\n          '

/** Bugs of bookings, offers and payments in the browser. */
export const BOOKING_BREAKS: readonly RowBreak[] = [
  ...inFile(`${REQUESTS}/booking/order.ts`, [
    [
      'S2-061',
      "        set({ phase: 'confirming', problem: null, wayOn: null })\n        return",
      "        set({ phase: 'closed', problem: null, wayOn: null })\n        return",
    ],
    ['S3-016', 'callback: deps.pageUrl()', "callback: ''"],
    ['S5-036', 'if (deps.isLoggedIn()) {', 'if (true) {'],
    ['S5-037', '}, REDIRECT_TO_LOGIN_MS)', '}, 0)'],
    ['S8-013', "phase: 'closed', sent: true", "phase: 'closed', sent: false"],
    ['S8-015', 'deps.alerts.error(messages.loginToContinue)', 'deps.alerts.error(messages.notLoggedIn)'],
  ]),
  ...inFile(`${REQUESTS}/booking/accept-offer.ts`, [
    ['S8-015', 'why: messages.loginToContinue', 'why: messages.notLoggedIn'],
  ]),
  ...inFile(`${REQUESTS}/booking/booking.ts`, [
    ['S3-018', 'duration_display, description, ...more', 'duration_display, ...more'],
  ]),
  ...inFile(`${REQUESTS}/booking/place-booking.ts`, [
    ['S3-019', 'session_request: { amount, uuid, ...seen }', 'session_request: { amount, ...seen }'],
  ]),
  ...inFile(`${REQUESTS}/booking/offer-view.ts`, [
    ['S2-075', "if (!isRequester) return 'none'\n  return", 'return'],
  ]),
  ...inFile(`${REQUESTS}/prepaid/prepaid-creation.ts`, [
    ['S3-020', "        request_type: 'prepaid',\n", ''],
  ]),
  ...inFile(`${WEB}/features/payments/payment-return.ts`, [
    ['S2-068', "'payment_intent_client_secret'", "'payment_intent_secret'"],
    ['S2-068', 'paymentRedirectStatus: taken.status', 'paymentRedirectStatus: null'],
    ['S2-070', "id: 'setup_intent'", "id: 'payment_intent'"],
  ]),
  ...inFile(`${WEB}/features/payments/sandbox-card.ts`, [['S3-036', 'card.zip', 'card.name']]),
  ...inFile(`${WEB}/features/live-events/event-edit.ts`, [
    ['S8-012', 'EVENT_ERROR_CLEAR_MS)', 'EVENT_ERROR_CLEAR_MS + 2_000)'],
  ]),
  ...inFile(`${WEB}/features/live-events/event-changes.ts`, [
    [
      'S3-023',
      "changes.set('virtual_event[profile]', form.picture)",
      "changes.set('profile[picture]', form.picture)",
    ],
    ['S3-023', "changes.set('virtual_event[id]', current.id)", "changes.set('id', current.id)"],
  ]),
  ...inFile(`${REQUESTS}/booking/book-action.tsx`, [
    ['S2-062', "member: t('Book now')", "member: t('Book event')"],
    ['S2-063', "visitor: t('Sign up to video call')", "visitor: t('Book now')"],
  ]),
  ...inFile(`${REQUESTS}/booking/paid-place.tsx`, [
    ['S2-067', `to={link.path} ${WIDE}{t('Start Event')}`, `to={link.path} ${WIDE}{t('Start Session')}`],
  ]),
  ...inFile(`${REQUESTS}/link/link-text.ts`, [
    ['S2-067', "request.request_type === 'broadcast' ? streamPath(request, influencer) : `/chat/", '`/chat/'],
  ]),
  ...inFile(`${REQUESTS}/receipt/paid-request.tsx`, [
    ['S2-066', 'const path = `/chat/', 'const path = `/paidchat/'],
    ['S2-066', "{t('Start Session')}", "{t('Start Event')}"],
  ]),
  ...inFile(`${REQUESTS}/prepaid/prepaid-form.tsx`, [
    ['S2-030', '{ product: PRODUCT_TITLE }', "{ product: 'prepaid' }"],
    ['S2-031', "{t('Generate Link')}", "{t('Continue')}"],
  ]),
  ...inFile(`${REQUESTS}/prepaid/prepaid-offer.tsx`, [
    ['S2-071', '{priceText(request.amount)}', '{request.description}'],
    ['S2-071', '<p className={css.what}>{request.description}</p>\n', '\n'],
  ]),
  ...inFile(`${REQUESTS}/list/own-requests.tsx`, [
    ['S2-015', "title={t('To Do')}", "title={t('Bookings')}"],
    ['S2-015', 'requests={open.requests}', 'requests={past.requests}'],
  ]),
  ...inFile(`${REQUESTS}/list/use-owner-answers.tsx`, [
    [
      'S6-010',
      "request.state === 'offered' && request.request_type === 'private'",
      "request.request_type === 'private'",
    ],
    ['S6-010', "<Button onClick={() => setRejecting(request)}>{t('Reject')}</Button>\n", '\n'],
  ]),
  ...inFile(`${REQUESTS}/list/request-news.tsx`, [
    ['S8-013', '<ThumbsUp>{t(messages.requestSent)}</ThumbsUp>', '<p>{t(messages.requestSent)}</p>'],
  ]),
  ...inFile(`${WEB}/features/payments/card-form.tsx`, [
    ['S3-036', "{...form.register('zip')}", "{...form.register('name')}"],
  ]),
  ...inFile(`${WEB}/features/payments/card-saving.ts`, [
    [
      'S4-014',
      "createStore<CardSavingSnapshot>({ phase: 'preparing'",
      "createStore<CardSavingSnapshot>({ phase: 'ready'",
    ],
    ['S4-015', '      deps.saved(user)\n', ''],
    [
      'S4-015',
      '`/api/user/${deps.userId}/card-saved/`, back)',
      '`/api/user/${deps.userId}/card-saved/`, {})',
    ],
  ]),
  ...inFile(`${WEB}/features/payments/save-card.tsx`, [
    ['S8-024', 'problem !== null && (', 'state.problem !== null && ('],
  ]),
]
