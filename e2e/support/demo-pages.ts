import { messages } from '@parley/contract/messages'

/** Who opens a page: a visitor, two fans, and two influencers, of whom one has an event. */
export const ROLES = ['visitor', 'fay-fan', 'finn-fan', 'nora-chess', 'otto-outfits'] as const
export type Role = (typeof ROLES)[number]

/** A page of the demo and who opens it. */
export interface DemoPage {
  /** `:call`, `:waiting`, `:link`, `:event` and `:queue` stand for the demo's slugs. */
  path: string
  roles: readonly Role[]
  /** A heading or words that only the loaded page has. */
  proof: string | RegExp
  /** Where the page redirects. */
  leadsTo?: string
  /** The page or one of its requests gets 404 on purpose, which the browser logs. */
  isMissing?: true
  /** The only place in which the page is opened, for a page whose opening changes what the others show. */
  only?: 'desk'
}

const EVERYBODY: readonly Role[] = ['visitor', 'fay-fan', 'otto-outfits']
/** For pages that differ only by whether a person is logged in: every other member sees the same. */
const VISITOR_AND_MEMBER: readonly Role[] = ['visitor', 'fay-fan']
const MEMBERS: readonly Role[] = ['fay-fan', 'otto-outfits']
const VISITOR: readonly Role[] = ['visitor']
const FAN: readonly Role[] = ['fay-fan']
const OWNER: readonly Role[] = ['otto-outfits']

