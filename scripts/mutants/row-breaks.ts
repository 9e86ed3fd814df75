/** A wrong product for a row of docs/specification.md: one text of one file replaced by another. */
export interface RowBreak {
  row: string
  file: string
  was: string
  becomes: string
}

const CONSTANTS = 'packages/contract/src/constants.ts'
const WEB = 'apps/web/app'

const constant = (row: string, name: string, [was, becomes]: [string, string]): RowBreak => ({
  row,
  file: CONSTANTS,
  was: `const ${name} = ${was}`,
  becomes: `const ${name} = ${becomes}`,
})

/** Breaks of the product, each of which the tests that the row names have to notice. */
export const ROW_BREAKS: readonly RowBreak[] = [
  constant('S1-017', 'CURRENCY_SIGN', ["'£'", "'$'"]),
  constant('S9-001', 'DURATION_UNIT_FACTORS', ['{ 1: 1, 2: 60, 3: 3600 }', '{ 1: 1, 2: 61, 3: 3600 }']),
  constant('S9-003', 'DEFAULT_LIVE_EVENT_DURATION', ['60', '30']),
  constant('S9-004', 'DEFAULT_LURKERS', ['1', '0']),
  constant('S9-005', 'HEARTBEAT_MS', ['20_000', '25_000']),
  constant('S9-005', 'HEARTBEAT_MS', ['20_000', '15_000']),
  constant('S9-006', 'READY_DELAY_MS', ['2_000', '1_000']),
  constant('S9-007', 'REDIRECT_AFTER_SIGN_UP_MS', ['1_000', '2_000']),
  constant('S9-007', 'USER_REFETCH_MS', ['300', '200']),
  constant('S9-008', 'REDIRECT_AFTER_FAILED_ACCEPT_MS', ['1_000', '2_000']),
  constant('S9-009', 'ALERT_HIDE_MS', ['4_000', '5_000']),
  constant('S9-010', 'SAVED_CLEAR_MS', ['2_000', '3_000']),
  constant('S9-010', 'ERROR_CLEAR_MS', ['5_000', '4_000']),
  constant('S9-010', 'EVENT_ERROR_CLEAR_MS', ['3_000', '4_000']),
  constant('S9-011', 'COPIED_CLEAR_MS', ['1_000', '1_500']),
  constant('S9-012', 'CAPTION_ROTATION_MS', ['3_500', '3_000']),
  constant('S9-013', 'CAPTION_ROTATION_MS', ['3_500', '4_000']),
  constant('S9-014', 'PITCH_DELAY_MS', ['2_000', '3_000']),
  constant('S9-016', 'PASSWORD_MIN', ['8', '7']),
  constant('S9-017', 'USERNAME_MIN', ['2', '3']),
  constant('S9-017', 'USERNAME_MAX', ['50', '51']),
  constant('S9-018', 'NAME_MAX', ['50', '49']),
  constant('S9-018', 'FULL_NAME_MAX', ['50', '60']),
  constant('S9-019', 'BIO_MAX', ['500', '501']),
  constant('S9-019', 'DESCRIPTION_MIN', ['5', '4']),
  constant('S9-020', 'PLACE_MAX', ['80', '81']),
  constant('S9-020', 'ADDRESS_MAX', ['200', '199']),
  constant('S9-021', 'ZIP_MAX', ['8', '9']),
  constant('S9-021', 'CVV_LENGTH', ['3', '4']),
  constant('S9-024', 'AUDIO_LEVEL_THRESHOLD', ['0.05', '0.04']),
  constant('S9-025', 'COUNTDOWN_ORANGE_BELOW', ['0.5', '0.6']),
  constant('S9-025', 'COUNTDOWN_RED_BELOW', ['0.25', '0.2']),
  {
    row: 'S8-003',
    file: `${WEB}/ui/alert-bar.module.css`,
    was: 'left: var',
    becomes: 'right: var',
  },
  {
    row: 'S8-004',
    file: `${WEB}/ui/alerts.ts`,
    was: 'setTimer(() => dismiss(id), ALERT_HIDE_MS)',
    becomes: 'void ALERT_HIDE_MS',
  },
  {
    row: 'S8-017',
    file: `${WEB}/ui/copied.ts`,
    was: 'mine === copies && set(false)',
    becomes: 'mine === copies && set(true)',
  },
  {
    row: 'S8-007',
    file: 'packages/contract/src/messages.ts',
    was: 'Login: failed. Try again',
    becomes: 'Login failed. Try again',
  },
  {
    row: 'S8-014',
    file: `${WEB}/features/requests/order.ts`,
    was: 'ERROR_CLEAR_MS)',
    becomes: 'ERROR_CLEAR_MS * 2)',
  },
  {
    row: 'S8-016',
    file: `${WEB}/features/requests/accept-offer.ts`,
    was: 'afterMs: REDIRECT_TO_LOGIN_MS',
    becomes: 'afterMs: REDIRECT_TO_LOGIN_MS * 2',
  },
  {
    row: 'S2-096',
    file: `${WEB}/routes/my-account.tsx`,
    was: '/profile/',
    becomes: '/live-event/',
  },
]
