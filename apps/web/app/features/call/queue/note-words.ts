import type { QueueNote } from '@parley/contract/live/queue'
import { msg } from '../../../language/text.ts'

/** What is said to everybody in line, in English. */
export const noteWords: Readonly<Record<QueueNote, string>> = {
  short_break: msg('There is a short break now.'),
  goes_on_soon: msg('It goes on in a moment.'),
  running_late: msg('It takes longer than planned. Your place is safe.'),
  thanks: msg('Thank you for waiting.'),
  check_devices: msg('Please check your camera and your microphone.'),
  keep_open: msg('Please keep this page open: it calls you.'),
  good_light: msg('Find a quiet place with light on your face.'),
}