/** Every page of the site for every role that opens it, in an order in which none changes the next. */
export const DEMO_PAGES: readonly DemoPage[] = [
  { path: '/', roles: EVERYBODY, proof: 'On now and soon' },
  { path: '/explore', roles: EVERYBODY, proof: 'Nora Demo' },
  { path: '/explore?kind=events', roles: VISITOR, proof: 'Autumn wardrobe live' },
  { path: '/explore?q=nothing-like-this', roles: VISITOR, proof: 'Show all' },
  { path: '/device-check', roles: VISITOR_AND_MEMBER, proof: 'Test camera and microphone' },
  { path: '/faq', roles: VISITOR_AND_MEMBER, proof: 'Frequently asked questions' },
  { path: '/terms', roles: VISITOR_AND_MEMBER, proof: 'Terms and privacy' },
  { path: '/company-terms', roles: VISITOR_AND_MEMBER, proof: 'Terms for influencers' },
  { path: '/design', roles: VISITOR, proof: 'Spacing, corners, motion' },
  { path: '/login', roles: VISITOR, proof: 'Log in' },
  { path: '/login?next=%2Ffaq', roles: MEMBERS, proof: 'Frequently asked questions', leadsTo: '/faq' },
  { path: '/password-reset-simple', roles: VISITOR, proof: 'Forgot your password?' },
  { path: '/password-reset', roles: VISITOR, proof: 'This address is not complete' },
  { path: '/password-reset?token=spent', roles: VISITOR, proof: 'This link does not work any more' },
  { path: '/confirm-email', roles: VISITOR, proof: 'This address is not complete' },
  { path: '/confirm-email#token=spent', roles: VISITOR, proof: 'Confirm this email' },
  { path: '/undo-email#token=spent', roles: VISITOR, proof: 'Undo the change' },
  { path: '/keep-factors#token=spent', roles: VISITOR, proof: 'Keep your second factors' },
  { path: '/appeal', roles: VISITOR, proof: 'This address is not complete' },
  { path: '/appeal#token=spent', roles: VISITOR, proof: 'Send appeal' },
  { path: '/social-login?problem=cancelled', roles: VISITOR, proof: 'The login was cancelled.' },
  { path: '/carry-over', roles: VISITOR, proof: 'This link does not work any more' },
  { path: '/session-request', roles: EVERYBODY, proof: 'Request a call' },
  { path: '/session-request?influencer=nora-chess', roles: FAN, proof: 'Request a call' },
  { path: '/signup/regular', roles: VISITOR, proof: messages.createAccount },
  { path: '/signup/influencer', roles: VISITOR, proof: messages.createAccount },
  { path: '/signup/regular', roles: FAN, proof: 'Payment Details' },
  { path: '/signup/regular', roles: OWNER, proof: 'Monitize your audience', leadsTo: '/' },
  { path: '/signup/influencer', roles: MEMBERS, proof: 'You have an account' },
  { path: '/profile/otto-outfits', roles: EVERYBODY, proof: 'Otto Demo' },
  { path: '/profile/otto-outfits#sessions', roles: OWNER, proof: 'Your sessions' },
  { path: '/profile/nora-chess', roles: ['fay-fan', 'nora-chess'], proof: 'Nora Demo' },
  { path: '/profile/fay-fan', roles: ['visitor', 'fay-fan', 'otto-outfits'], proof: 'Fay Demo' },
  { path: '/bookings', roles: MEMBERS, proof: 'Your bookings' },
  { path: '/bookings', roles: VISITOR, proof: 'Log in', leadsTo: '/login?next=%2Fbookings' },
  { path: '/become-influencer', roles: FAN, proof: 'Become an influencer' },
  { path: '/become-influencer', roles: OWNER, proof: 'You are an influencer already' },
  { path: '/profile/nobody-at-all', roles: VISITOR_AND_MEMBER, proof: messages.backHome, isMissing: true },
  { path: '/live-event/:event', roles: EVERYBODY, proof: 'Autumn wardrobe live' },
  { path: '/live-event/:event', roles: ['finn-fan'], proof: 'Autumn wardrobe live' },
  {
    path: '/live-event/:queue',
    roles: ['visitor', 'fay-fan', 'nora-chess'],
    proof: 'Two minutes of chess',
  },
  { path: '/live-event/nothing', roles: VISITOR_AND_MEMBER, proof: messages.backHome, isMissing: true },
  { path: '/prepaid/:link', roles: EVERYBODY, proof: 'A prepaid video call from @finn-fan' },
  { path: '/prepaid/:link', roles: ['finn-fan'], proof: 'A prepaid video call from @finn-fan' },
  { path: '/gift?token=unknown', roles: VISITOR_AND_MEMBER, proof: 'No invitation here', isMissing: true },
  { path: '/prepaid/nothing', roles: VISITOR_AND_MEMBER, proof: messages.noPaidSession, isMissing: true },
  { path: '/not-found-cover', roles: VISITOR_AND_MEMBER, proof: messages.badLink, isMissing: true },
  {
    path: '/there/is/nothing',
    roles: VISITOR_AND_MEMBER,
    proof: messages.badLink,
    leadsTo: '/not-found-cover',
    isMissing: true,
  },
  { path: '/my-account', roles: MEMBERS, proof: 'Private information' },
  { path: '/my-account#call-sessions', roles: MEMBERS, proof: 'To Do' },
  { path: '/my-account#security', roles: MEMBERS, proof: 'Where you are logged in' },
  { path: '/my-account#notifications', roles: MEMBERS, proof: 'Camera and microphone' },
  { path: '/my-account#billing', roles: MEMBERS, proof: 'Saved cards pay a booking in one tap.' },
  { path: '/save-card', roles: MEMBERS, proof: 'Save a card' },
  { path: '/earnings', roles: MEMBERS, proof: 'Set up payouts' },
  { path: '/calendar', roles: OWNER, proof: 'The next seven days' },
  { path: '/calendar', roles: FAN, proof: 'Become an influencer', leadsTo: '/become-influencer' },
  { path: '/availability', roles: OWNER, proof: 'How fans book you' },
  { path: '/availability', roles: FAN, proof: 'Become an influencer', leadsTo: '/become-influencer' },
  { path: '/receipt/:call', roles: FAN, proof: 'Time used' },
  { path: '/receipt/:call', roles: OWNER, proof: messages.noPaidSession, isMissing: true },
  { path: '/money/:call', roles: ['fay-fan', 'nora-chess'], proof: 'is held for the call' },
  { path: '/money/:call', roles: OWNER, proof: messages.noPaidSession, isMissing: true },
  { path: '/keepsakes', roles: MEMBERS, proof: /Nothing here yet/ },
  { path: '/payments', roles: FAN, proof: 'Where every penny is' },
  { path: '/payments', roles: OWNER, proof: 'You have not paid anything yet.' },
  ...['', '/audit', '/reports/none', '/people/none', '/requests/none'].map(
    (rest): DemoPage => ({
      path: `/staff${rest}`,
      roles: FAN,
      proof:
        rest === '' || rest === '/audit'
          ? 'There is nothing here.'
          : /There is nothing here|could not be read/,
      isMissing: true,
    }),
  ),
  { path: '/user', roles: MEMBERS, proof: 'User' },
  { path: '/prepaid', roles: MEMBERS, proof: 'Create a Parley request' },
  { path: '/prepaid', roles: ['finn-fan'], proof: /somebody who knows good walks/ },
  { path: '/add-event', roles: OWNER, proof: 'Add event' },
  { path: '/add-event', roles: FAN, proof: 'Monitize your audience', leadsTo: '/' },
  { path: '/edit-event/:event', roles: OWNER, proof: 'Edit event' },
  { path: '/edit-event/:event', roles: FAN, proof: 'Otto Demo', leadsTo: '/profile/otto-outfits' },
  { path: '/chat/:call', roles: FAN, proof: 'Waiting for @nora-chess' },
  { path: '/chat/:call', roles: ['finn-fan'], proof: 'There is no call here', isMissing: true },
  { path: '/chat/:waiting', roles: ['finn-fan'], proof: 'Waiting for @otto-outfits' },
  { path: '/paidchat/:waiting', roles: OWNER, proof: 'Waiting for @finn-fan' },
  { path: '/paidchat/:call', roles: ['nora-chess'], proof: 'Waiting for @fay-fan' },
  { path: '/stream/otto-outfits/:event', roles: FAN, proof: 'Autumn wardrobe live' },
  // The owner's camera starts the event, and a started event cannot be edited.
  { path: '/stream/otto-outfits/:event', roles: OWNER, proof: 'Autumn wardrobe live', only: 'desk' },
  {
    path: '/stream/otto-outfits/:event',
    roles: ['finn-fan'],
    proof: 'You have no place at this event',
    isMissing: true,
  },
  { path: '/stream/nora-chess/:queue', roles: FAN, proof: 'You are number 1' },
  { path: '/stream/nora-chess/:queue', roles: ['nora-chess'], proof: 'Open the line' },
  { path: '/queue/:queue', roles: ['nora-chess'], proof: '@fay-fan' },
  { path: '/queue/:queue', roles: FAN, proof: 'There is no line here for you' },
  { path: '/queue/:queue', roles: ['finn-fan'], proof: 'There is no line here for you', isMissing: true },
  // The last one, because it ends the login.
  { path: '/logout', roles: VISITOR, proof: 'Log in', leadsTo: '/login?next=%2Flogout' },
  { path: '/logout', roles: MEMBERS, proof: 'Monitize your audience', leadsTo: '/' },
]

/** Pages that ask for a login. */
export const SECURE_PATHS: readonly string[] = [
  '/my-account?from=mail',
  '/save-card',
  '/earnings',
  '/availability',
  '/calendar',
  '/receipt/:call',
  '/money/:call',
  '/payments',
  '/user',
  '/prepaid?x=1&y=2',
  '/add-event',
  '/edit-event/:event',
  '/chat/:call',
  '/paidchat/:call',
  '/stream/otto-outfits/:event',
  '/queue/:queue',
]
