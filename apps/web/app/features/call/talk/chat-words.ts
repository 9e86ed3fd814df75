import type { ChatRefusal } from '@parley/contract/in-call/chat'
import { CHAT_TEXT_MAX } from '@parley/contract/in-call/chat'
import { dateText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'

/** Why a line was refused, in a sentence that says what to do. */
export function refusalWords(why: ChatRefusal): string {
  switch (why) {
    case 'closed':
      return t('The chat opens with the call.')
    case 'off':
      return t('The host has turned the chat off.')
    case 'muted':
      return t('The host has muted you.')
    case 'empty':
      return t('There is nothing to read in this line.')
    case 'long':
      return t('A line has at most {most} characters.', { most: String(CHAT_TEXT_MAX) })
    case 'link':
      return t('Links and addresses are not allowed here.')
    case 'number':
      return t('Long numbers, such as phone numbers, are not allowed here.')
    case 'word':
      return t('The host does not want one of these words here.')
    case 'slow':
      return t('This came too soon after your last line.')
    case 'not_yours':
      return t('Only the host can do that.')
    case 'moderators_full':
      return t('There are five moderators already.')
    default:
      return t('That did not work. Please try again.')
  }
}

/** Until when a person is muted. */
export function mutedWords(until: string): string {
  if (until === 'end') return t('The host has muted you until the end.')
  return t('The host has muted you until {time}.', {
    time: dateText(new Date(until), { timeStyle: 'short' }),
  })
}
