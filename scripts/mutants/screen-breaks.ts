import { inFile, type RowBreak } from './row-break.ts'

const WEB = 'apps/web/app'
const CONSTANTS = 'packages/contract/src/constants.ts'
const ACCOUNTS = `${WEB}/features/accounts`

/** Which page is at which address, and for whom. */
const ADDRESSES: readonly RowBreak[] = [
  ...inFile(`${WEB}/routes.ts`, [
    ['S2-001', "    index('routes/landing.tsx'),\n", ''],
    ['S2-010', "'routes/login/signup-regular.tsx'", "'routes/login/signup-influencer.tsx'"],
    ['S2-016', "    route('faq', 'routes/faq.tsx'),\n", ''],
    ['S2-017', "route('terms', 'routes/terms.tsx')", "route('terms', 'routes/faq.tsx')"],
    ['S2-018', "    route('session-request', 'routes/session-request.tsx'),\n", ''],
    ['S2-019', "      route('user', 'routes/user.tsx'),\n", ''],
    ['S2-020', "route('profile/:username'", "route('profiles/:username'"],
    ['S2-021', "route('live-event/:slug'", "route('event/:slug'"],
    ['S2-023', "route('add-event'", "route('new-event'"],
    ['S2-024', "      route('edit-event/:slug', 'routes/edit-event.tsx'),\n", ''],
    ['S2-026', "    route('paidchat/:slug', 'routes/call/paidchat.tsx'),\n", ''],
    ['S2-027', "route('stream/:username/:slug'", "route('stream/:slug'"],
    ['S2-028', "    route('prepaid/:slug', 'routes/prepaid-offer.tsx'),\n", ''],
    ['S2-029', "      route('prepaid', 'routes/prepaid.tsx'),\n", ''],
    ['S2-032', "    route('not-found-cover', 'routes/not-found-cover.tsx'),\n", ''],
    ['S2-034', "      route('save-card', 'routes/save-card.tsx'),\n", ''],
    [
      'S2-035',
      "route('company-terms', 'routes/login/company-terms.tsx')",
      "route('company-terms', 'routes/terms.tsx')",
    ],
    ['S6-014', "'routes/login/signup-influencer.tsx'", "'routes/login/signup-regular.tsx'"],
  ]),
  ...inFile(`${WEB}/routes/call/secure-call.tsx`, [
    [
      'S2-025',
      'if (auth.ready && auth.data) return <Outlet />',
      'if (!auth.ready || auth.data) return <Outlet />',
    ],
  ]),
  ...inFile(`${WEB}/api/use-secure.ts`, [['S2-036', '?next=${encodeURIComponent(next)}', '?next=${next}']]),
  ...inFile(`${WEB}/api/auth-store.ts`, [
    ['S2-037', 'UNKNOWN_AUTH: AuthSnapshot = { ready: false,', 'UNKNOWN_AUTH: AuthSnapshot = { ready: true,'],
    [
      'S3-004',
      'JSON.stringify({ user_id: token.data.user_id })',
      'JSON.stringify({ ...tokens, user_id: token.data.user_id })',
    ],
    ['S7-001', 'token && !held.isExpired(token) ? token.access', 'token ? token.access'],
  ]),
  ...inFile(`${WEB}/api/client.ts`, [['S7-001', '{ ...request, token: renewed }', '{ ...request, token }']]),
  ...inFile(`${WEB}/api/http.ts`, [['S7-045', 'return JSON.parse(text) as unknown', 'return text']]),
]

