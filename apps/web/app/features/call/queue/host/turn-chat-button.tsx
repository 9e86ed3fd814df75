import { ChatButton } from '../../talk/talk-layout.tsx'
import type { TurnTalks } from '../../talk/turn-talks.ts'
import css from './host-screen.module.css'

/**
 * The host's button of the chat of a turn. Each turn has a button of its own: a button that stayed for the next fan
 * would take the focus when the chat closes with its turn, and what the host still types to one fan would open the
 * chat with the other.
 */
export function TurnChatButton({ talks, place }: { talks: Pick<TurnTalks, 'of'>; place: string }) {
  return <ChatButton key={place} talk={talks.of(place)} className={css.chat} />
}

/** Whether a turn that ended, for the next or for none, took the focus with it. */
export const isFocusLost = ({ before, place }: { before: string | null; place: string | null }): boolean =>
  before !== null && before !== place && document.activeElement === document.body
