import { expect, it } from 'vitest'
import * as constants from './constants.ts'

const all: ReadonlyMap<string, unknown> = new Map(Object.entries(constants))

/** Says the numbers again, letter for letter: whoever changes one changes it in two places, knowingly. */
function expectConstants(said: Partial<Record<keyof typeof constants, unknown>>): void {
  expect(Object.fromEntries(Object.keys(said).map(name => [name, all.get(name)]))).toEqual(said)
}

it('a duration is entered in seconds, minutes or hours: codes 1, 2, 3, factors 1, 60, 3600', () => {
  expectConstants({
    DURATION_UNIT_CODES: { seconds: 1, minutes: 2, hours: 3 },
    DURATION_UNIT_FACTORS: { 1: 1, 2: 60, 3: 3600 },
  })
})

it('a private call lasts 1 unless its owner says otherwise, a live event 60 minutes (unit code 2)', () => {
  expectConstants({
    DEFAULT_PRIVATE_DURATION: 1,
    DEFAULT_LIVE_EVENT_DURATION: 60,
    DEFAULT_LIVE_EVENT_DURATION_DISPLAY: 2,
  })
})

it('one lurker is there by default', () => {
  expectConstants({ DEFAULT_LURKERS: 1 })
})

it('a heartbeat goes out every 20 s, and a call is ready 2 s after its token', () => {
  expectConstants({ HEARTBEAT_MS: 20_000, READY_DELAY_MS: 2_000 })
})

it('after a sign-up the person is fetched again after 300 ms and led on after 1 s', () => {
  expectConstants({ USER_REFETCH_MS: 300, REDIRECT_AFTER_SIGN_UP_MS: 1_000 })
})

it('whoever is not logged in, or accepts in vain, is led away after 1 s', () => {
  expectConstants({ REDIRECT_AFTER_FAILED_ACCEPT_MS: 1_000, REDIRECT_TO_LOGIN_MS: 1_000 })
})

it('an alert hides after 4 s', () => {
  expectConstants({ ALERT_HIDE_MS: 4_000 })
})

it('what was saved says so for 2 s, errors stay 5 s, those of an event 3 s', () => {
  expectConstants({ SAVED_CLEAR_MS: 2_000, ERROR_CLEAR_MS: 5_000, EVENT_ERROR_CLEAR_MS: 3_000 })
})

it('what was copied says so for 1 s', () => {
  expectConstants({ COPIED_CLEAR_MS: 1_000 })
})

it('captions turn every 3500 ms over 6 images and 1 video, and the countdown of all is 3.5 s times (images + 1)', () => {
  expectConstants({
    CAPTION_ROTATION_MS: 3_500,
    LANDING_IMAGES: 6,
    LANDING_VIDEOS: 1,
    LANDING_COUNTDOWN_MS: 24_500,
  })
})

it('the pitch shows 2 s after the pictures, and a profile may load for 2 s', () => {
  expectConstants({ PITCH_DELAY_MS: 2_000, PROFILE_LOADING_GUARD_MS: 2_000 })
})

it('a password has at least 8 characters, a username and a name 2 to 50', () => {
  expectConstants({
    PASSWORD_MIN: 8,
    USERNAME_MIN: 2,
    USERNAME_MAX: 50,
    NAME_MIN: 2,
    NAME_MAX: 50,
    FULL_NAME_MIN: 2,
    FULL_NAME_MAX: 50,
  })
})

it('a bio has at most 500 characters, a description 5 to 500', () => {
  expectConstants({ BIO_MAX: 500, DESCRIPTION_MIN: 5, DESCRIPTION_MAX: 500 })
})

it('country and city have 2 to 80 characters, an address 2 to 200', () => {
  expectConstants({ PLACE_MIN: 2, PLACE_MAX: 80, ADDRESS_MIN: 2, ADDRESS_MAX: 200 })
})

it('a zip has 2 to 8 characters, a CVV 3 digits, a card date 5 characters', () => {
  expectConstants({ ZIP_MIN: 2, ZIP_MAX: 8, CVV_LENGTH: 3, CARD_DATE_MAX: 5 })
})

it('the badge of sessions ends at 9, their list at 950 px', () => {
  expectConstants({ SESSIONS_BADGE_MAX: 9, SESSION_LIST_MAX_HEIGHT_PX: 950 })
})

it('a microphone is loud from level 0.05', () => {
  expectConstants({ AUDIO_LEVEL_THRESHOLD: 0.05 })
})

it('the countdown is orange below 50% and red below 25%', () => {
  expectConstants({ COUNTDOWN_ORANGE_BELOW: 0.5, COUNTDOWN_RED_BELOW: 0.25 })
})

it('camera-off and mic-off are on at first', () => {
  expectConstants({ CAMERA_OFF_DEFAULT: true, MIC_OFF_DEFAULT: true })
})

it('system email, push and text are on at first, phone calls off; chat email off, chat push on', () => {
  expectConstants({
    NOTIFICATION_DEFAULTS: {
      system_email: true,
      system_push: true,
      system_text: true,
      system_phone: false,
      chat_email: false,
      chat_push: true,
    },
  })
})

it('Public Profile is on at first, Expose your email off', () => {
  expectConstants({ PUBLIC_PROFILE_DEFAULT: true, EXPOSE_EMAIL_DEFAULT: false })
})

it('the theme is light or dark, stored as themeMode', () => {
  expectConstants({ THEME_MODES: ['light', 'dark'], THEME_STORAGE_KEY: 'themeMode' })
})

it('traces are sampled whole, replays one in ten and always on an error', () => {
  expectConstants({ TRACES_SAMPLE_RATE: 1, REPLAY_SAMPLE_RATE: 0.1, REPLAY_ON_ERROR_SAMPLE_RATE: 1 })
})

it('prices are in pounds', () => {
  expectConstants({ CURRENCY: 'gbp', CURRENCY_SIGN: '£' })
})