/** What the pages say and where they lead. */
const PAGES: readonly RowBreak[] = [
  ...inFile(`${WEB}/features/landing/landing-page.tsx`, [
    ['S1-010', "t('Monitize your audience')", "t('Monetize your audience')"],
  ]),
  ...inFile(`${WEB}/features/landing/pitch/slides.ts`, [
    ['S1-011', "msg('help on anything!')", "msg('help with anything')"],
    ['S2-043', "  { image: companionship, caption: msg('companionship') },\n", ''],
  ]),
  ...inFile(`${WEB}/features/landing/landing-calls.tsx`, [
    ['S1-012', 'to="/signup/influencer"', 'to="/signup/regular"'],
    ['S1-013', 'auth.user?.is_influencer && (', 'auth.user && ('],
    ['S2-003', 'auth.user?.is_influencer && (', '!auth.user?.is_influencer && auth.user && ('],
  ]),
  ...inFile(`${WEB}/features/landing/faq-page.tsx`, [
    ['S1-014', '<QuestionList questions={group.questions} />', ''],
  ]),
  ...inFile(`${WEB}/features/landing/terms-page.tsx`, [
    ['S1-015', "23 Aug 2022')}", "24 Aug 2022')}"],
    ['S1-015', "title: msg('Review and deletion')", "title: msg('Keeping your data')"],
  ]),
  ...inFile(`${WEB}/features/landing/pitch/rotation.ts`, [
    ['S2-002', 'deps.slides', '(deps.slides - 1)'],
    ['S2-044', 'showPitchAfter(PITCH_DELAY_MS)', 'showPitchAfter(0)'],
    ['S2-045', 'turnAfter(CAPTION_ROTATION_MS)', 'turnAfter(CAPTION_ROTATION_MS * 2)'],
  ]),
  ...inFile(`${ACCOUNTS}/login-form.tsx`, [
    ['S2-007', 'to="/password-reset-simple"', 'to="/password-reset"'],
  ]),
  ...inFile(`${WEB}/pages/login/login-page.tsx`, [
    ['S2-006', "withNext('/signup/regular', next)", "withNext('/signup', next)"],
  ]),
  ...inFile(`${ACCOUNTS}/password-reset-form.tsx`, [
    ['S2-009', "t('Send reset link')", "t('Send')"],
    ['S2-009', '<Link to="/login"', '<Link to="/"'],
  ]),
  ...inFile(`${WEB}/features/site/header.tsx`, [['S2-040', 'to="/my-account"', 'to="/account"']]),
  ...inFile(`${WEB}/features/site/footer.tsx`, [
    ['S2-042', '{new Date().getFullYear()} ', ''],
    ['S9-033', 'new Date().getFullYear()', '2022'],
  ]),
  ...inFile(`${WEB}/features/site/request-badge.tsx`, [
    ['S9-022', '`${SESSIONS_BADGE_MAX}+`', 'String(count)'],
  ]),
  ...inFile(`${WEB}/routes/unknown.tsx`, [
    ['S2-033', "redirect('/not-found-cover')", "redirect('/')"],
    ['S8-032', "redirect('/not-found-cover')", 'null'],
  ]),
  ...inFile(`${WEB}/routes/not-found-cover.tsx`, [
    ['S2-032', 't(messages.badLink)', "t('Not found')"],
    ['S2-032', 'to="/"', 'to="/faq"'],
  ]),
  ...inFile(`${ACCOUNTS}/sign-up/sign-up-page.tsx`, [
    ['S2-078', 'messages.accountCreated', 'messages.createAccount'],
    ['S2-079', "'STEP {step} / {steps}'", "'Step {step} of {steps}'"],
    ['S2-080', 'account? <login>Login</login>', 'account? <login>Log in</login>'],
  ]),
  ...inFile(`${ACCOUNTS}/sign-up/terms-sentence.tsx`, [
    ['S2-082', 'you accept our <terms>terms', 'you read our <terms>terms'],
  ]),
  ...inFile(`${ACCOUNTS}/sign-up/influencer-step.tsx`, [
    ['S2-084', "<TextArea\n        label={t('Description')}", "<TextArea\n        label={t('Bio')}"],
  ]),
  ...inFile(`${ACCOUNTS}/sign-up/sign-up.ts`, [
    ['S2-083', 'SIGN_UP_STEPS = 2', 'SIGN_UP_STEPS = 1'],
    ['S3-024', 'await create({ ...values })', "await create({ ...values, confirmpassword: '' })"],
    ['S3-025', '...values, file: picture }', '...values, picture }'],
    [
      'S4-007',
      "errors, step: deps.kind === 'regular' || atAccount ? 1",
      "errors, step: deps.kind === 'regular' ? 1",
    ],
    [
      'S4-007',
      'else set({ step: 1 })\n    },\n    /** The payment',
      'else set({ step: 2 })\n    },\n    /** The payment',
    ],
    ['S4-008', 'await create({ ...account, ...values, file: picture })', 'set({ done: true })'],
    ['S4-010', 'if (user.card_intents.some(card => card.is_valid)) finish()\n      else ', ''],
    ['S4-016', 'set({ ...known, done: true, busy: false })', 'set({ ...known, busy: false })'],
    ['S7-006', 'deps.auth.keep(user.token)\n', ''],
  ]),
  ...inFile(`${WEB}/pages/profile/profile-page.tsx`, [['S1-002', '            {share}\n', '']]),
  ...inFile(`${WEB}/pages/event/live-event-owner.tsx`, [
    ['S2-022', 'to={`/edit-event/${slug}`}', 'to={`/add-event/${slug}`}'],
    [
      'S8-010',
      '<SavedNote said={isSaved ? t(messages.profileSaved) : null} place="afterwards" />',
      '<p>{isSaved && t(messages.profileSaved)}</p>',
    ],
  ]),
  ...inFile(`${WEB}/pages/account/use-just-saved.ts`, [['S8-010', '?.saved === true', '?.saved !== true']]),
  ...inFile(`${WEB}/pages/event/live-event-page.tsx`, [
    ['S2-064', "t('Book event')", "t('Book now')"],
    ['S2-065', "t('Sign up for live event')", "t('Sign up to video call')"],
  ]),
  ...inFile(`${ACCOUNTS}/settings/general-form.tsx`, [
    ['S2-098', '<Link to="#billing">', '<Link to="#security">'],
    ['S2-098', "{t('Save')}", "{t('Continue')}"],
  ]),
  ...inFile(`${ACCOUNTS}/settings/password-form.tsx`, [
    ['S2-099', "{t('Change password')}", "{t('Save')}"],
    ['S3-037', "register('currentPassword')", "register('newPassword')"],
  ]),
  ...inFile(`${WEB}/theme/theme-mode.ts`, [
    ['S9-030', 't==="light"||t==="dark"', 't'],
    ['S3-038', 'localStorage.setItem(THEME_STORAGE_KEY, mode)', "localStorage.setItem('theme', mode)"],
  ]),
  ...inFile('packages/contract/src/accounts.ts', [
    ['S2-008', "'linkedin', 'snapchat'] as const", "'linkedin'] as const"],
    ['S7-008', 'google_login_url: z.nullable', 'google_url: z.nullable'],
  ]),
  ...inFile(CONSTANTS, [
    ['S2-048', 'SESSION_LIST_MAX_HEIGHT_PX = 950', 'SESSION_LIST_MAX_HEIGHT_PX = 900'],
    ['S9-002', 'DEFAULT_PRIVATE_DURATION = 1', 'DEFAULT_PRIVATE_DURATION = 15'],
    ['S9-022', 'SESSIONS_BADGE_MAX = 9', 'SESSIONS_BADGE_MAX = 99'],
    ['S9-031', 'TRACES_SAMPLE_RATE = 1', 'TRACES_SAMPLE_RATE = 0.1'],
    ['S9-031', 'REPLAY_SAMPLE_RATE = 0.1', 'REPLAY_SAMPLE_RATE = 0.5'],
  ]),
  ...inFile(`${WEB}/features/requests/list/request-list.tsx`, [
    ['S9-023', 'maxHeight: SESSION_LIST_MAX_HEIGHT_PX', "maxHeight: '100vh'"],
  ]),
  ...inFile(`${WEB}/ui/form/field.tsx`, [['S5-040', '{prefix && (\n', '{prefix && false && (\n']]),
  ...inFile(`${WEB}/ui/form/image-field.tsx`, [['S5-041', 'accept="image/*" ', '']]),
]

/** Bugs of the pages; a test of the page's own part notices each of them. */
export const SCREEN_BREAKS: readonly RowBreak[] = [...ADDRESSES, ...PAGES]
