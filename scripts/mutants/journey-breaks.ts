import { inFile, type RowBreak } from './row-break.ts'

const WEB = 'apps/web/app'

/** Bugs that a journey in a browser notices: each needs another build of the web. */
export const JOURNEY_BREAKS: readonly RowBreak[] = [
  ...inFile(`${WEB}/pages/account/my-account-page.tsx`, [
    ['S2-014', "?? 'general'", "?? 'security'"],
    ['S2-097', "t('Change account information and settings')", "t('My account')"],
  ]),
  ...inFile(`${WEB}/pages/account/my-account-security.tsx`, [
    ['S2-101', "label: t('Public Profile')", "label: t('Profile')"],
  ]),
  ...inFile(`${WEB}/pages/account/my-account-notifications.tsx`, [
    ['S2-102', "{ name: 'system_phone',", "{ name: 'system_text',"],
  ]),
  ...inFile(`${WEB}/pages/login/signup.tsx`, [
    ['S2-038', 'void navigate(next)\n', "void navigate('/my-account')\n"],
  ]),
  ...inFile(`${WEB}/features/site/menu-drawer.tsx`, [
    [
      'S2-039',
      '{auth.data && (\n              <Link to="/logout"',
      '{!auth.data && (\n              <Link to="/logout"',
    ],
  ]),
  ...inFile(`${WEB}/pages/profile/profile-owner.tsx`, [
    [
      'S2-046',
      "hash === '#sessions' ? 'sessions' : 'profile'",
      "hash === '#sessions' ? 'profile' : 'sessions'",
    ],
    ['S2-047', '`${SESSIONS_BADGE_MAX}+` : String(open)', 'String(open) : String(open)'],
    ['S2-049', 'onClick={edit.edit}\n              >', 'onClick={edit.cancel}\n              >'],
  ]),
  ...inFile(`${WEB}/features/profiles/profile-edit.ts`, [
    ['S2-050', "cancel: () => set({ mode: 'view', errors: null", 'cancel: () => set({ errors: null'],
  ]),
  ...inFile(`${WEB}/pages/profile/profile-page.tsx`, [
    ['S2-051', 'if (auth.user?.id === influencer.user.id) {', 'if (auth.user) {'],
  ]),
  ...inFile(`${WEB}/pages/profile/profile-member.tsx`, [
    ['S4-003', '{current && isPaid && <PaidRequest', '{current && !isPaid && <PaidRequest'],
  ]),
  ...inFile(`${WEB}/features/requests/link/copy-link.tsx`, [
    ['S2-060', 'copied ? t(messages.copied) : words', 'words'],
  ]),
  ...inFile(`${WEB}/pages/payment/use-payment.ts`, [
    ['S2-069', 'navigate(pathname + back.search,', 'navigate(pathname + search,'],
  ]),
  ...inFile(`${WEB}/pages/prepaid/prepaid-offer-page.tsx`, [
    ['S2-072', "isMember ? t('Accept Offer')", "isMember ? t('Login to Accept Offer')"],
    ['S2-073', ": t('Login to Accept Offer')", ": t('Accept Offer')"],
    ['S2-076', 'messages.noPaidSession', 'messages.paymentWrong'],
  ]),
  ...inFile(`${WEB}/routes/edit-event.tsx`, [['S2-053', 'navigate(`/profile/${owner}`', 'navigate(`/`']]),
  ...inFile(`${WEB}/features/accounts/sign-up/account-step.tsx`, [
    ['S4-006', 'form.handleSubmit(onContinue)', '() => void onContinue(form.getValues())'],
  ]),
  ...inFile(`${WEB}/features/call/connection/use-browser-call.ts`, [
    ['S4-025', 'if (event.persisted) location.reload()', 'void event.persisted'],
  ]),
  ...inFile(`${WEB}/features/requests/booking/book-action.tsx`, [
    ['S6-002', 'loginPath(window.location.pathname + window.location.search)', "'/signup/regular'"],
  ]),
  ...inFile('packages/contract/src/constants.ts', [
    ['S9-015', 'PROFILE_LOADING_GUARD_MS = 2_000', 'PROFILE_LOADING_GUARD_MS = 60_000'],
  ]),
]
